"""Measure one case in a process of its own: ``python -m benchmarks.measure ours|peer NUMBER``.

A process for each measurement keeps one side's memory and warm caches out of the other's.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time

from benchmarks.cases import CASES, quiet

OUR_REPEATS = 15


def main() -> None:
    side, number = sys.argv[1], int(sys.argv[2])
    case = CASES[number]
    call = case.ours if side == "ours" else case.peer
    repeats = OUR_REPEATS if side == "ours" else case.peer_repeats
    seconds, answer = [], None
    with quiet():
        if side == "peer":
            import mlscorecheck.check.binary  # noqa: F401 - loading it is not the peer's answer
        if side == "ours" or repeats > 1:
            call()  # one call to load what is loaded lazily, as the peer's import does
        for _ in range(repeats):
            started = time.perf_counter()
            answer = call()
            seconds.append(time.perf_counter() - started)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report = {"median": statistics.median(seconds), "peak_mb": peak, "answer": str(answer)}
    print(json.dumps(report))


if __name__ == "__main__":
    main()
