"""Repositories as a target: directories, archives, and git addresses if the network is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reproscope.core import CheckOptions, Report
from reproscope.repository.sources.archives.archive import is_archive_name
from reproscope.repository.sources.git.addresses import is_repository


@dataclass(frozen=True, slots=True)
class RepositoryTarget:
    """Checks the code behind research; see ``reproscope.repository``."""

    name: str = "repository"
    description: str = "a directory, a zip or tar archive, or a git address"

    def fits(self, target: str) -> bool:
        """Whether it is a directory, a file named like an archive, or a repository's address."""
        try:
            path = Path(target)
            if path.is_dir():
                return True
            if path.exists():
                return path.is_file() and is_archive_name(path.name)
            return is_repository(target)
        except (OSError, ValueError):
            return False

    def check(self, target: str, options: CheckOptions) -> Report:
        """Open the target, ask every indicator, and report."""
        from reproscope.repository.checking import examine, report_of
        from reproscope.repository.collecting import Wanted, collect
        from reproscope.repository.profiles import load_profile
        from reproscope.repository.sources import open_target

        rating = load_profile(options.profile).measured
        with open_target(target, online=options.online) as opened:
            facts = collect(opened, Wanted(online=options.online, rating=rating))
            return report_of(examine(facts), profile=options.profile)


REPOSITORY = RepositoryTarget()
