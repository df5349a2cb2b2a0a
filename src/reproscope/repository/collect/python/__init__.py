"""Python sources, scripts and notebooks, by ``ast`` and ``tokenize``; nothing is ever imported.

A source is parsed once (`parsing`), every extractor looks at the tree (`imports`, `calls`, `lines`,
…), and only their small records stay (`modules.Module`); the syntax tree is let go, so that
thousands of files fit into memory. A notebook's code cells are one source with a map of places.
"""
