"""``reproscope study``: what do many papers and many attempts show?

One module a command, each loaded when it is called; ``opening`` opens the study and says what is
missing when the extra is not installed.
"""

import click

from reproscope.cli.group import Group

COMMANDS = {
    "agreement": "reproscope.cli.study.agreement:agreement",
    "analyse": "reproscope.cli.study.analyse:analyse_command",
    "assign": "reproscope.cli.study.assign:assign",
    "attempt": "reproscope.cli.study.attempt:attempt",
    "code": "reproscope.cli.study.code:code",
    "demo": "reproscope.cli.study.demo:demo",
    "disagreements": "reproscope.cli.study.disagreements:disagreements",
    "exclude": "reproscope.cli.study.sample:exclude",
    "export": "reproscope.cli.study.export:export",
    "figures": "reproscope.cli.study.figures:figures",
    "history": "reproscope.cli.study.history:history",
    "import": "reproscope.cli.study.import_:import_",
    "init": "reproscope.cli.study.init:init",
    "plan": "reproscope.cli.study.plan:plan",
    "resolve": "reproscope.cli.study.disagreements:resolve",
    "sample": "reproscope.cli.study.sample:sample",
    "show": "reproscope.cli.study.show:show",
}


@click.group(cls=Group, lazy=COMMANDS)
def study() -> None:
    """Plan a study, draw a sample, code papers, record attempts, and analyse it all.

    STUDY is a file, or the address of a PostgreSQL database: postgresql://user@host/name.
    """
