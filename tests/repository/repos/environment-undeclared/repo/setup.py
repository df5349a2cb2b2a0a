from setuptools import setup
import pkg_resources

setup(name='x', install_requires=['numpy'])
