"""Draws speedup.svg: the model of README.md, "Larger machines".

    python3 engine/cluster/solver/speedup.py
"""

import os

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "dihedra"  # the same file every time
import matplotlib.pyplot as plt

STORE = 0.1  # to put a bound into a table, in times of a position
# --share-nodes: bounds sent for each position to each other rank, overhead, idle share on 8 ranks.
MEASURED = {1: (1.08, 0.85, 0.50), 8: (0.19, 1.43, 0.37), 64: (0.028, 1.79, 0.41)}
RANKS = [16, 32, 64, 128, 256, 512, 1024]


def speedup(ranks, bounds, overhead, idle):
    return ranks * (1 - idle) / (overhead * (1 + (ranks - 1) * bounds * STORE))


def main():
    figure, axes = plt.subplots(figsize=(6, 3.6))
    for share, measured in MEASURED.items():
        axes.plot(RANKS, [speedup(ranks, *measured) for ranks in RANKS], marker="o",
                  label=f"--share-nodes {share}")
    axes.plot(RANKS, RANKS, color="0.7", linestyle=":", label="all ranks at work")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(RANKS, [str(ranks) for ranks in RANKS])
    axes.set_yticks([4, 16, 64, 256, 1024], ["4", "16", "64", "256", "1024"])
    axes.set_xlabel("ranks")
    axes.set_ylabel("times as fast as one")
    axes.grid(color="0.9")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(os.path.join(os.path.dirname(os.path.abspath(__file__)), "speedup.svg"),
                   metadata={"Date": None, "Creator": None})
    for ranks in RANKS:
        print(ranks, *(f"{speedup(ranks, *measured):.1f}" for measured in MEASURED.values()))


if __name__ == "__main__":
    main()
