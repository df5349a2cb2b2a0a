"""A user's own file is read like ours, and each mistake in it is one line that says where."""

from pathlib import Path

import pytest

from reproscope.scores import facts
from reproscope.scores.facts import FactsError

GOOD = {
    "title": '"Our clinic"',
    "task": '"binary"',
    "positives": "38",
    "negatives": "262",
    "source": '"our own records"',
    "verified": '"unverified"',
}


def entry(name: str = "clinic", /, **changes: str | None) -> str:
    values = {**GOOD, **changes}
    lines = [f"{key} = {value}" for key, value in values.items() if value is not None]
    return "\n".join([f"[dataset.{name}]", *lines, ""])


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_users_data_sets_stand_beside_ours(tmp_path: Path) -> None:
    path = written(tmp_path, entry(synonyms='["our clinic"]') + entry('"clinic.late"'))
    registry = facts.load(extra=[path])
    assert len(registry) == len(facts.load()) + 2
    clinic = registry.get("Our-Clinic")
    assert (clinic.id, clinic.positives, clinic.negatives) == ("clinic", 38, 262)
    assert (clinic.family, clinic.verified, clinic.binary) == ("mine", "unverified", True)
    assert registry.get("clinic.late").total == 300
    assert registry.get("tpehg").positives == 38
    assert "clinic" not in facts.load().ids


def test_source_and_verified_may_stand_once_for_a_file(tmp_path: Path) -> None:
    head = '[defaults]\nsource = "our archive"\nverified = "arithmetic: 38 + 262 = 300"\n'
    text = head + entry(source=None, verified=None) + entry("other", source='"elsewhere"')
    registry = facts.load(extra=[str(written(tmp_path, text))])
    assert registry.get("clinic").source == "our archive"
    assert registry.get("clinic").verified == "arithmetic: 38 + 262 = 300"
    assert registry.get("other").source == "elsewhere"


def test_images_and_both_regions_are_found_as_siblings(tmp_path: Path) -> None:
    view = {"region": '"fov"', "pixels": "400", "positives": "30", "negatives": "370"}
    text = entry('"eye.fov"', **view, images='[["a", 10, 190], ["b", 20, 180]]') + entry(
        '"eye.all"',
        region='"all"',
        pixels="400",
        positives="30",
        negatives="770",
        images='[["a", 10, 390], ["b", 20, 380]]',
    )
    registry = facts.load(extra=[written(tmp_path, text)])
    assert [other.id for other in registry.siblings("eye.fov:b")] == ["eye.all:b"]
    assert registry.get("eye.fov:b").negatives == 180


def test_a_multiclass_set_needs_its_classes_only(tmp_path: Path) -> None:
    text = entry(task='"multiclass"', positives=None, negatives=None, classes="{ a = 1, b = 2 }")
    clinic = facts.load(extra=[written(tmp_path, text)]).get("clinic")
    assert clinic.one_vs_rest("B") == (2, 1)
    assert not clinic.binary


MULTI: dict[str, str | None] = {"task": '"multiclass"', "positives": None, "negatives": None}

