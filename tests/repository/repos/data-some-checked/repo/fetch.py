import urllib.request
import torchvision

torchvision.datasets.MNIST('.', download=True)
urllib.request.urlretrieve('https://example.org/d.csv', 'd.csv')
