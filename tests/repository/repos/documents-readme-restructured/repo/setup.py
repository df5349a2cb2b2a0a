from setuptools import setup

setup(name="thing")
