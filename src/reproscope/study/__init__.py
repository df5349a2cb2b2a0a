"""What do many papers and many attempts show?

What comes in: instruments, papers, answers by several coders, reproduction attempts. What goes out:
tables and figures, each with the data and the recipe behind it. The way through:

- ``planning`` reads a population and draws a sample of it;
- ``store`` keeps a study in a database, ``records`` are the values that it holds;
- ``exchange`` reads and writes files of answers and attempts;
- ``coding`` is about several people's answers: blind coding, resolution, agreement;
- ``attempts`` judges reproductions: level, class of a result, outcome;
- ``statistics`` are plain functions of numbers, ``analysis`` makes tables of them, and ``figures``
  draws those;
- ``privacy`` releases aggregates that tell next to nothing of one paper.
"""
