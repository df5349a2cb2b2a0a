import torch


def fit(model, train, val_data, test_data, epochs):
    stored = float("inf")
    for epoch in range(epochs):
        val_loss = evaluate(model, val_data)
        if val_loss < stored:
            torch.save(model.state_dict(), "model.pt")
            stored = val_loss
    return evaluate(model, test_data)
