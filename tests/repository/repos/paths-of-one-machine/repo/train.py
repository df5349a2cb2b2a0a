"""Runs in /home/ada/work."""

# /home/ada/comment
import pandas as pd

df = pd.read_csv("/home/ada/data.csv")
DATA_DIR = "/mnt/ssd/images"
win = open("C:\\Users\\ada\\x.txt")
