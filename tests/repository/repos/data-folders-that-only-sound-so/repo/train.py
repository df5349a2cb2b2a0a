print(open("metadata/notes.txt").read(), open("imaginary/numbers.txt").read())
open("database_settings.ini").read()
model.fit(x)
