"""Fit a profile from two labelled sets of repositories, and show the evidence for every weight.

What comes in: two CSV tables, one row a repository; the first set could be reproduced, the other
not. What goes out: a `Calibration` with the quartiles, the signal and the importance of every
indicator, the tables of the thesis where the columns are the thesis's, and a profile. The way
through: ``labelled`` reads the sets; ``quantiles``, ``signal``, ``importance``, ``clusters`` and
``bootstrap`` each answer one question; ``ranges``, ``weights`` and ``limits`` are the parts of a
profile, which ``fitting`` makes of the thesis's columns and ``answers`` of our own indicators';
``calibration`` joins all; ``tables`` and ``thesis`` say what is shown, ``showing`` how.

scipy and scikit-learn are needed (the extra ``calibrate``) and are imported when they are used.
"""
