"""The codebook as Markdown: complete for coders, and safe where a stranger wrote the instrument."""

import dataclasses

from reproscope.instruments import Metric, describe
from tests.instruments.codebooks import SMALL


def test_a_coder_sees_what_may_be_answered_and_when() -> None:
    text = describe(SMALL)
    assert text.startswith(
        "# A small codebook\n\n- Name: `small`\n- Source: Nobody, 2024, page 1\n"
    )
    assert "### `train`\n\n**Is the training set shared?**\n\n- Answer: 1 (yes) or 0 (no)\n" in text
    assert "- Only where `type == 'E'`" in text
    assert "- Answer (ordinal, from first to last):\n    - `Low`: hard\n    - `Ok`: so\n" in text
    assert "- `N/A` counts as no answer" in text
    assert "- Weight: 3" in text
    assert "| R1 \\(small\\) | All there | boolean | `all(method, data)` |" in text


def test_questions_stand_under_their_group() -> None:
    text = describe(SMALL)
    assert text.index("## Questions") < text.index("`remark`") < text.index("## Method")
    assert text.index("## Method") < text.index("`code`") < text.index("## Data")


def test_a_strangers_text_cannot_format_link_or_hide() -> None:
    evil = "<script>x</script> [a](http://b) *c*\n# heading \u202e |"
    hostile = dataclasses.replace(
        SMALL,
        title=evil,
        notes=(evil,),
        variables=(dataclasses.replace(SMALL.variables[0], question=evil, condition="``a`|b"),),
        metrics=(Metric("m", evil, "a | `b`"),),
    )
    text = describe(hostile)
    assert "<script>" not in text.replace("\\<script", "")
    assert "](" not in text
    assert "\n# heading" not in text
    assert "\u202e" not in text
    assert "```" in text
    row = text.strip().splitlines()[-1]
    assert row.count("|") - row.count("\\|") == 5
