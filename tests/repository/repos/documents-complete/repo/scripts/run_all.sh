for seed in 0 1 2 3 4; do python train.py --seed $seed; done
