#!/usr/bin/env python3
"""Draws hash/collisions.svg: bench collisions --json | plot.py >hash/collisions.svg

Shares by key length on a logarithmic scale; shares of 0 are below every scale and left out."""

import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP, DECADES = 330, 240, 50, 34, 70, 7
KEYS = {"canonical": ("#0072b2", 6), "second": ("#009e73", 4.5), "plain": ("#e69f00", 3), "paper": ("#d55e00", 4.5)}


def text(x, y, anchor, words):
    print(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>')


def circle(x, y, key):
    color, radius = KEYS[key]
    print(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="none" stroke="{color}" stroke-width="2"/>')


def panel(left, title, rows, share):
    """share(row, column) is that of a key or of the birthday bound."""
    x = lambda bits: left + (bits - 12) * WIDTH / (68 - 12)
    points = lambda column: [(x(row["bits"]), TOP - math.log10(share(row, column)) * HEIGHT / DECADES)
                             for row in rows if share(row, column) >= 10**-DECADES]
    text(left + WIDTH / 2, TOP - 14, "middle", title)
    for i in range(DECADES + 1):
        y = TOP + i * HEIGHT / DECADES
        print(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#ccc"/>')
        text(left - 6, y + 4, "end", f"10<tspan dy='-4' font-size='9'>-{i}</tspan>" if i else "1")
    for row in rows:
        text(x(row["bits"]), TOP + HEIGHT + 16, "middle", row["bits"])
    text(left + WIDTH / 2, TOP + HEIGHT + 34, "middle", "bits of the key")
    line = "L".join(f"{a:.1f} {b:.1f}" for a, b in points("birthday_bound"))
    print(f'<path d="M{line}" fill="none" stroke="#666" stroke-dasharray="5 3"/>')
    for key in KEYS:
        for at in points(key):
            circle(*at, key)


found = json.load(sys.stdin)
height = TOP + HEIGHT + 74
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + 2 * WIDTH + GAP + 20} {height}" '
      'font-family="sans-serif" font-size="12">\n<title>Collisions by the length of the key</title>\n'
      '<path d="M0 0h2000v2000H0z" fill="#fff"/>')
panel(LEFT, "4x4 positions without a key of their own", found["distinct_keys_all_4x4"],
      lambda row, column: 1 - row[column] / row["positions"])
panel(LEFT + WIDTH + GAP, "probes answered for another position", found["share_of_wrong_hits"],
      lambda row, column: row[column])
for i, key in enumerate(KEYS):
    circle(LEFT + 130 * i, height - 16, key)
    text(LEFT + 130 * i + 12, height - 12, "start", key)
text(LEFT + 520, height - 12, "start", "dashed: birthday bound")
print("</svg>")
