import json

print('Number of params:', count)
print(f'lr {args.lr}')
json.dump({'config': 1}, f)
model.fit(x, y)
