"""Checks that an exported network gives the same answers everywhere.

    python3 check.py CHECKPOINT FILE --shard SHARD [--katago 'katago gtp -model FILE -config C']
    python3 check.py FILE FILE --network TEXT ...       of a network without its checkpoint

SHARD must be made by the exported network itself, with --precision fp32: its positions then have the
answers of Dihedra's fast evaluator, and PyTorch's must be the same. KataGo and Dihedra are compared
on the positions of a few games. --reference FILE writes KataGo's answers to a dozen positions, in
the format of tests/support/oracle/net_reference.h.
"""

import argparse
import json
import shlex
import subprocess
import sys

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import export
import model
import shard

# Dihedra's answers go through Winograd's transforms in fp32; a shard rounds policy and ownership.
MOST = {"win": 1e-4, "lead": 2e-3, "score": 2e-3, "policy": 0.006, "ownership": 0.006}
MOST_KATAGO = {"win": 5e-5, "lead": 5e-3, "policy": 5e-5, "ownership": 2e-4}
MOVES = "C3 E5 D4 pass G4 F6 E6 B2 C2 B3 D2 A1 H8".split()
AGREEMENT = ("aga", "new-zealand")  # with these rules KataGo hides a pass from the network
# Width, height, komi, rules. Of the positions of the game on a board every third is a reference.
BOARDS = [(9, 9, 7.5, "tromp-taylor"), (13, 13, 0.5, "japanese"), (19, 19, 6, "tromp-taylor"),
          (11, 7, 3.5, "aga"), (5, 5, 20, "new-zealand"), (2, 2, 1, "japanese"), (4, 18, -2, "aga")]


def compare_torch(network, path):
    """The greatest differences between PyTorch's answers and those of a shard."""
    worst = {}
    for group in shard.read(path).groups:
        for at in range(0, len(group.records), 64):
            batch = corpus.Batch(group.width, group.height,
                                 shard.fields(group.records[at:at + 64]))
            with torch.no_grad():
                moves, value, scores, ownership = network(batch.planes, batch.globals)
            win = F.softmax(model.without_impossible(value, batch.globals), dim=1)
            finished = 1 - win[:, shard.NO_RESULT]
            points = scores * model.SCALE * finished[:, None]
            legal = batch.policy > 0
            ours = F.softmax(torch.where(legal, moves, torch.tensor(-1e4)), dim=1)
            figures = {
                "win": win[:, shard.WIN] - batch.values[:, shard.WIN],
                "score": points[:, model.SCORE] - batch.values[:, shard.SCORE],
                "lead": points[:, model.LEAD] - batch.values[:, shard.LEAD],
                "policy": ours - batch.policy,
                "ownership": torch.tanh(ownership) - batch.ownership,
            }
            for name, difference in figures.items():
                worst[name] = max(worst.get(name, 0), float(difference.abs().max()))
    return worst


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while True:
            read = self.process.stdout.readline()
            if read == "":
                raise SystemExit(f"the engine ended at '{line}'")
            if read.strip() == "" and answer:
                break
            if read.strip() != "":
                answer.append(read.rstrip("\n"))
        if not answer[0].startswith("="):
            raise SystemExit(f"'{line}': {answer[0]}")
        return answer

    def evaluate(self, symmetry=0):
        """kata-raw-nn as {name: numbers}."""
        found, name = {}, None
        for line in self.ask(f"kata-raw-nn {symmetry} 0")[1:]:
            for word in line.split():
                if word[0].isalpha() and word.lower() != "nan":
                    name = word
                    found[name] = []
                else:
                    found[name].append(float(word))
        return {key: np.array(values) for key, values in found.items()}


def begin(engine, width, height, komi, rules):
    for line in (f"rectangular_boardsize {width} {height}", "clear_board", f"komi {komi}",
                 f"kata-set-rules {rules}"):
        engine.ask(line)


def moves_of(width, height, rules):
    """The moves of MOVES on the board, without the pass if KataGo would hide it."""
    return [move for move in MOVES
            if (rules not in AGREEMENT if move == "pass" else
                ord(move[0]) - ord("A") < width and int(move[1:]) <= height)]


def compare_engines(first, second):
    """The greatest differences between two engines' answers in a short game on each board."""
    worst = {}
    names = {"win": "whiteWin", "lead": "whiteLead", "policy": "policy", "ownership":
             "whiteOwnership"}
    for width, height, komi, rules in BOARDS:
        for engine in (first, second):
            begin(engine, width, height, komi, rules)
        for i, move in enumerate(moves_of(width, height, rules)):
            answers = [engine.evaluate() for engine in (first, second)]
            for name, key in names.items():
                a, b = answers[0][key], answers[1][key]
                legal = ~(np.isnan(a) | np.isnan(b))
                worst[name] = max(worst.get(name, 0), float(np.abs(a - b)[legal].max()))
            for engine in (first, second):
                engine.ask(f"play {'bw'[i % 2]} {move}")
    return worst


def write_reference(katago, path):
    """KataGo's answers in a short game on each board, a line each."""
    with open(path, "w") as file:
        for first, (width, height, komi, rules) in enumerate(BOARDS):
            begin(katago, width, height, komi, rules)
            moves = moves_of(width, height, rules)
            for i, move in enumerate(moves):
                if i % 3 == first % 3:
                    symmetry = i % (8 if width == height else 4)  # KataGo turns no rectangles
                    found = katago.evaluate(symmetry)
                    outputs = {name: values[0] for name, values in found.items()
                               if len(values) == 1}
                    for name in ("policy", "whiteOwnership"):
                        outputs[name] = [None if np.isnan(x) else x for x in found[name]]
                    played = [["bw"[k % 2], moves[k]] for k in range(i)]
                    line = {"width": width, "height": height, "komi": komi, "rules": rules,
                            "to_move": "bw"[i % 2], "moves": played, "symmetry": symmetry,
                            "outputs": outputs}
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                katago.ask(f"play {'bw'[i % 2]} {move}")


def judge(title, worst, most):
    print(title, " ".join(f"{name} {figure:.2g}" for name, figure in worst.items()))
    return all(worst[name] <= limit for name, limit in most.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", help="a checkpoint, or a snapshot")
    parser.add_argument("file")
    parser.add_argument("--network", help="the text of a snapshot's network")
    parser.add_argument("--shard", required=True)
    parser.add_argument("--dihedra", default="build/release/dihedra")
    parser.add_argument("--katago")
    parser.add_argument("--reference")
    options = parser.parse_args()
    network = export.read_source(options.source, options.network)
    ok = judge("PyTorch and Dihedra differ by", compare_torch(network, options.shard), MOST)
    if options.katago:
        ours = Engine(f"{options.dihedra} --model {options.file} --precision fp32")
        theirs = Engine(options.katago)
        if options.reference:
            write_reference(theirs, options.reference)
        ok &= judge("KataGo and Dihedra differ by", compare_engines(ours, theirs), MOST_KATAGO)
    sys.exit(0 if ok else "they differ by more than rounding")


if __name__ == "__main__":
    main()
