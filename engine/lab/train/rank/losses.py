"""How many points a move ranks lose, and people of the same rank:

    python3 engine/lab/train/rank/losses.py W FOLDER

Reviews the 19x19 records in FOLDER, whose players have ranks (BR, WR), and games that ranks play against
themselves, with a few visits a position. Prints a table; the interval is two standard errors, from player to
player. The same command continues where it was stopped, and shares people's reviews with people.py.
"""

import argparse
import math
import os
import statistics

import match
import path
import people

GROUPS = ("9k", "7k"), ("6k", "4k"), ("3k", "1k"), ("1d", "3d"), ("4d", "6d")
GAMES = 8  # of the middle rank of each group against itself


def losses_of_people(folder, logs, program):
    """Returns [(rank, points a move)]."""
    found = []
    for name in people.records(folder):
        text, review = people.review(name, folder, logs, program)
        found += [(rank, review[color]["mean_loss_points"])
                  for color, letter in (("black", "B"), ("white", "W"))
                  if (rank := people.rank_in(text, letter)) and review[color]["moves"] > 0]
    return found


def losses_of_rank(rank, games, program):
    """Returns the points a move of both players in games of a rank against itself, which are kept in
    the folder `games`."""
    match.play(rank, rank, GAMES, os.path.join(games, "match.jsonl"), alternate=False,
               program=program, options=("--sgf", games))
    reviews = [people.review(name, games, games, program)[1] for name in people.records(games)]
    return [review[color]["mean_loss_points"] for review in reviews for color in ("black", "white")]


def figure(losses):
    error = statistics.stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else math.inf
    return f"{statistics.mean(losses):.2f} ± {2 * error:.2f} ({len(losses)})" if losses else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("logs", metavar="W")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--program", default=match.PROGRAM)
    arguments = parser.parse_args()
    everybody = losses_of_people(arguments.folder, os.path.join(arguments.logs, "people"),
                                 arguments.program)
    places, network = match.rank_places(arguments.program), match.network_of(arguments.program)
    print("| ranks | people | the middle one of `--rank` |\n| --- | --- | --- |")
    for lowest, highest in GROUPS:
        low, high = path.rank_number(lowest), path.rank_number(highest)
        middle = (low + high) // 2
        games = os.path.join(arguments.logs, f"losses-{network}-{places[middle]:.4f}")
        ours = losses_of_rank(middle, games, arguments.program)
        theirs = [loss for rank, loss in everybody if low <= rank <= high]
        print(f"| {lowest} to {highest} | {figure(theirs)} | {figure(ours)} |", flush=True)


if __name__ == "__main__":
    main()
