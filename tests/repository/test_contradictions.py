"""Whether two specifiers leave a version, against a search through many versions."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from reproscope.repository.collect.environment.contradictions import contradictions, disjoint
from tests.repository.trees import environment_of

VERSIONS = [".".join(map(str, parts)) for parts in product(range(5), range(5), range(5), range(2))]
NAMED = st.sampled_from(["0", "1", "1.0", "1.2", "1.2.3", "2.1", "2.1.2", "3"])
PLAIN = st.builds(str.__add__, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), NAMED)
PREFIX = st.builds(lambda sign, v: f"{sign}{v}.*", st.sampled_from(["==", "!="]), NAMED)
COMPATIBLE = st.builds(lambda v: f"~={v}", st.sampled_from(["1.2", "1.2.3", "2.1", "2.1.2"]))
SPECIFIERS = st.lists(PLAIN | PREFIX | COMPATIBLE, min_size=1, max_size=3).map(",".join)


@given(SPECIFIERS, SPECIFIERS)
def test_what_is_called_disjoint_has_no_version_in_common(one, other):
    both = SpecifierSet(one) & SpecifierSet(other)
    shared = [version for version in VERSIONS if both.contains(version)]
    assert not (disjoint(one, other) and shared)


@given(SPECIFIERS, SPECIFIERS)
def test_what_is_not_called_disjoint_has_a_version_in_common(one, other):
    both = SpecifierSet(one) & SpecifierSet(other)
    extended = [*VERSIONS, "4.5", "1.2.3.0.0.1", "2.1.2.0.0.1", "0.0.0.0.0.1"]
    more = [f"{v}.999999" for v in VERSIONS] + [f"{v}.0.0.0.0.1" for v in VERSIONS]
    shared = [version for version in [*extended, *more] if both.contains(version)]
    assert disjoint(one, other) or shared


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ("==1.13.1+cu117", "==1.13.1", False),
        ("==1.13.1+cu117", ">=1.13", False),
        ("==2.0rc1", ">=2.0", True),
        (">2.0a1", "<2.0rc1", False),
        ("===1.0", "==2.0", False),
        ("==1.2", "==1.2.0", False),
        ("", "==1.2", False),
        ("nonsense", "==1.2", False),
    ],
)
def test_odd_versions_are_compared_or_left_alone(one, other, excluded):
    assert disjoint(one, other) is excluded


def test_files_of_different_directories_are_different_environments(tmp_path):
    files = {"a/requirements.txt": "numpy==1.0\n", "b/requirements.txt": "numpy==2.0\n"}
    assert contradictions(environment_of(tmp_path, files)) == ()


def test_one_requirement_can_contradict_itself(tmp_path):
    (found,) = contradictions(environment_of(tmp_path, {"requirements.txt": "numpy>2,<1\n"}))
    assert (found.first, found.first.line) == (found.second, 1)


def test_several_versions_in_a_version_file_are_a_choice(tmp_path):
    files = {
        ".python-version": "3.7.1\n3.9.2\n",
        "setup.cfg": "[options]\npython_requires = >=3.8\n",
    }
    assert contradictions(environment_of(tmp_path, files)) == ()
