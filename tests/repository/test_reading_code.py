"""What is read of Python sources: texts, paths, settings, names of data; and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from reproscope.repository.collect.data.names import names_in
from reproscope.repository.collect.python.modules import Module, module_of
from reproscope.repository.collect.python.parsing import Source
from reproscope.repository.collect.python.reading import script_source
from reproscope.repository.judging.personal import personal_paths
from reproscope.repository.tree import File, Tree


def module(text: str) -> Module:
    found = module_of(Source("a.py", text))
    assert found.parsed, found.problem
    return found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("trained on cifar10", ["CIFAR-10"]),
        ("CIFAR-10, CIFAR_100", ["CIFAR-10", "CIFAR-100"]),
        ("MNIST", ["MNIST"]),
        ("Fashion MNIST", ["Fashion-MNIST"]),
        ("ILSVRC2012 images", ["ImageNet"]),
        ("the Cora dataset", ["Cora"]),
        ("removing dropout achieves what Shakespeare shakes", []),
        ("drop the dataset", []),
        ("the DROP benchmark", ["DROP"]),
        ("class Cora: pass", []),
        ("an adult reads the data", []),
        ("set 5 epochs of the training data", []),
        ("imagenette", ["ImageNet"]),
        ("unimagenetlike", []),
    ],
)
def test_data_sets_are_found_as_whole_words_in_any_case(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("open('a.txt')", [("a.txt", False)]),
        ("open('a.txt', 'w')", [("a.txt", True)]),
        ("open('a.txt', mode)", [("a.txt", True)]),
        ("import os\nD = 'd'\nopen(os.path.join(D, 'a'))", [("d/a", False)]),
        ("from pathlib import Path\nPath('d', 'a').read_text()", [("d/a", False)]),
        ("from pathlib import Path\n(Path('d') / 'a').open('w')", [("d/a", True)]),
        ("D = 'd'\nD = 'e'\nopen(D + '/a')", [("*/a", False)]),
        ("def f(D):\n    open(D)\nD = 'x'", []),
        ("n = 1\nopen(f'{n}.txt')", [("*.txt", False)]),
        ("open(folder + '/' + name)", []),
        ("open('data/ind.{}.{}'.format(a, b))", [("data/ind.*.*", False)]),
        ("open('log/%s-%03d.csv' % (a, b))", [("log/*-*.csv", False)]),
        ("import os\nopen(os.path.join(root, 'train.txt'))", [("*/train.txt", False)]),
        (
            "import pickle\nwith open('a.pkl', 'rb') as f:\n    pickle.load(f)",
            [("a.pkl", False)] * 2,
        ),
        ("x = '1234567890' * 2 + y\nopen(x + x + x)", []),
        ("n = 'b'\nopen(f'{n}.txt')", [("b.txt", False)]),
        ("a = b\nb = a\nopen(a)", []),
        ("import pandas as pd\npd.read_csv(filepath_or_buffer='x.csv')", [("x.csv", False)]),
    ],
)
def test_a_path_is_followed_only_where_it_is_certain(
    text: str, opened: list[tuple[str, bool]]
) -> None:
    assert [(one.path, one.writes) for one in module(text).opened] == opened


@pytest.mark.parametrize(
    ("text", "personal"),
    [
        ("p = '/home/ada/x'", True),
        ("p = '/Users/ada/x'", True),
        ("p = r'C:\\Users\\ada\\x'", True),
        ("open('D:/work/x.csv')", True),
        ("data_dir = '/data/coco'", True),
        ("p = '/content/drive/MyDrive/x'", True),
        ("'''/home/ada/x'''", False),
        ("# /home/ada/x", False),
        ("p = 'https://x.org/home/ada'", False),
        ("p = '/home/user/x'", False),
        ("p = f'/home/{name}/x'", False),
        ("p = '/path/to/x'", False),
        ("open('/tmp/x')", False),
        ("app.get('/data/items')", False),
        ("x == '/home/ada/x'", False),
        ("re.sub('/home/ada/', '', p)", False),
        ("p = '/kaggle/input/x'", False),
    ],
)
def test_only_paths_of_one_machine_are_personal(text: str, personal: bool) -> None:
    assert bool(list(personal_paths(module(text)))) is personal


def test_keywords_that_are_spread_are_no_positional_arguments() -> None:
    [call] = module("f(1, *a, **options)").calls
    assert [a.keyword for a in call.arguments] == [None, None, "**"]


def test_the_source_of_an_argument_is_as_it_was_written() -> None:
    [call] = module("f('é' + g,\n  key=[1,\n   2])").calls[:1]
    assert [a.source for a in call.arguments] == ["'é' + g", "[1, 2]"]


@pytest.mark.parametrize(
    ("data", "undeclared"),
    [
        ("x = 'é'".encode(), False),
        ("x = 'é'".encode("latin-1"), True),
        ("# -*- coding: latin-1 -*-\nx = 'é'".encode("latin-1"), False),
        ("\ufeffx = 'é'".encode(), False),
        (b"# coding: nonsense\nx = 1", True),
        (b"x = 1\r\ny = 2\rz = 3\n", False),
    ],
)
def test_a_script_is_decoded_as_it_declares(tmp_path: Path, data: bytes, undeclared: bool) -> None:
    (tmp_path / "a.py").write_bytes(data)
    source = script_source(Tree(tmp_path, ()), File("a.py", len(data)))
    assert source.undeclared is undeclared
    assert module_of(source).parsed


@pytest.mark.parametrize(
    ("text", "python2", "newer"),
    [
        ("print 'x'\ndef broken(:", True, False),
        ("def broken(:", False, False),
        ("{% if name %}", False, True),
        ("x = f'{a['b']}'", False, True),
    ],
)
def test_what_does_not_parse_is_told_apart(text: str, python2: bool, newer: bool) -> None:
    found = module_of(Source("a.py", text))
    if newer and found.parsed:
        return  # this Python is new enough
    assert (found.parsed, found.python2, found.newer) == (False, python2, newer)


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("print 'x', f(y)", ["print", "f"]),
        ("print 'a'; print >>log, f(1,\n  2)", ["print", "print", "f"]),
        ("print", []),
        ("print ('x') % 1\nprint f()", ["print", "print", "f"]),
        ("try:\n    f()\nexcept (OSError, E), e:\n    pass", ["f"]),
        ("exec code in {}\nraise f(), 'x'", ["exec", "f"]),
        ("if a <> 0777 or b == 10L or `f(x)` == ur'x': print -1", ["f", "print"]),
        ("if x:\n\tf()\n        g()", ["f", "g"]),
        ("print 'a'; print f()  # told", ["print", "print", "f"]),
    ],
)
def test_python_2_is_read_on_its_own_lines(text: str, calls: list[str]) -> None:
    found = module_of(Source("a.py", text))
    assert (found.parsed, found.python2) == (True, text != "print")
    assert sorted(call.name for call in found.calls) == sorted(calls)
    assert max((call.place.line for call in found.calls), default=1) <= text.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 1_000_000 + "(",
        " " * 1_000_000 + "(",
        "except a" + ", a" * 300_000 + "\n(",
        "print" + " " * 1_000_000 + "(:",
        "x = " + "(" * 5_000,
        "x = " + "-" * 50_000 + "1",
        "x = " + "a." * 50_000 + "b",
        "x = " + "[" * 90 + "]" * 90,
        "f(" * 80 + ")" * 80,
        "x = 1 + " + "1 + " * 3_000 + "1",
        "\n".join(f"a{n} = a{n + 1}" + f" + a{n + 1}" * 300 for n in range(12)) + "\nopen(a0)",
    ],
)
def test_hostile_sources_are_answered(text: str) -> None:
    found = module_of(Source("a.py", text))
    assert found.parsed or found.problem
