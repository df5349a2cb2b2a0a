"""Git: histories on this machine, and repositories behind an address.

``process`` runs git, which reads no configuration but ours; ``history`` and ``settings`` read a
stranger's ``.git`` as plain files; ``listing`` and ``commits`` take files from it. ``fetching``
brings a commit from an ``addresses.Address``: ``references`` finds what was asked for,
``redirects`` where the repository has moved, ``complaints`` says why it failed.
"""
