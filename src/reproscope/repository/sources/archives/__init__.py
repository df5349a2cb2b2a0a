"""Archives: zip, and tar packed or not, unpacked by our own loops within limits.

``archive.open_archive`` tells which it is by the first bytes.
"""
