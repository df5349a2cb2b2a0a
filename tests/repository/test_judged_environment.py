"""Answers about the software environment: where their evidence stands, and in which words."""

from __future__ import annotations

import json
from pathlib import Path

from reproscope.core import Outcome
from reproscope.repository.collecting import collect
from reproscope.repository.indicators import r210_environment_declared, r211_imports_declared
from reproscope.repository.indicators import r218_accelerator_versions as r218
from reproscope.repository.sources import open_target

BOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# A book"]},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [],
            "source": ["import torch\n", "net = torch.nn.Linear(1, 1).cuda()\n"],
        },
    ],
    "metadata": {"kernelspec": {"language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 2,
}


def test_a_line_of_a_cell_is_no_line_of_the_notebook(tmp_path: Path) -> None:
    (tmp_path / "book.ipynb").write_text(json.dumps(BOOK))
    with open_target(str(tmp_path)) as opened:
        facts = collect(opened)
    for indicator, words in (
        (r210_environment_declared, "cell 2, line 1: import of torch"),
        (r211_imports_declared, "cell 2, line 1: import of torch, provided by"),
        (r218, "cell 2, line 2: ?.cuda()"),
    ):
        found = indicator.judge(facts)
        assert found.outcome is Outcome.ABSENT
        first = found.evidence[0]
        assert str(first.location) == "book.ipynb"
        assert first.text.startswith(words)
