"""The files of a work tree as git sees them: tracked, or neither tracked nor ignored.

Git is given the index as data and our own empty git directory; see ``process``.
"""

from __future__ import annotations

from pathlib import Path

from reproscope.repository.sources.gathering import Gathering
from reproscope.repository.sources.git.history import GitDirectory, read_small
from reproscope.repository.sources.git.process import Git
from reproscope.repository.sources.walking import walk

_MOST_EXCLUDES = 256 * 1024


def list_by_git(gathering: Gathering, history: GitDirectory, git: Git) -> None:
    """Let *gathering* take what git lists, and the files of submodules that are there."""
    excludes = read_small(history.common / "info" / "exclude", _MOST_EXCLUDES)
    (git.directory / "info" / "exclude").write_text(excludes, encoding="utf-8")
    reading = git.reading(index=history.index, objects=history.objects)
    arguments = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for seen, path in enumerate(reading.items(*arguments, within=gathering.root)):
        if seen >= gathering.limits.entries:
            why = f"more than {gathering.limits.entries:,} entries"
            gathering.cut("the rest of the tree", why)
            break
        gathering.take(path.removesuffix("/"))
    for module in gathering.submodules:
        if module.populated:
            walk(gathering, module.path)


def git_for(history: GitDirectory, folder: Path, seconds: float) -> Git:
    """Return a git of our own for a repository, of the same kind of hash."""
    commit, _ = history.head()
    return Git.at(folder, seconds, sha256=len(commit or "") > 40)
