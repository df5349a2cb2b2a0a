python x.py
