from setuptools import setup
import subprocess

setup(name='x', install_requires=subprocess.check_output('cat list').split())
