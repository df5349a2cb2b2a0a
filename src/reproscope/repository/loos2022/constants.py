"""The numbers of the thesis's formulas: what is worth 0, what is worth 1, and what it counts.

A profile of the kind ``loos2022`` holds them; the formulas are in ``factors``.
"""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.repository.profiles import Profile


@dataclass(frozen=True, slots=True)
class Scale:
    """The values worth 0 and 1, and what the indicator counts."""

    low: float
    high: float
    weight: float

    def share(self, value: float) -> float:
        """Return where a value lies, from 0 to 1: min-max normalised and clamped."""
        return normalised(value, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Constants:
    """Every number of the formulas; a profile of the kind ``loos2022`` holds them."""

    readme_length: Scale
    readme_links: Scale
    pylint: Scale
    code_comment_ratio: Scale
    imports_in_config: Scale
    strict_declarations: Scale
    public_libraries: Scale
    fixed_seeds: Scale
    readme: float
    licence: float

    @classmethod
    def of(cls, profile: Profile) -> Constants:
        """Return the constants that a profile holds."""

        def scale(key: str) -> Scale:
            found = profile.indicators[key]
            return Scale(found.low or 0.0, found.high or 0.0, found.weight or 0.0)

        return cls(
            readme_length=scale("readme-length"),
            readme_links=scale("readme-links"),
            pylint=scale("pylint"),
            code_comment_ratio=scale("code-comment-ratio"),
            imports_in_config=scale("imports-in-config"),
            strict_declarations=scale("strict-declarations"),
            public_libraries=scale("public-libraries"),
            fixed_seeds=scale("fixed-seeds"),
            readme=profile.indicators["readme"].weight or 0.0,
            licence=profile.indicators["licence"].weight or 0.0,
        )


def normalised(value: float, low: float, high: float) -> float:
    """Clamp a value and map it to 0 to 1; nothing lies between two equal limits.

    >>> normalised(50, 18, 82), normalised(-3, 0, 1), normalised(1, 0, 0)
    (0.5, 0.0, 0.0)
    """
    if low == high:
        return 0.0
    return (min(max(value, low), high) - low) / (high - low)
