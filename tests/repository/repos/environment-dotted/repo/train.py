from google import protobuf
from google.colab import drive
import ruamel.yaml
from mpl_toolkits.mplot3d import Axes3D

print(protobuf, drive, ruamel.yaml, Axes3D)
