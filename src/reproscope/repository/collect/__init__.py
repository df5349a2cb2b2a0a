"""From a tree to facts: what stands where, recorded and never judged.

One package a kind of artefact: ``python`` (scripts and notebooks), ``documents`` (READMEs,
licences, citations, links), ``environment`` (every declaration of dependencies). A file that cannot
be read or parsed becomes a fact too: whoever judges must be able to say `unknown`.
"""
