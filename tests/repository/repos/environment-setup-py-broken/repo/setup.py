print 'Python 2'
from setuptools import setup
setup(
