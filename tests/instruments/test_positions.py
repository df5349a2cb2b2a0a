"""On which line a key stands: for every form in which TOML can write one."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reproscope.instruments.positions import TooDeep, line_of_each_key

TEXT = '''\
# a comment with = and [brackets]
name = "x"   # 2
"quoted key" = 'literal # no comment' # 3
a.b . "c.d" = 1 # 4
long = """
fake = 1
""\\"still
[fake]
""" # 5 to 9
other = \'\'\'
[[fake]]\'\'\'\'\' # 10
list = [ # 12
  "one", # 13
  { inner = 1, deep.er = [2] }, # 14
  [ 3, "]", # 15
    4 ],
]
[table] # 18
date = 1979-05-27 07:32:00Z
   [ table . "sub" ]
float = -1.5e+3
[[many]] # 22
key = true
[many.values] # 24
E = "e"
[[many]] # 26

key = false # 28
[[many.inner]]
last = 1
'''


def test_every_key_has_its_line() -> None:
    lines = line_of_each_key(TEXT)
    expected = {
        ("name",): 2,
        ("quoted key",): 3,
        ("a", "b", "c.d"): 4,
        ("long",): 5,
        ("other",): 10,
        ("list",): 12,
        ("list", 0): 13,
        ("list", 1, "inner"): 14,
        ("list", 1, "deep", "er"): 14,
        ("list", 2): 15,
        ("list", 2, 1): 15,
        ("list", 2, 2): 16,
        ("table",): 18,
        ("table", "date"): 19,
        ("table", "sub"): 20,
        ("table", "sub", "float"): 21,
        ("many",): 22,
        ("many", 0): 22,
        ("many", 0, "key"): 23,
        ("many", 0, "values"): 24,
        ("many", 0, "values", "E"): 25,
        ("many", 1): 26,
        ("many", 1, "key"): 28,
        ("many", 1, "inner", 0, "last"): 30,
    }
    assert {path: lines.get(path) for path in expected} == expected
    assert ("fake",) not in lines


def test_lines_are_counted_alike_where_they_end_as_on_windows() -> None:
    assert line_of_each_key(TEXT.replace("\n", "\r\n")) == line_of_each_key(TEXT)


def paths(value: object, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Return the path of every table, key and element that the decoder found."""
    found = {path} if path else set()
    if isinstance(value, dict):
        for key, one in value.items():
            found |= paths(one, (*path, key))
    if isinstance(value, list):
        for at, one in enumerate(value):
            found |= paths(one, (*path, at))
    return found


def test_exactly_what_the_decoder_finds_has_a_line() -> None:
    assert set(line_of_each_key(TEXT)) == paths(tomllib.loads(TEXT))


@given(st.text(st.sampled_from("ab=.[]{}\"'\\#\n 1,"), max_size=50))
def test_whatever_the_decoder_reads_the_finder_has_read_too(text: str) -> None:
    try:
        decoded = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        decoded = {}
    assert paths(decoded) <= set(line_of_each_key(text))


def test_a_key_of_very_many_parts_is_refused_before_the_decoder_sees_it() -> None:
    with pytest.raises(TooDeep) as caught:
        line_of_each_key("a = 1\n" + "b." * 100_000 + "c = 1")
    assert caught.value.line == 2
