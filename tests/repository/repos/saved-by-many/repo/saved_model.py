import tensorflow as tf

tf.saved_model.save(net, 'out')
