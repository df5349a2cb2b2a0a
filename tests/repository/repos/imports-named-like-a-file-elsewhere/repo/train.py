import numpy
import requests

print(numpy, requests)
