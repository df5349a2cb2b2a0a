def greet(:
    return "hello"
