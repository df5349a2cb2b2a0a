"""The measured values that the formulas use, out of the 40 columns or a shorter table."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Inputs:
    """One repository's values; ``None`` is unknown, never bad. Percentages run from 0 to 100."""

    readmes: int | None = None
    readme_lines: float | None = None
    readme_links: float | None = None
    dead_links: float | None = None
    licences: int | None = None
    open_licences: int | None = None
    pylint: float | None = None
    code_comment_ratio: float | None = None
    config_files: int | None = None
    imports: int | None = None
    imports_in_config: float | None = None
    strict_declarations: float | None = None
    public_libraries: float | None = None
    dataset: bool | None = None
    seed_lines: int | None = None
    fixed_seeds: float | None = None
    serialisation: bool | None = None
    logging: bool | None = None
    build: bool | None = None

    def unknown(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of the named values are unknown."""
        return tuple(name for name in names if getattr(self, name) is None)


NAMES = tuple(one.name for one in fields(Inputs))


def assumed(inputs: Inputs) -> Inputs:
    """Fill what the published tables leave out, by the two rules that reproduce their scores.

    One README where the average length is above 0; no imports where neither a public nor a declared
    one was counted (needed for GitHub rows 46 and 97 and PapersWithCode row 95).
    """
    readmes, imports = inputs.readmes, inputs.imports
    if readmes is None and inputs.readme_lines is not None:
        readmes = int(inputs.readme_lines > 0)
    counted = (inputs.public_libraries, inputs.imports_in_config)
    if imports is None and None not in counted:
        imports = int(any(counted))
    return replace(inputs, readmes=readmes, imports=imports)
