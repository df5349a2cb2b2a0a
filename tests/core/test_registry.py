from collections.abc import Callable

import pytest

from reproscope.core import ReproscopeError, Rule, UnknownName
from reproscope.core.registry import (
    RENDERERS,
    find_rule,
    load_renderer,
    load_renderers,
    load_rules,
    load_schema,
    load_targets,
    names,
)

Install = Callable[..., None]


def test_a_plug_in_registers_as_a_built_in_does(toy_rule: Install, toy_target: None) -> None:
    toy_rule()
    assert load_rules().found["T101"].name == "toy-rule"
    assert load_targets().found["toy"].description == "a file that ends in .toy"


def test_the_renderers_of_the_design_are_built_in() -> None:
    expected = {"csv", "html", "json", "junit", "markdown", "sarif", "text"}
    assert expected <= set(names(RENDERERS))
    loaded = load_renderers()
    assert not loaded.broken
    assert {name: r.name for name, r in loaded.found.items()} == {n: n for n in loaded.found}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import surely_not_there", "ModuleNotFoundError: No module named 'surely_not_there'"),
        ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
        ("raise SystemError", "SystemError: no message"),
        ("OTHER = 1", "AttributeError: module 'plugin_broken' has no attribute 'VALUE'"),
        ("VALUE = 3", "TypeError: not an iterable of Rule"),
        ("VALUE = ['S101']", "TypeError: holds a str where a Rule belongs"),
    ],
)
def test_a_broken_plug_in_is_told_once_and_leaves_the_rest_standing(
    plugin: Install, toy_rule: Install, source: str, reason: str
) -> None:
    toy_rule()
    plugin("reproscope.rules", "broken", source)
    loaded = load_rules()
    assert "T101" in loaded.found
    [broken] = [item for item in loaded.broken if item.what == "reproscope.rules broken"]
    assert broken.why == (
        "cannot load reproscope.rules 'broken' from plugin_broken:VALUE of plugin_broken: " + reason
    )
    assert not broken.unreadable


def test_a_rule_without_known_problems_breaks_only_its_own_plug_in(toy_rule: Install) -> None:
    toy_rule(known="")
    reasons = [item.why for item in load_rules().broken]
    assert any("section 'Known problems' is missing or empty" in reason for reason in reasons)


def test_a_target_or_renderer_of_the_wrong_shape_is_told(plugin: Install) -> None:
    plugin("reproscope.targets", "odd", "VALUE = object()")
    plugin("reproscope.renderers", "odd_form", "VALUE = object()")
    assert any("needs name, description, fits and check" in b.why for b in load_targets().broken)
    assert any("needs name, suffixes and render" in b.why for b in load_renderers().broken)


def test_two_rules_with_one_code_are_an_error_that_names_both(toy_rule: Install) -> None:
    toy_rule(name="first", code="T101")
    toy_rule(name="second", code="T101")
    with pytest.raises(ReproscopeError) as caught:
        load_rules()
    assert caught.value.message == (
        "rule 'T101' is registered twice: by plugin_first:VALUE of plugin_first "
        "and by plugin_second:VALUE of plugin_second"
    )


def test_two_renderers_with_one_name_are_an_error_that_names_both(plugin: Install) -> None:
    plugin("reproscope.renderers", "html", "from reproscope.report.html import HTML as VALUE")
    with pytest.raises(ReproscopeError, match=r"'html' is registered twice: by .* and by "):
        load_renderers()


def test_one_renderer_is_loaded_without_the_others(plugin: Install) -> None:
    plugin("reproscope.renderers", "broken", "1 / 0")
    assert load_renderer("json").name == "json"


def test_an_unknown_renderer_or_schema_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="unknown format 'jsn': did you mean 'json'"):
        load_renderer("jsn")
    with pytest.raises(UnknownName, match="unknown schema 'reprot': did you mean 'report'"):
        load_schema("reprot")


def test_a_rule_is_found_by_code_or_name_in_any_case(toy_rule: Install) -> None:
    toy_rule()
    rules = load_rules().found
    wanted: Rule = rules["T101"]
    assert find_rule("t101", rules) is wanted
    assert find_rule("Toy-Rule", rules) is wanted
    with pytest.raises(UnknownName, match="unknown rule 'toyrule': did you mean 'toy-rule'"):
        find_rule("toyrule", rules)
