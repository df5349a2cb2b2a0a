"""The files of a target as they are looked at: bounded, never followed out of the tree.

``files`` has the `Tree` and its records, ``texts`` decodes, ``beneath`` opens without passing
through a link.
"""

from reproscope.repository.tree.beneath import open_beneath, read_beneath
from reproscope.repository.tree.files import (
    LFS_HEAD,
    MOST_TEXT,
    File,
    Link,
    Submodule,
    Tree,
)
from reproscope.repository.tree.texts import Text, decoded

__all__ = [
    "LFS_HEAD",
    "MOST_TEXT",
    "File",
    "Link",
    "Submodule",
    "Text",
    "Tree",
    "decoded",
    "open_beneath",
    "read_beneath",
]
