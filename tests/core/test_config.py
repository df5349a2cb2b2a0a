from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope.core import Config, Level, ReproscopeError, load_config

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write_file


def test_without_a_file_everything_is_left_open(tmp_path: Path) -> None:
    assert load_config(directory=tmp_path) == Config()


def test_every_known_key_is_read_with_its_type(tmp_path: Path, write: Write) -> None:
    write(
        "reproscope.toml",
        'format = "json"\ntime-limit = 5\nrounding = "any"\nundefined = "never"\n'
        'fail-on = "warning"\nprofile = "loos2022"\ncolor = "never"\nonline = true\n',
    )
    config = load_config(directory=tmp_path)
    assert config.time_limit == 5.0
    assert config.fail_on is Level.WARNING
    assert (config.format, config.rounding, config.undefined) == ("json", "any", "never")
    assert (config.profile, config.color, config.online) == ("loos2022", "never", True)
    assert config.source.startswith("reproscope.toml (sha256 ")


def test_the_digest_follows_what_the_file_says_and_not_its_layout(write: Write) -> None:
    plain = load_config(write("a.toml", 'format = "json"\nprofile = "x"\n')).source
    spaced = load_config(write("a.toml", '# why\nprofile = "x"\n\nformat="json"\n')).source
    other = load_config(write("a.toml", 'format = "csv"\n')).source
    assert plain == spaced
    assert plain != other


def test_pyproject_is_read_only_in_its_own_table(tmp_path: Path, write: Write) -> None:
    write("pyproject.toml", '[project]\nname = "x"\n[tool.reproscope]\ntime_limit = 1.5\n')
    assert load_config(directory=tmp_path).time_limit == 1.5


def test_a_pyproject_that_says_nothing_about_us_is_no_configuration(
    tmp_path: Path, write: Write
) -> None:
    write("pyproject.toml", '[project]\nname = "x"\n')
    assert load_config(directory=tmp_path) == Config()


def test_the_file_of_our_own_wins_over_pyproject(tmp_path: Path, write: Write) -> None:
    write("pyproject.toml", '[tool.reproscope]\nformat = "json"\n')
    write("reproscope.toml", 'format = "csv"\n')
    assert load_config(directory=tmp_path).format == "csv"


def test_a_file_inside_the_audited_target_is_left_alone(tmp_path: Path, write: Write) -> None:
    path = write("reproscope.toml", 'fail-on = "none"\n')
    config = load_config(directory=tmp_path, targets=[str(tmp_path)])
    assert config.fail_on is None
    assert config.ignored == path
    assert load_config(path, targets=[str(tmp_path)]).fail_on is Level.NONE


def test_a_target_that_is_a_file_beside_the_configuration_does_not_hide_it(
    tmp_path: Path, write: Write
) -> None:
    write("reproscope.toml", 'format = "json"\n')
    claims = write("claims.yaml", "")
    assert load_config(directory=tmp_path, targets=[str(claims)]).format == "json"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("formt = 'json'", "unknown key 'formt': did you mean 'format'?"),
        ("time-limit = 'long'", "key 'time-limit' must be a positive number, got 'long'"),
        ("time-limit = 0", "key 'time-limit' must be a positive number, got 0"),
        ("time-limit = nan", "key 'time-limit' must be a positive number, got nan"),
        ("time-limit = inf", "key 'time-limit' must be a positive number, got inf"),
        ("time-limit = true", "key 'time-limit' must be a positive number, got True"),
        ("format = 3", "key 'format' must be text, got 3"),
        ("online = 'yes'", "key 'online' must be true or false, got 'yes'"),
        (
            "fail-on = 'fatal'",
            "key 'fail-on' must be one of error, warning, note, none, got 'fatal'",
        ),
        ("time-limit = 1\ntime_limit = 2", "key 'time-limit' is given twice"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_file_and_the_key(
    write: Write, text: str, message: str
) -> None:
    path = write("reproscope.toml", text)
    with pytest.raises(ReproscopeError) as caught:
        load_config(path)
    assert caught.value.message == f"{path}: {message}"


def test_a_file_that_is_not_toml_is_named_with_the_line(write: Write) -> None:
    with pytest.raises(ReproscopeError, match=r"cannot read configuration .*line 1"):
        load_config(write("reproscope.toml", "format = = 1"))


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReproscopeError, match=r"cannot read configuration .*No such file"):
        load_config(tmp_path / "gone.toml")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "reproscope.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ReproscopeError, match="not UTF-8 text"):
        load_config(directory=tmp_path)


def test_a_tool_table_that_is_no_table_is_an_error(write: Write, tmp_path: Path) -> None:
    write("pyproject.toml", "[tool]\nreproscope = 1\n")
    with pytest.raises(ReproscopeError, match=r"\[tool.reproscope\] must be a table"):
        load_config(directory=tmp_path)
