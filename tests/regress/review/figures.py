#!/usr/bin/env python3
"""What reviews of games are worth: how often mistakes repeat each other, and whether deeper reviews agree.

    figures.py [--program P] [--visits N] [--deeper M] [--logs DIR] GAME.sgf...

Each game is reviewed at N visits a position, and at M besides if that is given; DIR keeps what was searched.
Prints of all sides of the games: how many have the same missed point within 20 moves twice among their first
five mistakes; how many have the same first key mistake at M visits; and what is told as the reason of moves that
are serious mistakes or worse.
"""
import argparse
import collections
import json
import os
import subprocess


def review(options, game, visits):
    name = os.path.splitext(os.path.basename(game))[0]
    log = os.path.join(options.logs, f"{name}-{visits}.log")
    command = [options.program, "analyze", game, "--visits", str(visits), "--resume", log, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def missed_point(data, move):
    before = data["positions"][move - data["moves"][0]["move"]]["candidates"]
    return before[0]["move"] if before else None


def repeats(data, side):
    worst = [(move, missed_point(data, move)) for move in side["worst_moves"]]
    return any(a != b and point == other and abs(a - b) <= 20 for a, point in worst for b, other in worst)


def first_key(data, side):
    keys = side.get("key_moves", side["worst_moves"])
    return (missed_point(data, keys[0]), keys[0]) if keys else None


def agree(data, other, color):
    """The same move, or the same point missed within 20 moves."""
    first, second = first_key(data, data[color]), first_key(other, other[color])
    if first is None or second is None:
        return first == second
    return first[1] == second[1] or first[0] == second[0] and abs(first[1] - second[1]) <= 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default="build/release/dihedra")
    parser.add_argument("--visits", type=int, default=50)
    parser.add_argument("--deeper", type=int)
    parser.add_argument("--logs", default="build/reviews")
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    os.makedirs(options.logs, exist_ok=True)
    sides = repeated = agreeing = keys = 0
    reasons = collections.Counter()
    for game in options.games:
        data = review(options, game, options.visits)
        deeper = review(options, game, options.deeper) if options.deeper else data
        for color in ["black", "white"]:
            sides += 1
            repeated += repeats(data, data[color])
            agreeing += agree(data, deeper, color)
            keys += len(data[color].get("key_moves", []))
        known = {}  # the reasons of episodes, which are those of all their moves
        for move in data["moves"]:
            reason = move.get("reason")
            if reason and (tuple(move["episode"]) not in known or reason["proved"]):
                known[tuple(move["episode"])] = reason
        for move in data["moves"]:
            if move["grade"] in ["serious mistake", "blunder"]:
                reasons[known.get(tuple(move.get("episode") or []), {"kind": "none"})["kind"]] += 1
    print(f"{len(options.games)} games, {sides} sides: {repeated} repeat a missed point; {keys} key mistakes")
    if options.deeper:
        print(f"first key mistakes of {options.visits} and {options.deeper} visits: {agreeing} of {sides} agree")
    for kind, count in reasons.most_common():
        print(f"{count:5} {kind}")


if __name__ == "__main__":
    main()
