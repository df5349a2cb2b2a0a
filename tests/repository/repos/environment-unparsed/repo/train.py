import torch
def train(:
