from setuptools import setup

setup(
    name='x',
    python_requires='>=3.9',
    install_requires=['numpy>=1.21', 'torch'],
)
