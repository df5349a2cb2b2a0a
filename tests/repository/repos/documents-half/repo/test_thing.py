import train
