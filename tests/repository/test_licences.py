"""Licences by their texts and names: what is recognised, and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from reproscope.repository.collect.documents.gathering import collect_documents, collect_licences
from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.collect.documents.licences import (
    known_licences,
    licence_files,
    licences_in,
    licences_named,
)
from reproscope.repository.sources import open_target
from tests.repository.gathered import tree_of

GRANT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this "
BSD = (
    "Redistribution and use in source and binary forms, with or without modification, are "
    "permitted provided that: Redistributions of source code must retain the above copyright "
    "notice, this list of conditions and the following disclaimer. "
)
ENDORSE = "may not be used to endorse or promote products derived from this software without "
ISC = "Permission to use, copy, modify, and/or distribute this software for any purpose with or "
KEEP = "provided that the above copyright notice and this permission notice appear in all copies"


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        (GRANT + "software. This permission notice shall be included in all copies", ["MIT"]),
        (GRANT + "software and associated documentation files", ["MIT-0"]),
        (BSD, ["BSD-2-Clause"]),
        (BSD + ENDORSE, ["BSD-3-Clause"]),
        (BSD + ENDORSE + "All advertising materials mentioning features", ["BSD-4-Clause"]),
        (ISC + "without fee is hereby granted, " + KEEP, ["ISC"]),
        (ISC + "without fee is hereby granted.", ["0BSD"]),
        ("Apache License\n Version 2.0, January 2004", ["Apache-2.0"]),
        ('Licensed under the Apache License, Version 2.0 (the "License")', ["Apache-2.0"]),
        ("GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007", ["GPL-3.0"]),
        ("GNU GENERAL PUBLIC LICENSE\n  Version 2, June 1991", ["GPL-2.0"]),
        ("GNU LESSER GENERAL PUBLIC LICENSE Version 2.1, February 1999", ["LGPL-2.1"]),
        ("GNU LESSER GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007", ["LGPL-3.0"]),
        ("GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007", ["AGPL-3.0"]),
        ("Mozilla Public License Version 2.0", ["MPL-2.0"]),
        ("Eclipse Public License - v 2.0", ["EPL-2.0"]),
        ("Boost Software License - Version 1.0 - August 17th, 2003", ["BSL-1.0"]),
        ("The Artistic License 2.0", ["Artistic-2.0"]),
        ("This is free and unencumbered software released into the public domain.", ["Unlicense"]),
        ("DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE", ["WTFPL"]),
        ("CC0 1.0 Universal", ["CC0-1.0"]),
        ("Creative Commons Attribution 4.0 International Public License", ["CC-BY-4.0"]),
        ("Attribution-ShareAlike 4.0 International", ["CC-BY-SA-4.0"]),
        ("Attribution-NonCommercial 4.0 International", ["CC-BY-NC-4.0"]),
        ("Attribution-NonCommercial-ShareAlike 4.0 International", ["CC-BY-NC-SA-4.0"]),
        ("Attribution-NonCommercial-NoDerivatives 4.0 International", ["CC-BY-NC-ND-4.0"]),
        ("CreativeML Open RAIL-M", ["LicenseRef-OpenRAIL"]),
        ("for non-commercial research purposes", ["LicenseRef-research-only"]),
        ("ACME LIMITED", []),
        ("DISCLAIMER: no warranty is admitted", []),
        ("This is not GNU compatible.", []),
        ("permitted limits of the MITRE isc", []),
    ],
)
def test_a_licence_is_recognised_by_its_text(text: str, identifiers: list[str]) -> None:
    assert [known.spdx for known in licences_in(text)] == identifiers


@pytest.mark.parametrize(
    ("said", "identifiers"),
    [
        ("MIT", ["MIT"]),
        ("MIT OR Apache-2.0", ["Apache-2.0", "MIT"]),
        ("License :: OSI Approved :: BSD License", ["LicenseRef-BSD"]),
        ("GPL-3.0-or-later", ["GPL-3.0"]),
        ("GNU General Public License v3 (GPLv3)", ["GPL-3.0"]),
        ("CC BY-NC-SA 4.0", ["CC-BY-NC-SA-4.0"]),
        ("CC-BY-NC-licensed", ["CC-BY-NC"]),
        ("This is not MIT licensed.", []),
        ("LIMITED DISCLAIMER", []),
        ("see LICENSE", []),
    ],
)
def test_a_licence_is_recognised_by_its_name(said: str, identifiers: list[str]) -> None:
    assert sorted(known.spdx for known in licences_named(said)) == identifiers


@pytest.mark.parametrize(
    "name",
    [
        "LICENSE",
        "licence",
        "License.md",
        "LICENCE.TXT",
        "COPYING",
        "LICENSE-MIT",
        "mit-license.txt",
    ],
)
def test_a_licence_file_is_found_in_every_spelling(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(
        GRANT + "x. This permission notice shall be included in all copies"
    )
    [licence] = licence_files(tree_of(tmp_path))
    assert (licence.spdx, licence.root) == ("MIT", True)


def test_one_file_may_hold_several_licences(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text(
        BSD + ENDORSE + "\n\nApache License\nVersion 2.0, January 2004"
    )
    assert {one.spdx for one in licence_files(tree_of(tmp_path))} == {"BSD-3-Clause", "Apache-2.0"}


def test_a_licence_that_cannot_be_read_is_still_a_licence(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_bytes(b"\0\0\0")
    [licence] = licence_files(tree_of(tmp_path))
    assert (licence.spdx, licence.readable) == (None, False)


def test_every_known_licence_can_be_recognised_and_says_its_kind() -> None:
    kinds = {"open-source", "open-content", "restricted"}
    for known in known_licences():
        assert known.kind in kinds
        assert known.all or known.any or known.names
    identifiers = [entry["id"] for entry in knowledge("licences")["licence"]]
    assert len(identifiers) == len(set(identifiers))


def test_no_name_stands_for_two_licences() -> None:
    names = [name for known in known_licences() for name in known.names]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("readme", "identifiers"),
    [
        ("This code is released under the MIT license.", ["MIT"]),
        ("The code is licensed under the\nApache License 2.0.", ["Apache-2.0"]),
        ("# X\n[![L](https://img.shields.io/badge/License-BSD%203--Clause-blue.svg)](x)", None),
        ("# X\n[![L](https://img.shields.io/badge/License-MIT-yellow.svg)](x)", ["MIT"]),
        (
            f"# X\n\n## License\n\n{GRANT}\nsoftware. This permission notice shall be included in "
            "all copies\n",
            ["MIT"],
        ),
        ("We compare with a model that MIT published.", []),
    ],
)
def test_a_readme_may_name_the_licence_in_words_by_a_badge_or_in_full(
    tmp_path: Path, readme: str, identifiers: list[str] | None
) -> None:
    (tmp_path / "README.md").write_text(readme)
    tree = tree_of(tmp_path)
    found = collect_licences(tree, collect_documents(tree))
    assert [one.spdx for one in found] == (["BSD-3-Clause"] if identifiers is None else identifiers)


def test_licences_of_others_are_not_those_of_the_work(tmp_path: Path) -> None:
    text = GRANT + "software. This permission notice shall be included in all copies"
    (tmp_path / "THIRD_PARTY_LICENSES.txt").write_text(text)
    assert [(one.spdx, one.root) for one in licence_files(tree_of(tmp_path))] == [("MIT", False)]


def test_a_licence_as_a_pdf_is_there_and_not_known(tmp_path: Path) -> None:
    (tmp_path / "LICENSE.pdf").write_bytes(b"%PDF-1.4\0\0")
    [found] = licence_files(tree_of(tmp_path))
    assert (found.spdx, found.readable) == (None, False)


def test_a_link_at_the_root_stands_for_the_licence_and_readme_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    text = GRANT + "software. This permission notice shall be included in all copies"
    (tmp_path / "package" / "LICENSE").write_text(text)
    (tmp_path / "package" / "index.md").write_text("# All about it\n")
    (tmp_path / "LICENSE").symlink_to("package/LICENSE")
    (tmp_path / "README.md").symlink_to("package/index.md")
    (tmp_path / "COPYING").symlink_to("/etc/hostname")
    with open_target(str(tmp_path)) as opened:
        documents = collect_documents(opened.tree)
        found = collect_licences(opened.tree, documents)
    assert [(one.spdx, one.path, one.root) for one in found] == [("MIT", "package/LICENSE", True)]
    assert documents.main is not None
    assert documents.main.path == "package/index.md"
