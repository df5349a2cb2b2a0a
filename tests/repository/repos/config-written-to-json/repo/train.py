import json

with open("config.json", "w") as f:
    f.write(json.dumps(config.to_dict(), indent=4))
model.fit(x)
