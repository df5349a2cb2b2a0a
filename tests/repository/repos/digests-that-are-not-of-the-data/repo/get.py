import os

os.system("wget https://example.org/data.zip")
