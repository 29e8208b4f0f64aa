"""Draws the curves of runs.

    python3 plot.py CURVES.csv... PICTURE.svg             # side by side
    python3 plot.py --chain CURVES.csv... PICTURE.svg     # each run started from the one before
"""

import csv
import os
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "curves"})  # small, always the same

BOARDS = ("19", "13", "9")
PANELS = [("policy", "policy: divergence from the teacher's, nats"),
          ("same_move", "same first move as the teacher"),
          ("win_error", "win rate: mean difference"), ("lead_error", "lead: mean difference, points"),
          ("ownership", "ownership: cross entropy"), ("train", "training loss")]


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def chain(runs):
    """The rows of all runs as of one."""
    rows, before = [], 0
    for run in runs:
        rows += [{**row, "samples": before + int(row["samples"])} for row in run]
        before = rows[-1]["samples"]
    return rows


def main():
    paths = [word for word in sys.argv[1:] if word != "--chain"]
    picture = paths.pop()
    runs = [(os.path.basename(os.path.dirname(path)) + " ", read(path)) for path in paths]
    if "--chain" in sys.argv:
        runs = [("", chain(rows for _, rows in runs))]
    figure, axes = plt.subplots(2, 3, figsize=(14, 7))
    for name, rows in runs:
        for axis, (column, title) in zip(axes.flat, PANELS):
            for board in BOARDS:
                some = [row for row in rows if row["board"] == board]
                axis.plot([int(row["samples"]) / 1e6 for row in some],
                          [float(row[column]) for row in some], label=f"{name}{board}x{board}")
            axis.set_title(title)
            axis.set_xlabel("million samples")
    axes.flat[0].legend()
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
