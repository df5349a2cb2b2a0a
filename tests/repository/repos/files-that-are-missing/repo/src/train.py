import os

ROOT = 'inputs'
with open(os.path.join(ROOT, 'labels.txt')) as f:
    pass
