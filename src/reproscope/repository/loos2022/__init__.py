"""The thesis's tool, as numbers: its 40 measured columns, its formulas, its feedback file.

What comes in: facts, or a CSV with the thesis's columns. What goes out: `Measured`, factor scores
that are exact to the thesis's tables, the CSV and the feedback file. The way through:

- ``measured`` names the 40 columns, reads and writes them; ``published`` reads the shorter tables;
- ``measuring`` fills them from facts, rightly, and leaves what is not known unknown;
- ``factors`` holds the formulas with the rounding of its code, ``constants`` their numbers;
- ``feedback`` writes the Markdown file, with places and effort that the thesis's file lacks.

What the thesis's tool measured wrongly is measured rightly here, so the numbers of one repository
may differ from what that tool would have printed; the formulas do not.
"""
