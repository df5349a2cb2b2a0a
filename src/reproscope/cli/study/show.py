"""``reproscope study show``: what a study holds, in a few lines."""

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core.visible import visible_line


@click.command()
@study_argument
@needs_extra
def show(address: str) -> None:
    """Say what STUDY holds: papers, draws, instruments with their coders, attempts."""
    with opened(address) as study:
        papers = study.papers()
        lines = [f"{study.name}: {len(papers):,} papers"]
        attributes = sorted({name for paper in papers for name in paper.attributes})
        if attributes:
            lines.append(f"  attributes: {', '.join(attributes)}")
        lines += [
            f"  draw {one.name}: {one.size:,} of {one.population:,} from {one.source}, "
            f"seed {one.seed}"
            for one in study.draws()
        ]
        for instrument in study.instruments():
            frame = study.coded_frame(instrument.name)
            coders = ", ".join(sorted(str(name) for name in frame["coder"].unique())) or "nobody"
            lines.append(
                f"  {instrument.name}: {len(instrument.variables)} questions, {len(frame):,} "
                f"answers by {coders}"
            )
        lines.append(f"  attempts: {len(study.attempts()):,}")
        spent = sum(one.epsilon for one in study.releases())
        if spent:
            lines.append(f"  privacy budget spent: epsilon {spent:g}")
    write_stdout("".join(f"{'  ' if i else ''}{visible_line(x)}\n" for i, x in enumerate(lines)))
