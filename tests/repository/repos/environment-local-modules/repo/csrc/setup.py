from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

setup(name='ops', ext_modules=[CUDAExtension('ops_cuda', ['a.cu'])])
