"""Could someone else run this code again?

What comes in: a directory, an archive or a git URL. What goes out: a report with a finding for each
indicator and a score for each factor. Nothing of the target is ever executed, imported or
unpickled. The way through:

- ``sources`` opens what was named and hands over a `Tree`: the files as git sees them, bounded;
- ``collect`` reads the tree into `Facts`; a collector records and never judges;
- ``indicators`` hold one question each, `judge(facts) -> Judgement`, with its documentation;
- ``scoring`` turns judgements into factor scores by a profile of ``profiles/*.toml``;
- ``checking`` joins it all into a report.
"""
