from tensorflow import keras

model.save('m.keras')
