from datasets import load_dataset

data = load_dataset('imdb', split='train', revision='e6281661ce1c48d982bc483cf8a173c1bbeb5d31')
