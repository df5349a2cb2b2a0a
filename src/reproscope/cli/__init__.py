"""The command line: the library's verbs, one file a command group.

What comes in: arguments, and the auditor's configuration. What goes out: a rendered report on
stdout, progress and errors on stderr, and the exit status (0 nothing found, 1 findings, 2 usage,
configuration or unreadable input). The way through: ``main`` runs a command and turns errors into
one line; ``group`` loads commands when they are called and suggests the nearest name; ``output``
holds the options every checking command shares; every other module is one command or group.
"""
