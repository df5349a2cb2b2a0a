import argparse

parser = argparse.ArgumentParser()
parser.add_argument('--data', default='/data/imagenet')
