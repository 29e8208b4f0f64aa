"""Checks how well `dihedra analyze` estimates a player's rank, on games that ranks played:

    python3 engine/lab/train/rank/cover.py W

Games are between random ranks, at most six apart, on 19x19; the first 100 moves of each are analysed.
The true rank must be in the interval of 90% for 85% of the players, and no interval may be more than
8 ranks wide. The same command continues where it was stopped. Prints a table; the exit status is 1 if
a row is out of bounds.
"""

import argparse
import json
import os
import random
import sys
import zlib

import fit
import match
import path
import results

MOVES, REACH = 100, 6
LEAST_SHARE, MOST_WIDTH = 0.85, 8


def pairs(ranks, games, seed):
    """Returns [(black, white)], random ranks."""
    rng = random.Random(seed)
    blacks = [rng.choice(ranks) for _ in range(games)]
    return [(black, rng.choice([rank for rank in ranks if abs(rank - black) <= REACH]))
            for black in blacks]


def play(black, white, folder, program):
    """Plays a game, unless the folder has it. Returns the path of its record."""
    match.play(black, white, 1, os.path.join(folder, "match.jsonl"), size=fit.SIZE, komi=fit.KOMI,
               alternate=False, program=program, options=("--sgf", folder))
    return os.path.join(folder, "game-0001.sgf")


def estimates(record, program):
    """Returns [(rank, low, high)] of Black and White; None for a player with too few moves."""
    review = json.loads(match.run([program, "analyze", record, "--visits", "1", "--to", str(MOVES),
                                   "--json"]))
    found = []
    for color in ("black", "white"):
        rank = review[color]["rank"]
        found.append(rank and tuple(path.rank_number(rank[key]) for key in ("rank", "low", "high")))
    return found


def look(black, white, folder, program):
    """Returns [(true rank, rank, low, high)] of the players of one game."""
    kept = os.path.join(folder, "estimates.json")
    if not os.path.exists(kept):
        found = estimates(play(black, white, folder, program), program)
        with results.replace_file(kept) as file:
            json.dump(found, file)
    with open(kept, encoding="utf-8") as file:
        return [(true, *found) for true, found in zip((black, white), json.load(file)) if found]


def table(players):
    """Returns the table's lines, and whether all figures are within bounds. Raises ValueError if there
    are no players."""
    if not players:
        raise ValueError("no player made enough moves to be judged")
    count = len(players)
    covered = sum(low <= true <= high for true, _, low, high in players)
    low_share, high_share = match.interval(covered, count)
    widths = [high - low for _, _, low, high in players]
    off = [abs(rank - true) for true, rank, _, _ in players]
    is_good = covered / count >= LEAST_SHARE, max(widths) <= MOST_WIDTH
    words = ["yes" if good else "no" for good in is_good]
    return [
        "| figure | seen | wanted | so |", "| --- | --- | --- | --- |",
        f"| true rank in the interval | {100 * covered / count:.1f}% of {count} players "
        f"({100 * low_share:.1f} to {100 * high_share:.1f}) | at least {100 * LEAST_SHARE:.0f}% | "
        f"{words[0]} |",
        f"| widest interval, in ranks | {max(widths)} (mean {sum(widths) / count:.1f}; "
        f"{sum(width > MOST_WIDTH for width in widths)} above) | at most {MOST_WIDTH} | "
        f"{words[1]} |",
        f"| estimate from the true rank | {sum(off) / count:.1f} ranks (mean) | | |"], all(is_good)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="of the games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=match.PROGRAM)
    arguments = parser.parse_args()
    try:
        ranks = sorted(match.rank_places(arguments.program))
        with open(match.TABLE, "rb") as file:
            version = f"{match.network_of(arguments.program)}-{zlib.crc32(file.read()):08x}"
        players = []
        for number, (black, white) in enumerate(pairs(ranks, arguments.games, arguments.seed)):
            folder = f"{arguments.folder}/cover-{version}/{arguments.seed}-{number}"
            players += look(black, white, folder, arguments.program)
        lines, is_good = table(players)
    except (OSError, ValueError) as error:
        sys.exit(f"cover.py: {error}")
    print("\n".join(lines))
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
