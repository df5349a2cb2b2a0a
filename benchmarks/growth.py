"""How the time of one check grows with the size of the test set, up to a billion items."""

from __future__ import annotations

import statistics
import time

from reproscope import scores

SETS = {
    "acc, npv, f1": {"acc": "0.6821", "npv": "0.9401", "f1": "0.4004"},
    "acc, npv, f1 with a slip": {"acc": "0.6721", "npv": "0.9401", "f1": "0.4004"},
    "mcc, gm, upm": {"mcc": "0.2981", "gm": "0.7066", "upm": "0.5300"},
    "mcc, gm, upm with a slip": {"mcc": "0.2981", "gm": "0.7066", "upm": "0.5600"},
}


def measure(repeats: int = 7) -> list[tuple[str, int, float, str]]:
    """Return (scores, items, median seconds, verdict) for each size."""
    rows = []
    for name, reported in SETS.items():
        for power in range(3, 10):
            p = 10**power // 7
            experiment = scores.TestSet(positives=p, negatives=10**power - p)
            seconds = []
            for _ in range(repeats):
                started = time.perf_counter()
                verdict = scores.check(reported, experiment).verdict
                seconds.append(time.perf_counter() - started)
            rows.append((name, 10**power, statistics.median(seconds), verdict.value))
    return rows


def svg(rows: list[tuple[str, int, float, str]]) -> str:
    """Draw the rows as a plain SVG: items on a logarithmic axis, milliseconds upwards."""
    width, height, left, bottom = 640, 360, 60, 50
    top = max(row[2] for row in rows) * 1100
    colours = ["#1b6ca8", "#c05640", "#4a7c3f", "#8a5a9e"]

    def x(items: int) -> float:
        return left + (len(str(items)) - 4) / 6 * (width - left - 170)

    def y(milliseconds: float) -> float:
        return height - bottom - milliseconds / top * (height - bottom - 30)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="18">milliseconds for one check, by number of items</text>',
    ]
    for power in range(3, 10):
        at = x(10**power)
        parts.append(f'<text x="{at}" y="{height - 25}" text-anchor="middle">10^{power}</text>')
    for step in range(5):
        value = top * step / 4
        parts.append(
            f'<line x1="{left}" x2="{width - 170}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
            f'stroke="#ddd"/><text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">'
            f"{value:.1f}</text>"
        )
    for i, name in enumerate(SETS):
        points = " ".join(f"{x(r[1]):.1f},{y(r[2] * 1000):.1f}" for r in rows if r[0] == name)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colours[i]}" stroke-width="2"/>'
            f'<text x="{width - 160}" y="{60 + 20 * i}" fill="{colours[i]}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
