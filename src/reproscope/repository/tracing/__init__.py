"""What takes effect across the modules of a repository: imports, calls, and the seeds they carry.

Modules come in as ``collect.python`` read them, one at a time; a `Survey` of the whole goes out.
"""
