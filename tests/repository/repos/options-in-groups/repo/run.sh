#!/bin/sh
MY_PYTHON="python3"
$MY_PYTHON train.py --train.learning_rate 0.01
