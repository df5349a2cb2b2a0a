import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", default="0")
options = parser.parse_args()
with tf.device("/gpu:%s" % options.gpu):
    weights = tf.get_variable("weights", [10])
