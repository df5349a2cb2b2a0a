python train.py "$@"
