"""Fits the rank among people that `dihedra analyze` tells, on records of people whose ranks are known
(BR, WR):

    python3 engine/lab/train/rank/people.py W FOLDER

Analyses the 19x19 records in FOLDER with a few visits a position; the same command continues where it
was stopped, from the logs in W. Prints how well a model that was fitted to one half of the games does
on the other, drawn by a seed, over many drawings; then writes regress/review/rank/people_rank_model.c from
all games. Standard library only.
"""

import argparse
import json
import math
import os
import random
import re
import statistics

import match
import model
import path
import results

VISITS = 16
MODEL = os.path.join("regress", "review", "rank", "people_rank_model.c")
DRAWINGS, SEED = 100, 1
NORMAL_90 = 1.645  # deviations on either side that hold 90%

TEXT = """/* Written by engine/lab/train/rank/people.py: do not change it by hand. From {players} players of {games}
 * games. On halves that were not fitted to: correlation {correlation:.2f}, mean error {error:.1f} ranks,
 * {cover:.0f}% of the ranks within the interval of 90%. */
#include "regress/review/rank/people_rank.h"

const PeopleRankModel PEOPLE_RANK_MODEL = {{
    .constant = {weights[0]:.4f},
    .log_chance = {weights[1]:.4f},
    .won = {weights[2]:.4f},
    .deviation = {deviation:.4f},
}};
"""


def rank_in(record, letter):
    """Returns the number of the rank that a record says Black (B) or White (W) has. Returns None if it
    says none, or one outside 20k to 9d."""
    rank = re.search(letter + r"R\s*\[\s*(\d+)\s*([kd])", record)
    try:
        return path.rank_number("".join(rank.groups())) if rank else None
    except ValueError:  # such as 25k
        return None


def player(record, found, color, letter):
    """Returns (rank, features) or None, of one player of a game. Ranks count from 0 as in the program."""
    rank, people = rank_in(record, letter), found[color]["people_rank"]
    if not rank or not people:
        return None
    return rank - path.LEAST_RANK, (1.0, people["log_chance"], people["won"])


def review(name, folder, logs, program):
    """Returns a record's text and the review of it, which is kept in logs."""
    record = os.path.join(folder, name)
    os.makedirs(logs, exist_ok=True)
    found = json.loads(match.run([program, "analyze", record, "--visits", str(VISITS), "--deep", "0",
                                  "--json", "--resume", os.path.join(logs, name + ".log")]))
    with open(record, encoding="utf-8") as file:
        return file.read(), found


def records(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".sgf"))


def game(name, folder, logs, program):
    """Returns the players of a game."""
    text, found = review(name, folder, logs, program)
    return [one for one in (player(text, found, "black", "B"), player(text, found, "white", "W")) if one]


def estimate(weights, features):
    return sum(weight * feature for weight, feature in zip(weights, features))


def fit(players):
    """Returns the weights of least squares and the deviation."""
    count = len(players[0][1])
    matrix = [[sum(features[i] * features[k] for _, features in players) for k in range(count)]
              for i in range(count)]
    vector = [[sum(rank * features[i] for rank, features in players)] for i in range(count)]
    weights = [row[0] for row in model.solve(matrix, vector)]
    squares = sum((rank - estimate(weights, features)) ** 2 for rank, features in players)
    return weights, math.sqrt(squares / (len(players) - count))


def correlation(pairs):
    first, second = zip(*pairs)
    a, b = statistics.mean(first), statistics.mean(second)
    spread = statistics.pstdev(first) * statistics.pstdev(second)
    return sum((x - a) * (y - b) for x, y in pairs) / len(pairs) / spread if spread else 0.0


def judge(games, rng):
    """Fits to one half of the games. Returns (correlation, mean error, share covered) of the other."""
    games = games[:]
    rng.shuffle(games)
    half = len(games) // 2
    weights, deviation = fit([one for players in games[:half] for one in players])
    pairs = [(estimate(weights, features), rank) for players in games[half:] for rank, features in players]
    reach = NORMAL_90 * deviation
    covered = [round(guess - reach) <= rank <= round(guess + reach) for guess, rank in pairs]
    return (correlation(pairs), statistics.mean(abs(guess - rank) for guess, rank in pairs),
            statistics.mean(covered))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("logs", metavar="W")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--program", default=os.path.join("build", "release", "dihedra"))
    arguments = parser.parse_args()
    games = [game(name, arguments.folder, arguments.logs, arguments.program)
             for name in records(arguments.folder)]
    games = [players for players in games if players]
    everybody = [one for players in games for one in players]
    if len(everybody) < 20:
        parser.error(f"{arguments.folder}: only {len(everybody)} players with a rank and enough moves")
    rng = random.Random(SEED)
    judged = list(zip(*(judge(games, rng) for _ in range(DRAWINGS))))
    means = [statistics.mean(figures) for figures in judged]
    weights, deviation = fit(everybody)
    print(f"{len(everybody)} players of {len(games)} games; halves not fitted to: "
          f"correlation {means[0]:.3f} ({min(judged[0]):.2f} to {max(judged[0]):.2f}), "
          f"mean error {means[1]:.2f} ranks, {100 * means[2]:.1f}% covered")
    with results.replace_file(MODEL) as file:
        file.write(TEXT.format(players=len(everybody), games=len(games), correlation=means[0],
                               error=means[1], cover=100 * means[2], weights=weights,
                               deviation=deviation))


if __name__ == "__main__":
    main()
