import os
from setuptools import setup

here = os.path.dirname(__file__)
with open(os.path.join(here, 'reqs', 'main.txt')) as f:
    required = f.read().splitlines()

setup(name='x', python_requires='>=3.6', install_requires=required)
