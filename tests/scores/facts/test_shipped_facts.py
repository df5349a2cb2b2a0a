"""The shipped facts, checked again: every sum, every pixel, every published total."""

from importlib.resources import files
from itertools import product

import pytest

from reproscope.scores import facts
from reproscope.scores.facts import DataSet

EVERY = list(facts.load())
WITH_IMAGES = [dataset for dataset in EVERY if dataset.images]
IN_VIEW = [dataset for dataset in WITH_IMAGES if facts.siblings(dataset.id)]


def by_id(dataset: DataSet) -> str:
    return dataset.id


def counts(name: str) -> tuple[int | None, int | None]:
    dataset = facts.get(name)
    return dataset.positives, dataset.negatives


@pytest.mark.parametrize("dataset", EVERY, ids=by_id)
def test_every_data_set_says_where_it_comes_from_and_how_it_was_checked(dataset: DataSet) -> None:
    assert len(dataset.source) > 10
    assert dataset.verified.startswith(("second source: ", "arithmetic: "))
    assert dataset.title
    assert dataset.family


@pytest.mark.parametrize("dataset", EVERY, ids=by_id)
def test_the_classes_add_up_and_one_vs_rest_splits_the_total(dataset: DataSet) -> None:
    assert len(dataset.classes) >= 2
    assert all(count >= 0 for count in dataset.classes.values())
    for label, count in dataset.classes.items():
        assert dataset.one_vs_rest(label) == (count, dataset.total - count)
    if dataset.binary:
        assert tuple(dataset.classes.values()) == (dataset.positives, dataset.negatives)
    else:
        assert (dataset.positives, dataset.negatives) == (None, None)


@pytest.mark.parametrize("dataset", WITH_IMAGES, ids=by_id)
def test_the_images_add_up_to_the_totals(dataset: DataSet) -> None:
    assert sum(image.positives for image in dataset.images) == dataset.positives
    assert sum(image.negatives for image in dataset.images) == dataset.negatives
    assert len({image.id for image in dataset.images}) == len(dataset.images)


@pytest.mark.parametrize("dataset", WITH_IMAGES, ids=by_id)
def test_an_image_has_as_many_pixels_as_its_size_says(dataset: DataSet) -> None:
    for image in dataset.images:
        if dataset.pixels is None:
            assert width_and_height(image.total)
        elif dataset.region == "all":
            assert image.total == dataset.pixels
        else:
            assert image.total < dataset.pixels


def width_and_height(pixels: int) -> list[int]:
    """The widths a DRISHTI-GS image of so many pixels may have (they are cut to the eye)."""
    return [w for w in range(2040, 2500) if pixels % w == 0 and 1700 <= pixels // w <= 1850]


@pytest.mark.parametrize("dataset", IN_VIEW, ids=by_id)
def test_the_field_of_view_is_part_of_the_image(dataset: DataSet) -> None:
    (other,) = facts.siblings(dataset.id)
    view, whole = (dataset, other) if dataset.region == "fov" else (other, dataset)
    assert [image.id for image in view.images] == [image.id for image in whole.images]
    for inside, image in zip(view.images, whole.images, strict=True):
        assert inside.positives <= image.positives
        assert inside.negatives < image.negatives


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("drive.test.fov", "drive.test.fov.second"),
        ("drive.test.all", "drive.test.all.second"),
        ("stare.all", "stare.all.second"),
        ("chase_db1.all", "chase_db1.all.second"),
    ],
)
def test_two_annotators_saw_the_same_pixels_and_drew_different_vessels(
    first: str, second: str
) -> None:
    for one, other in zip(facts.get(first).images, facts.get(second).images, strict=True):
        assert one.id == other.id
        assert one.total == other.total
        assert one.positives != other.positives


@pytest.mark.parametrize("part", ["train", "test"])
def test_the_cup_lies_in_the_disc(part: str) -> None:
    discs = facts.get(f"drishti_gs.{part}.all.disc").images
    cups = facts.get(f"drishti_gs.{part}.all.cup").images
    for disc, cup in zip(discs, cups, strict=True):
        assert disc.id == cup.id
        assert disc.total == cup.total
        assert 0 < cup.positives < disc.positives


@pytest.mark.parametrize(
    "dataset", [one for one in WITH_IMAGES if one.id.startswith(("diaret", "drishti"))], ids=by_id
)
def test_where_experts_differ_the_note_says_what_was_counted(dataset: DataSet) -> None:
    assert "Another level gives other counts." in dataset.note


def test_the_masks_of_hrf_have_nearly_one_size() -> None:
    sizes = [image.total for image in facts.get("hrf.fov").images]
    assert max(sizes) / min(sizes) < 1.001


