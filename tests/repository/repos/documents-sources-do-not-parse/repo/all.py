def evaluate(:
