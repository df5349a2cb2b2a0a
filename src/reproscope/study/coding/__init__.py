"""Several people's answers to the same questions: who codes what, how far they agree, what counts.

``assigning`` shares papers out and keeps coders blind to each other, ``settling`` makes one answer
of several, and ``agreement`` measures how far to trust them.
"""
