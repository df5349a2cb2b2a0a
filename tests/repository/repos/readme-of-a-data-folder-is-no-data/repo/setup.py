from setuptools import setup

setup(name='pygcn', package_data={'pygcn': ['README.md']})
