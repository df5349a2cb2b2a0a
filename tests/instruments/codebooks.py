"""A small instrument with every kind of question, for the tests to ask and to break."""

from reproscope.instruments import Instrument, read

TEXT = """\
name = "small"
title = "A small codebook"
source = "Nobody, 2024, page 1"
scheme = "small"

[groups]
method = "Method"
data = "Data"

[[variable]]
name = "type"
question = "Which type?"
kind = "nominal"
values = ["E", "T", "N/A"]
not_applicable = "N/A"

[[variable]]
name = "reading"
question = "How readable?"
kind = "ordinal"
values = { Low = "hard", Ok = "so", Good = "easy" }

[[variable]]
name = "problem"
question = "Is the problem named?"
group = "method"
weight = 3

[[variable]]
name = "code"
question = "Is there code?"
group = "method"

[[variable]]
name = "train"
question = "Is the training set shared?"
group = "data"
condition = "type == 'E'"

[[variable]]
name = "pages"
question = "How many pages?"
kind = "count"

[[variable]]
name = "remark"
question = "Anything else?"
kind = "text"

[[metric]]
name = "method_degree"
title = "Degree of the method"
expression = "mean(method)"

[[metric]]
name = "R1"
title = "All there"
expression = "all(method, data)"
kind = "boolean"
"""
SMALL: Instrument = read(TEXT, "small.toml")
