"""The four forms of files: CSV, Excel, JSON records and Parquet, one a module.

What comes in: a path. What goes out: a ``Sheet`` of text, whatever the form, or a
``ReproscopeError`` for a file that is not what its ending says. ``choosing`` picks the form by the
ending and looks at the first bytes; ``writing`` says what is written.
"""
