from setuptools import setup

setup(name="thing", license="Apache License 2.0")
