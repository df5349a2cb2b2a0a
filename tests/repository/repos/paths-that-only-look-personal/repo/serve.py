#!/usr/bin/env python
"""See /home/ada."""
import os

url = "https://example.org/home/ada/x"
log = open("/tmp/log.txt", "w")
null = open("/dev/null", "w")


@app.route("/data/items")
def items():
    return requests.get(base + "/data/x")


if path.startswith("/home/ada/"):
    pass
example = "/home/user/data"
