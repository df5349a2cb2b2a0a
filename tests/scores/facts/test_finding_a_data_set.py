"""A data set is found however its name is written, and an unknown name is told what is near."""

import pytest

from reproscope.core.errors import UnknownName
from reproscope.scores import facts


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("TPEHG", "tpehg"),
        ("tpehg db", "tpehg"),
        ("DRIVE test FoV", "drive.test.fov"),
        ("drive/test/fov", "drive.test.fov"),
        ("CHASEDB1_all", "chase_db1.all"),
        ("new_thyroid2", "new-thyroid2"),
        ("ECOLI_0_1_vs_5", "ecoli-0-1_vs_5"),
        ("german-credit", "german"),
        ("load_breast_cancer", "wdbc"),
        ("MNIST", "mnist.test"),
    ],
)
def test_case_and_separators_make_no_difference(written: str, meant: str) -> None:
    assert facts.get(written).id == meant


@pytest.mark.parametrize("dataset", list(facts.load()), ids=lambda dataset: dataset.id)
def test_every_name_and_synonym_finds_its_data_set(dataset: facts.DataSet) -> None:
    for name in (dataset.id, *dataset.synonyms):
        assert facts.get(name) is dataset
        assert facts.get(name.upper().replace("-", "_")) is dataset


def test_an_image_is_a_data_set_of_its_own() -> None:
    image = facts.get("DRIVE.test.fov:01_TEST")
    assert image.id == "drive.test.fov:01_test"
    assert (image.positives, image.negatives) == (29_412, 194_965)
    assert image.one_vs_rest("background") == (194_965, 29_412)
    assert image.images == ()
    assert image.region == "fov"
    assert image.source == facts.get("drive.test.fov").source


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("drive.test.fov", ["drive.test.all"]),
        ("drive.test.all.second", ["drive.test.fov.second"]),
        ("drive.train.all", ["drive.train.fov"]),
        ("hrf.fov", ["hrf.all"]),
        ("hrf.fov:13_h", ["hrf.all:13_h"]),
        ("stare.all", []),
        ("iris", []),
    ],
)
def test_a_sibling_is_the_same_set_over_the_other_region(name: str, others: list[str]) -> None:
    assert [other.id for other in facts.siblings(name)] == others


def test_being_a_sibling_is_mutual() -> None:
    for dataset in facts.load():
        for other in facts.siblings(dataset.id):
            assert dataset in facts.siblings(other.id)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tpehq", "unknown data set 'tpehq': did you mean 'tpehg'?"),
        ("glas5", "unknown data set 'glas5': did you mean 'glass5'?"),
        (
            "chase",
            "unknown data set 'chase': known are chase_db1.all, chase_db1.all.second",
        ),
        (
            "drive",
            "unknown data set 'drive': known are drive.test.fov, drive.test.all, "
            "drive.test.fov.second, drive.test.all.second, drive.train.fov, drive.train.all",
        ),
        (
            "drive.test.fov:21_training",
            "unknown image of drive.test.fov '21_training': known are 01_test, ",
        ),
        ("iris:1", "unknown image of iris '1': none is known"),
    ],
)
def test_an_unknown_name_is_told_what_is_near(name: str, message: str) -> None:
    with pytest.raises(UnknownName) as raised:
        facts.get(name)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("name", ["", ":", " . ", "no such set", "x" * 100_000, "\n\x1b[31m"])
def test_nonsense_is_an_unknown_name_of_one_short_line(name: str) -> None:
    with pytest.raises(UnknownName) as raised:
        facts.get(name)
    assert len(str(raised.value)) < 400
    assert "\n" not in str(raised.value)
    assert "\x1b" not in str(raised.value)


def test_an_unknown_class_is_told_what_is_near() -> None:
    with pytest.raises(
        UnknownName, match=r"class of isic2017\.test 'melanom': did you mean 'melanoma'"
    ):
        facts.get("isic2017.test").one_vs_rest("melanom")


def test_labels_of_one_sign_are_told_apart() -> None:
    assert facts.get("mammography").one_vs_rest("1") == (260, 10_923)
    assert facts.get("mammography").one_vs_rest("-1") == (10_923, 260)


def test_the_shipped_facts_are_read_once() -> None:
    assert facts.load() is facts.load()
    assert len(facts.load()) == len(facts.load().ids)


def test_data_sets_can_be_kept_in_a_set() -> None:
    assert len(set(facts.load())) == len(facts.load())