@pytest.mark.parametrize(
    ("name", "images", "pixels"),
    [
        ("drive.test.all", 20, 329_960),
        ("drive.train.all", 20, 329_960),
        ("stare.all", 20, 423_500),
        ("stare.all.second", 20, 423_500),
        ("chase_db1.all", 28, 959_040),
        ("chase_db1.all.second", 28, 959_040),
        ("hrf.all", 45, 8_185_344),
        ("diaretdb1.train.fov.hard-exudates", 28, 1_728_000),
        ("diaretdb1.test.fov.haemorrhages", 61, 1_728_000),
        ("drishti_gs.train.all.disc", 50, None),
        ("drishti_gs.test.all.cup", 51, None),
    ],
)
def test_there_are_as_many_images_as_published(name: str, images: int, pixels: int | None) -> None:
    assert len(facts.get(name).images) == images
    assert facts.get(name).pixels == pixels


@pytest.mark.parametrize(
    ("name", "positives", "negatives"),
    [
        ("drive.test.fov", 577_649, 3_960_494),
        ("drive.test.all", 577_945, 6_021_255),
        ("tpehg", 38, 262),
        ("tpehg.oversampled", 244, 262),
        ("isic2016.test", 75, 304),
        ("isic2016.train", 173, 727),
        ("wdbc", 212, 357),
        ("wdbc.benign", 357, 212),
        ("german", 300, 700),
        ("new_thyroid2", 35, 180),
        ("page-blocks0", 559, 4913),
        ("pima", 268, 500),
        ("ionosphere", 225, 126),
        ("ionosphere.bad", 126, 225),
        ("sonar", 111, 97),
        ("haberman", 81, 225),
        ("breast-cancer-wisconsin", 241, 458),
        ("wisconsin", 239, 444),
        ("heart-statlog", 120, 150),
        ("spambase", 1813, 2788),
        ("bupa", 145, 200),
    ],
)
def test_two_class_counts_are_the_published_ones(name: str, positives: int, negatives: int) -> None:
    assert counts(name) == (positives, negatives)


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("isic2017.test", (117, 90, 393)),
        ("isic2017.train", (374, 254, 1372)),
        ("isic2017.validation", (30, 42, 78)),
        ("ham10000", (327, 514, 1099, 115, 1113, 6705, 142)),
        ("ph2", (80, 80, 40)),
        ("iris", (50, 50, 50)),
        ("wine", (59, 71, 48)),
        ("digits", (178, 182, 177, 183, 181, 182, 181, 179, 174, 180)),
        ("mnist.test", (980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009)),
        ("fashion-mnist.test", (1000,) * 10),
        ("cifar-10.test", (1000,) * 10),
        ("cifar-100.test", (100,) * 100),
    ],
)
def test_class_counts_are_the_published_ones(name: str, classes: tuple[int, ...]) -> None:
    assert tuple(facts.get(name).classes.values()) == classes


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("isic2019.train", 25_331),
        ("isic2020.train", 33_126),
        ("ham10000", 10_015),
        ("derm7pt", 1_011),
        ("mnist.train", 60_000),
        ("svhn.test", 26_032),
        ("adult", 48_842),
        ("creditcard-fraud", 284_807),
        ("letter", 20_000),
        ("nursery", 12_960),
        ("diaretdb1", 28 + 61),
    ],
)
def test_the_total_is_the_published_number_of_items(name: str, total: int) -> None:
    assert facts.get(name).total == total


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("adult", ("adult.train", "adult.test")),
        ("spectf", ("spectf.train", "spectf.test")),
        ("tpehg", ("tpehg.early", "tpehg.late")),
    ],
)
def test_parts_add_up_to_the_whole(whole: str, parts: tuple[str, ...]) -> None:
    sets = [facts.get(part) for part in parts]
    for label, count in facts.get(whole).classes.items():
        assert sum(part.classes[label] for part in sets) == count


