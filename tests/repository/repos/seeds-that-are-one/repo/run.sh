for data in cora citeseer; do
    python train.py --data $data --seed 0
done
python train.py --seed 0
