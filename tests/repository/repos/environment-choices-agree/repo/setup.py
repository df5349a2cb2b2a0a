from setuptools import setup

setup(name='x', install_requires=['numpy', 'torch>=1.7,<2'])
