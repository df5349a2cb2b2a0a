"""Could someone else run this code again?

What comes in: a directory, an archive or a git URL. What goes out: a report with a finding for each
indicator and a score for each factor. Nothing of the target is ever executed, imported or
unpickled. The way through:

- ``sources`` opens what was named and hands over a `Tree`: the files as git sees them, bounded;
- ``collect`` reads the tree into `Facts`; a collector records and never judges;
- ``tracing`` follows what takes effect across modules: imports, calls, seeds;
- ``indicators`` hold one question each, `judge(facts) -> Judgement`, with its documentation; what
  they share is in ``judging``;
- ``scoring`` turns judgements into factor scores by a profile of ``profiles/*.toml``;
- ``checking`` joins it all into a report; ``reporting`` writes the badge and reads a baseline.
"""
