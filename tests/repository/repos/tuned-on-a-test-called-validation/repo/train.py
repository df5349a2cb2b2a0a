from torchvision import datasets

val_set = datasets.CIFAR10("data", train=False, download=True)
best_acc = 0
for epoch in range(10):
    val_acc = judge(val_set)
    if val_acc > best_acc:
        best_acc = val_acc
