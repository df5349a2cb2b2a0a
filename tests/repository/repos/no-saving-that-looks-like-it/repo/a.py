import json
import pickle

hash(pickle.dumps(model))
json.dump(joblib_cfg, f)
pickle.dump(vocabulary, f)
image.save("x.png")
model.fit(x)
