"""From what a user names to a tree: a directory, an archive, or a git address.

`opening.open_target` is the one door. ``directory`` reads files where they lie, as git sees them;
``archives`` and ``git`` bring them into a private temporary directory first, which is gone at the
end. A stranger made all of it: git never reads the target's configuration, no link is followed,
nothing is run, and everything has a limit (`limits.Limits`). Only what a `network.Network` allows
is reached. What was left out is said.
"""

from reproscope.repository.sources.limits import Limits
from reproscope.repository.sources.network import Network
from reproscope.repository.sources.opened import Opened
from reproscope.repository.sources.opening import open_target

__all__ = ["Limits", "Network", "Opened", "open_target"]