BAD = {
    "negative count": (
        entry(positives="-1"),
        "dataset.clinic.positives: must be a whole number, 0 or more, not -1",
    ),
    "fractional count": (
        entry(negatives="262.5"),
        "dataset.clinic.negatives: must be a whole number, 0 or more, not 262.5",
    ),
    "count as text": (
        entry(negatives='"262"'),
        "dataset.clinic.negatives: must be a whole number, 0 or more, not '262'",
    ),
    "true is no count": (
        entry(positives="true"),
        "dataset.clinic.positives: must be a whole number, 0 or more, not True",
    ),
    "NaN": (
        entry(positives="nan"),
        "dataset.clinic.positives: must be a whole number, 0 or more, not nan",
    ),
    "missing count": (
        entry(positives=None),
        "dataset.clinic.positives: missing: a whole number, 0 or more",
    ),
    "empty data set": (
        entry(positives="0", negatives="0"),
        "dataset.clinic.positives: the data set is empty: positives and negatives are both 0",
    ),
    "missing source": (
        entry(source=None),
        "dataset.clinic.source: missing: where the counts come from (a citation, DOI or address)",
    ),
    "blank source": (
        entry(source='"  "'),
        "dataset.clinic.source: missing: where the counts come from (a citation, DOI or address)",
    ),
    "missing title": (
        entry(title=None),
        "dataset.clinic.title: missing: what the data set is called",
    ),
    "missing verified": (
        entry(verified=None),
        'dataset.clinic.verified: missing: say how: "second source: …", "arithmetic: …" or '
        '"unverified"',
    ),
    "verified in other words": (
        entry(verified='"yes"'),
        'dataset.clinic.verified: say how: "second source: …", "arithmetic: …" or '
        "\"unverified\"; not 'yes'",
    ),
    "misspelt key": (
        entry(positves="3"),
        "dataset.clinic.positves: unknown key: did you mean 'positives'?",
    ),
    "misspelt table": (
        entry().replace("[dataset.", "[datasets."),
        "datasets: unknown key: did you mean 'dataset'?",
    ),
    "misspelt default": (
        '[defaults]\nsorce = "x"\n' + entry(),
        "defaults.sorce: unknown key: did you mean 'source'?",
    ),
    "another task": (
        entry(task='"regression"'),
        'dataset.clinic.task: must be "binary" or "multiclass", not \'regression\'',
    ),
    "another region": (
        entry(region='"disc"'),
        'dataset.clinic.region: must be "fov" or "all", not \'disc\'',
    ),
    "totals that disagree with the images": (
        entry(images='[["a", 18, 200], ["b", 19, 62]]'),
        "dataset.clinic.positives: is 38, but the images add up to 37",
    ),
    "image of another size": (
        entry(region='"all"', pixels="200", images='[["a", 38, 262]]'),
        "dataset.clinic.images: a has 300 pixels, each image should have 200",
    ),
    "field of view larger than the image": (
        entry(region='"fov"', pixels="200", images='[["a", 38, 262]]'),
        "dataset.clinic.images: a has 300 pixels in view, an image 200 in all",
    ),
    "image without counts": (
        entry(images='[["a", 38]]'),
        "dataset.clinic.images[0]: must be [image, positives, negatives], not ['a', 38]",
    ),
    "image with a negative count": (
        entry(images='[["a", 38, 262], ["b", 1, -1]]'),
        "dataset.clinic.images[1]: must be a whole number, 0 or more, not -1",
    ),
    "image twice": (
        entry(images='[["a", 38, 0], ["A", 0, 262]]'),
        "dataset.clinic.images: two images have the same name",
    ),
    "classes of a binary set": (
        entry(classes="{ a = 1, b = 2 }"),
        'dataset.clinic.classes: a binary task has "positives" and "negatives" instead',
    ),
    "positives of a multiclass set": (
        entry(task='"multiclass"', classes="{ a = 1, b = 2 }"),
        'dataset.clinic.positives: belongs to a binary task; a multiclass task has "classes"',
    ),
    "one class": (
        entry(**MULTI, classes="{ a = 1 }"),
        "dataset.clinic.classes: must hold two or more classes: { label = count, … }",
    ),
    "no classes": (
        entry(**MULTI),
        "dataset.clinic.classes: must hold two or more classes: { label = count, … }",
    ),
    "classes as a list": (
        entry(**MULTI, classes="[1, 2]"),
        "dataset.clinic.classes: must be a table, not [1, 2]",
    ),
    "negative class": (
        entry(**MULTI, classes="{ a = 1, b = -2 }"),
        "dataset.clinic.classes.b: must be a whole number, 0 or more, not -2",
    ),
    "class twice": (
        entry(**MULTI, classes="{ a = 1, A = 2 }"),
        "dataset.clinic.classes: 'a' and 'A' would be taken for the same class",
    ),
    "same label twice": (
        entry(positive_label='"ill"', negative_label='"Ill"'),
        "dataset.clinic.negative_label: is 'Ill', the same as the positive one",
    ),
    "synonyms as text": (
        entry(synonyms='"x"'),
        'dataset.clinic.synonyms: must be a list of texts, like ["one", "two"]',
    ),
    "title as a number": (entry(title="3"), "dataset.clinic.title: must be text, not 3"),
    "a name with dots, not quoted": (
        entry("clinic.late"),
        'dataset.clinic: quote a name with dots: [dataset."a.b"]',
    ),
    "a name with a colon": (
        entry('"a:b"'),
        "dataset.a:b: a name is letters, digits and . - _ only",
    ),
    "an entry that is no table": (
        "[dataset]\nclinic = 3\n",
        "dataset.clinic: must be a table, not 3",
    ),
    "no data set": ("", 'no data set; each is a table [dataset."name"]'),
    "a name of ours": (
        entry("TPEHG"),
        "dataset.TPEHG: the name 'TPEHG' already belongs to 'tpehg' of ehg.toml; choose another",
    ),
    "a synonym of ours": (
        entry(synonyms='["german credit"]'),
        "dataset.clinic: the name 'german credit' already belongs to 'german' of uci.toml; "
        "choose another",
    ),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_a_mistake_is_one_line_that_says_where_and_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FactsError) as raised:
        facts.load(extra=[path])
    assert str(raised.value) == f"{path}: {message}"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FactsError, match=r"none\.toml: cannot be read: No such file or directory"):
        facts.load(extra=[tmp_path / "none.toml"])


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "[dataset.clinic\n")
    with pytest.raises(FactsError, match=r"mine\.toml: not TOML: .*line 1, column 16"):
        facts.load(extra=[path])


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FactsError, match="cannot be read: Is a directory"):
        facts.load(extra=[tmp_path])


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('[dataset.x]\ntitle = "é"\n'.encode("latin-1"))
    with pytest.raises(FactsError, match=r"latin\.toml: not UTF-8 at byte 21"):
        facts.load(extra=[path])


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = written(tmp_path, "#" * 5_000_001)
    with pytest.raises(FactsError, match="5,000,001 bytes; at most 5,000,000 are read"):
        facts.load(extra=[path])


def test_endless_nesting_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a = " + "[" * 100_000)
    with pytest.raises(FactsError, match=r"nested too deeply|not TOML"):
        facts.load(extra=[path])
