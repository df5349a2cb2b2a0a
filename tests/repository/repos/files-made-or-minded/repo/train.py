import os

open('made.txt', 'w').write('x')
open('made.txt').read()
if os.path.exists('cache.json'):
    open('cache.json')
try:
    open('maybe.txt')
except OSError:
    pass
open('key.txt')
open(name)
open(f'{name}.txt')
