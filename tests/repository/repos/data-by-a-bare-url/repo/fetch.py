import urllib.request

urllib.request.urlretrieve('https://example.org/d.csv', 'd.csv')
