"""Profiles: how answers become scores, as data. One TOML file a profile, with its source.

``default.toml`` is ours and works on indicators' answers; ``loos2022.toml`` holds the constants of
the thesis, whose formulas are in ``reproscope.repository.loos2022``. A user's own file is named by
its path. Not for scoring itself: ``reproscope.repository.scoring`` does that.
"""

from reproscope.repository.profiles.profile import (
    Band,
    FactorRule,
    IndicatorRule,
    Kind,
    Profile,
    Thresholds,
)
from reproscope.repository.profiles.reading import (
    built_in_names,
    load_profile,
    read_profile,
)
from reproscope.repository.profiles.tables import ProfileError
from reproscope.repository.profiles.writing import profile_text

__all__ = [
    "Band",
    "FactorRule",
    "IndicatorRule",
    "Kind",
    "Profile",
    "ProfileError",
    "Thresholds",
    "built_in_names",
    "load_profile",
    "profile_text",
    "read_profile",
]
