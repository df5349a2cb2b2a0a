"""Everything that declares a software environment, and what the code imports; read, never judged.

One format, one file: ``requirements``, ``pyproject``, ``poetry``, ``setup_cfg``, ``setup_py``,
``pipfile``, ``pixi``, ``conda``, ``recipe``, ``locks``, ``dockerfile``, ``binder``,
``devcontainer``, ``nix``, ``versions`` (of the interpreter), ``other_languages`` (R, Julia).
``formats`` says which file is read by which of them. ``used`` finds the third-party imports, with
``local`` and ``knowledge`` beside it, whose facts are data. ``collecting.collect_environment``
joins all of it into an `Environment`.

``availability`` asks the package index and ``resolution`` runs uv; both only when they are called,
which the offline way never does.
"""
