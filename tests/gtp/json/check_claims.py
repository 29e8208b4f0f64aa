#!/usr/bin/env python3
"""check_claims.py PROGRAM EVERY GAME.sgf...: has `PROGRAM` (dihedra analysis --proved) look at every EVERY-th position of
each game, and checks each claim without it: that its proofs are right (verify_local.py), that they are about the position
that the game has on a board of our own, and that they prove what the claim says. Exit status 1 if a claim is false."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../verify"))
from verify_local import Wrong, need, verify  # noqa: E402

OTHER = {"black": "white", "white": "black"}


def read_moves(text, names):
    """Pairs of a color and a point (column, row), or None for a pass."""
    return [(name[-1], (ord(at[0]) - 97, ord(at[1]) - 97) if at and at != "tt" else None)
            for name, values in re.findall(r"(?<![A-Z])(%s)((?:\s*\[[a-z]{0,2}\])+)" % names, text)
            for at in re.findall(r"\[([a-z]*)\]", values)]


def play(board, size, color, point):
    """Plays on a dict of stones."""
    def beside(p):
        return [(p[0] + x, p[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
                if 0 <= p[0] + x < size and 0 <= p[1] + y < size]
    board[point] = color
    for p in [q for q in beside(point) if board.get(q, color) != color] + [point]:
        stones = [p] if p in board else []
        for stone in stones:
            stones += {q for q in beside(stone) if board.get(q) == board[p]} - set(stones)
        if all(q in board for stone in stones for q in beside(stone)):
            for stone in stones:
                del board[stone]


def check_side(claim, name, size, board):
    """Checks the proof of the answer for a side that moves first. Returns its moves."""
    side = claim[name]
    data = open(side["proof"], "rb").read()
    verify(data)
    words = [line.split() for line in data.decode().split("\n")]
    field = {line[0]: line[1:] for line in words[:9] if line}
    claims = [line for line in words if line[:2] == ["claim", "capture-all"]]
    killer, first = OTHER[claim["owner"]], claim["owner"] if name == "save" else OTHER[claim["owner"]]
    need(field["owner"] == [claim["owner"]] and field["targets"] == claim["targets"], "other targets")
    need(" ".join(field["safe"]) == side["assumes"], "other walls")
    shown = {(i % size, i // size): "B" if c == "X" else "W" for i, c in enumerate(field["position"][0]) if c != "."}
    added = {p: c for p, c in shown.items() if board.get(p) != c}
    need(not board.items() - shown.items(), "another position")
    # In a frame there are more stones of the side that kills: so only life is proved.
    need(not added or (set(added.values()) == {killer[0].upper()} and all(c[9] == "held" for c in claims)), "a frame")
    need(all(c[3] == first for c in claims), "another first move")
    proved = {(c[5], c[7], c[8], c[9]) for c in claims}
    wins, loses = ("reached", "held") if name == "kill" else ("held", "reached")
    result, other = side["result"], OTHER[first]
    if side["whateverThreats"]:
        loser = other if result == "yes" else first
        needed = {("simple", *(("any", "0") if loser == "black" else ("0", "any")), wins if result == "yes" else loses)}
    else:
        needed = {"yes": {(other, "0", "0", wins)}, "no": {(first, "0", "0", loses)},
                  "ko": {("simple", "0", "0", wins), (other, "0", "0", loses)},
                  "ko, opponent takes first": {("simple", "0", "0", loses), (first, "0", "0", wins)}}[result]
    need(needed <= proved, "not the result")
    need((result == "no") == (claim["status"] != "unsettled"), "not the status")
    need(side["proofMoves"] == sum(int(c[10]) for c in claims), "the size of the proof")
    return side["proofMoves"]


def check(claim, size, board):
    need([claim["kill"] is None, claim["save"] is None] == [claim["status"] == "dead", claim["status"] == "alive"], "sides")
    return sum(check_side(claim, name, size, board) for name in ("kill", "save") if claim[name] is not None)


def main():
    counts = dict.fromkeys(("games", "positions", "claims", "alive", "dead", "unsettled", "moves", "false"), 0)
    every = int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        engine = subprocess.Popen([*sys.argv[1].split(), "--proofs", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  text=True)
        for path in sys.argv[3:]:
            text = open(path, encoding="utf-8", errors="replace").read()
            size = int((re.findall(r"SZ\[(\d+)\]", text) or ["19"])[0])
            stones, moves, boards = read_moves(text, "AB|AW"), read_moves(text, "B|W"), []
            board = {point: color for color, point in stones}
            for color, point in [(None, None)] + moves:
                if point is not None:
                    play(board, size, color, point)
                boards.append(dict(board))
            turns = [*range(every, len(moves), every), len(moves)]
            listed = [[[c, "(%d,%d)" % p if p else "pass"] for c, p in list] for list in (stones, moves)]
            engine.stdin.write(json.dumps({
                "id": path, "rules": "japanese", "boardXSize": size, "boardYSize": size, "maxVisits": 4,
                "initialStones": listed[0], "moves": listed[1], "analyzeTurns": turns}) + "\n")
            engine.stdin.flush()
            for answer in [json.loads(engine.stdout.readline()) for _ in turns]:
                need("error" not in answer, str(answer))
                counts["positions"] += 1
                for claim in answer.get("proved", []):
                    counts["claims"] += 1
                    counts[claim["status"]] += 1
                    try:
                        counts["moves"] += check(claim, size, boards[answer["turnNumber"]])
                    except Wrong as wrong:
                        counts["false"] += 1
                        print("%s, turn %d: %s: %s" % (path, answer["turnNumber"], wrong, json.dumps(claim)))
            counts["games"] += 1
        engine.stdin.close()
        need(engine.wait() == 0, "the program failed")
    print(json.dumps(counts))
    sys.exit(counts["false"] > 0)


main()
