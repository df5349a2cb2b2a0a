import hashlib
import urllib.request

urllib.request.urlretrieve('https://example.org/d.csv', 'd.csv')
assert hashlib.sha256(open('d.csv', 'rb').read()).hexdigest() == 'ab'