@pytest.mark.parametrize(
    ("name", "parent", "positive", "negative"),
    [
        ("vehicle0", "vehicle", "van", "bus opel saab"),
        ("vehicle1", "vehicle", "saab", "bus opel van"),
        ("vehicle2", "vehicle", "bus", "opel saab van"),
        ("vehicle3", "vehicle", "opel", "bus saab van"),
        ("glass0", "glass", "1", "2 3 5 6 7"),
        ("glass6", "glass", "7", "1 2 3 5 6"),
        ("glass-0-1-2-3_vs_4-5-6", "glass", "5 6 7", "1 2 3"),
        ("glass-0-1-4-6_vs_2", "glass", "3", "1 2 5 7"),
        ("ecoli-0_vs_1", "ecoli", "im", "cp"),
        ("ecoli4", "ecoli", "om", "cp im pp imU omL imL imS"),
        ("yeast1", "yeast", "NUC", "CYT MIT ME3 ME2 ME1 EXC VAC POX ERL"),
        ("yeast5", "yeast", "ME1", "CYT NUC MIT ME3 ME2 EXC VAC POX ERL"),
        ("yeast-2_vs_4", "yeast", "ME2", "CYT"),
        ("yeast-1_vs_7", "yeast", "VAC", "NUC"),
        ("new-thyroid1", "new-thyroid", "2", "1 3"),
        ("page-blocks0", "page-blocks", "2 3 4 5", "1"),
        ("page-blocks-1-3_vs_4", "page-blocks", "3", "2 5"),
        ("winequality-red-8_vs_6-7", "winequality-red", "8", "6 7"),
        ("winequality-white-9_vs_4", "winequality-white", "9", "4"),
        ("yeast-0-5-6-7-9_vs_4", "yeast", "ME2", "MIT ME3 EXC VAC ERL"),
        ("yeast-1-4-5-8_vs_7", "yeast", "VAC", "NUC ME2 ME3 POX"),
        ("yeast-1-2-8-9_vs_7", "yeast", "VAC", "NUC CYT POX ERL"),
        ("yeast-0-2-5-6_vs_3-7-8-9", "yeast", "ME1 VAC POX ERL", "MIT CYT ME3 EXC"),
        ("yeast-0-2-5-7-9_vs_3-6-8", "yeast", "ME1 EXC POX", "MIT CYT ME3 VAC ERL"),
        ("yeast-0-3-5-9_vs_7-8", "yeast", "VAC POX", "MIT ME1 ME3 ERL"),
        ("car-good", "car", "good", "unacc acc vgood"),
        ("led7digit-0-2-4-5-6-7-8-9_vs_1", "led7digit", "1", "0 2 4 5 6 7 8 9"),
        ("dermatology-6", "dermatology.complete", "6", "1 2 3 4 5"),
        (
            "lymphography-normal-fibrosis",
            "lymphography",
            "normal fibrosis",
            "malign_lymph metastases",
        ),
        ("satimage.4", "satimage", "4", "1 2 3 5 7"),
        ("heart-cleveland.complete", "heart-cleveland.five", "1 2 3 4", "0"),
    ],
)
def test_a_set_made_from_classes_of_another_has_their_counts(
    name: str, parent: str, positive: str, negative: str
) -> None:
    classes = facts.get(parent).classes
    dataset = facts.get(name)
    assert dataset.positives == sum(classes[label] for label in positive.split())
    assert dataset.negatives == sum(classes[label] for label in negative.split())


@pytest.mark.parametrize(
    ("name", "rows"),
    [("vowel0", 990 - 2), ("segment0", 2310 - 2), ("yeast-2_vs_8", 463 + 20 - 1)],
)
def test_where_keel_lost_rows_a_note_says_so(name: str, rows: int) -> None:
    assert facts.get(name).total == rows
    assert f"{rows:,} rows" in facts.get(name).note


def test_the_monks_problems_have_the_counts_of_their_concepts() -> None:
    robots = list(product((1, 2, 3), (1, 2, 3), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2)))
    first = sum(head == body or jacket == 1 for head, body, _, _, jacket, _ in robots)
    second = sum(robot.count(1) == 2 for robot in robots)
    third = sum(
        (jacket == 3 and hand == 1) or (jacket != 4 and body != 3)
        for _, body, _, hand, jacket, _ in robots
    )
    for name, holds in (("monk-1", first), ("monk-2", second), ("monk-3", third)):
        assert counts(name) == (holds, len(robots) - holds)
    assert counts("monk-2.keel") == counts("monk-3")


def test_known_errors_of_another_collection_are_not_repeated() -> None:
    assert counts("german") != (1, 999)
    assert counts("new-thyroid2") == counts("new-thyroid1")
    assert counts("abalone-21_vs_8") == (14, 567)
    names = facts.load().ids
    assert "abalone-22_vs_8" not in names
    assert "led7digit-0-2-4-6-7-8-9_vs_1" not in names
    assert not [name for name in names if name.startswith("diaretdb1") and ".all" in name]


def test_no_file_is_large() -> None:
    shipped = [file for file in files(facts).iterdir() if file.name.endswith(".toml")]
    assert len(shipped) >= 10
    assert all(len(file.read_bytes()) < 200_000 for file in shipped)
