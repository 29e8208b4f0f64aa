#!/usr/bin/env python3
"""Are the reasons of reviews true? Asks dihedra tsumego for a proof file of each and checks it by dihedra verify.

    proofs.py [--program P] [--visits N] [--logs DIR] GAME.sgf...

As figures.py reviews the games. Prints for each kind of reasons of captures, deaths and sekis how many hold, how many are open
(mostly captures in the open, which no region encloses), and how many are false, with the position of each. Exit status 1 if
one is false.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from figures import review

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"black": "white", "white": "black"}
KINDS = ["rescue", "capture", "life", "death", "seki", "eyes", "vain"]


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "--model", "none"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = list(iter(self.process.stdout.readline, "\n"))
        return "".join(lines)[2:].split()


def sgf_points(vertices, height):
    points = [(COLUMNS.index(vertex[0]), height - int(vertex[1:])) for vertex in vertices]
    return "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for x, y in points)


def prove(options, engine, data, reason, first):
    """What is proved of a reason's stones on the engine's board when `first` moves first: the answer of dihedra verify, such
    as "to kill: yes" or "to save: yes, seki", and whether the region is open. None: nothing is."""
    board = {color: engine.ask(f"list_stones {color}") for color in OTHER}
    left = [stone for stone in reason["stones"] if stone in board[reason["owner"]]]
    if not left:
        return "to save: no" if first == reason["owner"] else "to kill: yes", False
    setup = "".join(f"A{color[0].upper()}{sgf_points(board[color], data['height'])}" for color in OTHER if board[color])
    with tempfile.TemporaryDirectory() as folder:
        problem, proof = os.path.join(folder, "problem.sgf"), os.path.join(folder, "proof")
        with open(problem, "w", encoding="ascii") as file:
            file.write(f"(;GM[1]FF[4]SZ[{data['width']}:{data['height']}]{setup}TR{sgf_points(left, data['height'])})")
        command = [options.program, "tsumego", problem, "--first", first, "--proof", proof, "--json", "--nodes", str(options.nodes)]
        solved = subprocess.run(command, check=False, capture_output=True, text=True)
        if not os.path.exists(proof):
            return None, True
        told = subprocess.run([options.program, "verify", proof], check=True, capture_output=True, text=True).stdout
        answer = [line.split(" first, ")[1] for line in told.split("\n") if line.startswith(f"{first} first, to ")]
        return (answer or [None])[0], bool(json.loads(solved.stdout)["exits"])


def judge(options, engine, data, move):
    """Does the reason of a move hold? Its stones fare worse on the board after one of the two moves. What is told to die by a
    ko may die without one."""
    reason, mover = move["reason"], move["color"]
    better = data["positions"][data["moves"].index(move)]["candidates"][0]["move"]
    is_own = reason["owner"] == mover
    lost, kept = (move["vertex"], better) if is_own else (better, move["vertex"])
    dies, lives = ("to kill: yes", "to kill: no") if is_own else ("to save: no", "to save: yes")
    wanted = {lost: dies}
    if reason["kind"] == "seki":
        wanted[kept] = lives + ", seki"
    elif reason["kind"] == "eyes":
        wanted = {lost: lives + ", seki", kept: lives}
    for vertex, answer in wanted.items():
        engine.ask(f"play {mover} {vertex}")
        found, is_open = prove(options, engine, data, reason, OTHER[mover])
        engine.ask("undo")
        answers = [answer, f"{answer}, whatever the threats"]
        if found not in answers and not (found and reason["ko"] and found.startswith(f"{dies.rsplit(' ', 1)[0]} ko")):
            return "open" if found is None or is_open else f"false: {found} instead of {answer} after {vertex}"
    return "holds"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default="build/release/dihedra")
    parser.add_argument("--visits", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=200000, help="positions of each search")
    parser.add_argument("--logs", default="build/reviews")
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    engine, counts = Engine(options.program), collections.Counter()
    for game in options.games:
        data = review(options, game, options.visits)
        for move in data["moves"]:
            if (move.get("reason") or {}).get("kind") in KINDS:
                engine.ask(f"loadsgf {game} {move['move']}")
                found = judge(options, engine, data, move)
                counts[move["reason"]["kind"], found.split(":")[0]] += 1
                if found.startswith("false"):
                    print(f"{game}, move {move['move']}: {found}")
    for (kind, found), count in sorted(counts.items()):
        print(f"{count:5} {kind} {found}")
    return int(any(found == "false" for _, found in counts))


if __name__ == "__main__":
    sys.exit(main())
