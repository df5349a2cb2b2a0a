import json

settings = vars(parser.parse_args())
model.fit(rows, targets)
json.dump(settings, open("settings.txt", "w"))
