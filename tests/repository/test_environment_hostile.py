"""Files that strangers wrote to break a reader: each is a fact, and the rest is still read."""

import time

import pytest

from reproscope.core import Outcome
from reproscope.repository.checking import examine
from reproscope.repository.collect.documents.gathering import collect_documents
from tests.repository.trees import environment_of, facts_of, tree_of

GOOD = {"setup.cfg": "[options]\ninstall_requires =\n    numpy==1.19.5\n"}
BOMB = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
HOSTILE = {
    "aliases": ("environment.yml", BOMB + "dependencies: *a11\n"),
    "deep yaml": ("environment.yml", "dependencies: " + "[" * 5000 + "]" * 5000),
    "python tags": ("environment.yml", "dependencies: !!python/object/apply:os.system ['true']\n"),
    "dependencies that are no list": ("environment.yml", "dependencies:\n  numpy: 1\n"),
    "a scalar": ("environment.yml", "dependencies: 3\n"),
    "deep toml": ("pyproject.toml", "a = " + "[" * 5000 + "]" * 5000),
    "no toml": ("Pipfile", "[packages\n"),
    "deep python": ("setup.py", "setup(install_requires=" + "(" * 3000 + ")" * 3000 + ")"),
    "broken python": ("setup.py", "setup(\n"),
    "deep json": ("Pipfile.lock", "[" * 100_000),
    "no json": ("renv.lock", "{"),
    "binary": ("requirements.txt", b"\x00\x01\x02numpy"),
    "a merge": ("poetry.lock", "<<<<<<< HEAD\n[[package]]\n"),
    "a long line": ("requirements.txt", "numpy" + "=" * 100_000),
    "many brackets": ("requirements.txt", "a;" + "(" * 3000),
    "a line of blanks": ("setup.cfg", "[options]\na" + " " * 60_000 + "b\n"),
    "a long dotted key": ("pyproject.toml", "a." * 100_000 + "a = 1\n"),
    "many blank lines": ("Pipfile.lock", "{" + "\n" * 200_000),
    "no configuration": ("setup.cfg", "[options\n=\n"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_a_fact_and_the_rest_is_read(tmp_path, case):
    name, content = HOSTILE[case]
    files = {f"bad/{name}": content, **GOOD}
    found = environment_of(tmp_path, files)
    assert [b.file for b in found.broken] == [f"bad/{name}"]
    assert [(d.name, d.file) for d in found.declarations if d.pinned == "exact"] == [
        ("numpy", "setup.cfg")
    ]


def test_a_file_of_many_megabytes_is_read_in_part_and_says_so(tmp_path):
    found = environment_of(tmp_path, {"requirements.txt": "numpy==1.0\n" * 500_000})
    assert [b.why for b in found.broken] == ["it is too long and was read in part"]
    assert {d.name for d in found.declarations} == {"numpy"}


def test_thousands_of_declaring_files_are_bounded(tmp_path):
    files = {f"p{n}/requirements.txt": "numpy==1.0\n" for n in range(600)}
    found = environment_of(tmp_path, files)
    assert len(found.declarations) == 500
    assert len(found.broken) == 100


def test_a_chain_of_includes_ends(tmp_path):
    files = {f"r{n}.txt": f"-r r{n + 1}.txt\n" for n in range(2000)}
    found = environment_of(tmp_path, {"requirements.txt": "-r r0.txt\n", **files})
    assert len(found.files) == 500


def test_a_hostile_regular_expression_input_is_read_at_once(tmp_path):
    text = "FROM " + "a" * 50_000 + "\nRUN pip install " + "'" * 49_999 + "\nRUN pip " + "$a" * 9000
    found = environment_of(tmp_path, {"Dockerfile": text, **GOOD})
    assert [d.name for d in found.declarations if d.file == "setup.cfg"] == ["numpy"]


def test_no_indicator_fails_on_hostile_files(tmp_path):
    files = {f"{n}/{name}": content for n, (name, content) in enumerate(HOSTILE.values())}
    facts = facts_of(tmp_path, {"train.py": "import torch\n", **files})
    judged = [one for one in examine(facts).judged if one.indicator.factor == "software"]
    assert len(judged) == 10
    assert not [one for one in judged if "bug in reproscope" in one.judgement.message]
    by_code = {one.indicator.rule.code: one.judgement.outcome for one in judged}
    assert by_code["R210"] is Outcome.UNKNOWN
    assert by_code["R211"] is Outcome.UNKNOWN


# Files on which a pattern or a search took time that grew with the square of their length.
SLOW = {
    "options behind a hash": ("requirements.txt", "x==1 --hash=sha256:00 " + "--a " * 60_000),
    "names with a bracket": ("environment.yml", "dependencies:\n" + f"  - '{'a' * 1980}['\n" * 400),
    "many eggs": ("requirements.txt", ("git+x" + "#" * 1990 + "\n") * 1500),
    "poetry": (
        "pyproject.toml",
        "[tool.poetry.dependencies]\n" + "".join(f'a{n}="*"\n' for n in range(30_000)),
    ),
    "pep 621": (
        "pyproject.toml",
        "[project]\ndependencies=[\n" + "".join(f'"a{n}",\n' for n in range(30_000)) + "]\n",
    ),
    "far lines": (
        "environment.yml",
        "dependencies:\n" + "\n" * 60_000 + "".join(f"  - a{n}\n" for n in range(4000)),
    ),
    "an explicit address": ("spec-file.txt", "@EXPLICIT\nhttp://" + "a" * 60_000),
    "blanks in nix": ("shell.nix", "withPackages (p:" + " " * 190_000),
    "one long instruction": ("Dockerfile", "FROM a\nRUN a " + ("b" * 3990 + "\\\n") * 1000),
    "comments never closed": ("devcontainer.json", "{" + "/*" * 200_000),
}


@pytest.mark.parametrize("case", SLOW)
def test_a_file_made_to_be_slow_is_read_in_seconds(tmp_path, case):
    name, content = SLOW[case]
    begun = time.process_time()
    found = environment_of(tmp_path, {name: content, **GOOD})
    assert [d.name for d in found.declarations if d.file == "setup.cfg"] == ["numpy"]
    assert time.process_time() - begun < 5  # each took from 2 to 115 seconds before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", "a." * 150_000 + "a = 1\n"),
        ("setup.cfg", "[metadata]\na" + " " * 190_000 + "b\n"),
        ("package.json", "[" * 100_000),
    ],
)
def test_metadata_that_is_made_to_be_slow_is_unreadable(tmp_path, name, content):
    documents = collect_documents(tree_of(tmp_path, {name: content}))
    assert documents.unreadable == (name,)


def test_json_may_hold_comments_as_editors_allow_them(tmp_path):
    text = (
        '// a head\n{\n"image": "python:3.9", //at once\n /* two\n lines */ "x": "http://a //b",}\n'
    )
    found = environment_of(tmp_path, {".devcontainer/devcontainer.json": text})
    assert [(i.stated, i.line) for i in found.images] == [("python:3.9", 3)]
    assert not found.broken
