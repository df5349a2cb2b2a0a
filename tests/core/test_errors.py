from reproscope.core import UnknownName, nearest


def test_a_misspelt_name_gets_the_nearest_one() -> None:
    error = UnknownName("score", "acuracy", ["accuracy", "recall"])
    assert error.message == "unknown score 'acuracy': did you mean 'accuracy'?"
    assert error.suggestion == "accuracy"


def test_a_name_near_nothing_gets_the_names_there_are() -> None:
    error = UnknownName("format", "zzz", ["html", "json"])
    assert error.message == "unknown format 'zzz': known are html, json"


def test_of_many_names_only_a_few_are_listed_with_their_number() -> None:
    message = UnknownName("score", "zzz", [f"name{i}" for i in range(30)]).message
    assert message == (
        "unknown score 'zzz': known are name0, name1, name2, name3, name4, name5, name6, name7, "
        "… (30 in all)"
    )


def test_an_empty_list_of_names_is_said_to_be_empty() -> None:
    assert UnknownName("rule", "S101", []).message == "unknown rule 'S101': none is known"


def test_the_place_stands_first_where_there_is_one() -> None:
    message = UnknownName("key", "formt", ["format"], where="reproscope.toml").message
    assert message == "reproscope.toml: unknown key 'formt': did you mean 'format'?"


def test_nearness_ignores_case_and_keeps_the_spelling_that_works() -> None:
    assert nearest("s101", ["S101"]) == "S101"
    assert nearest("qqqq", ["S101"]) is None


def test_an_endless_or_hostile_name_is_cut_and_escaped() -> None:
    message = UnknownName("score", "\x1b[31m" + "a" * 10_000, ["accuracy"]).message
    assert "\x1b" not in message
    assert len(message) < 200
