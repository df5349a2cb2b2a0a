"""One report, many forms: terminal, Markdown, HTML, JSON, SARIF, JUnit, CSV.

What comes in: a ``reproscope.core.Report``, from whatever room. What goes out: text that ends
with a newline. The way through: ``visible`` makes strangers' text safe to show and ``words`` holds
the phrases the forms share; every other module is one renderer, registered under
``reproscope.renderers``. Rendering adds nothing and judges nothing.
"""
