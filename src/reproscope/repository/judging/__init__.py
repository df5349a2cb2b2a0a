"""What indicators have in common: their type, their answers, and the words they share.

Facts come in, a `Judgement` goes out. ``indicator`` says what an indicator is; ``answering`` and
``showing`` turn places into evidence; ``stated``, ``declarations``, ``accelerated``, ``leaks`` and
``personal`` each serve one family of indicators; ``thresholds`` holds the numbers at which answers
change; ``mending`` ranks answers.
"""
