import tensorflow as tf

tf.Session().run(tf.constant(1))
