from torchvision import datasets

train = datasets.ImageNet("data", split="train")
test = datasets.CIFAR10("data", train=False)
