from pathlib import Path

HERE = Path(__file__).parent
x = (HERE / 'a.json').read_text()
y = open('b.json')
