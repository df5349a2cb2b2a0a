import numpy
import yaml
import cv2

try:
    import apex
except ImportError:
    apex = None
print(numpy, yaml, cv2)
