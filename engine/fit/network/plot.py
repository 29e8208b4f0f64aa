"""Draws the curves of runs.

    python3 plot.py CURVES.csv... PICTURE.svg
"""

import csv
import os
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

PANELS = [("policy", "policy: divergence from the teacher's, nats"),
          ("same_move", "same first move as the teacher"),
          ("win_error", "win rate: mean difference"), ("lead_error", "lead: mean difference, points"),
          ("ownership", "ownership: cross entropy"), ("train", "training loss")]


def main():
    *paths, picture = sys.argv[1:]
    figure, axes = plt.subplots(2, 3, figsize=(14, 7))
    for path in paths:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        name = os.path.basename(os.path.dirname(path))
        for axis, (column, title) in zip(axes.flat, PANELS):
            for board in ("19", "13", "9"):
                some = [row for row in rows if row["board"] == board]
                axis.plot([int(row["samples"]) / 1e6 for row in some],
                          [float(row[column]) for row in some], label=f"{name} {board}x{board}")
            axis.set_title(title)
            axis.set_xlabel("million samples")
    axes.flat[0].legend()
    figure.tight_layout()
    figure.savefig(picture)


if __name__ == "__main__":
    main()
