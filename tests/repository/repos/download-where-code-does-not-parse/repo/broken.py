def broken(:
    return hashlib.sha256(open(path, "rb").read()).hexdigest()
