"""KataGo's answers about a dozen positions, which tests compare those of the network inside with.

    python3 tests/support/network/reference.py 'katago gtp -model network.bin -config C' dihedra-NAME.jsonl

The format is that of tests/support/oracle/net_reference.h.
"""

import json
import shlex
import subprocess
import sys

MOVES = "C3 E5 D4 pass G4 F6 E6 B2 C2 B3 D2 A1 H8".split()
AGREEMENT = ("aga", "new-zealand")  # with these rules KataGo hides a pass from the network
# Width, height, komi, rules. Of the positions of the game on a board every third is a reference.
BOARDS = [(9, 9, 7.5, "tromp-taylor"), (13, 13, 0.5, "japanese"), (19, 19, 6, "tromp-taylor"),
          (11, 7, 3.5, "aga"), (5, 5, 20, "new-zealand"), (2, 2, 1, "japanese"), (4, 18, -2, "aga")]


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = list(iter(lambda: self.process.stdout.readline().rstrip("\n"), ""))
        if not answer or not answer[0].startswith("="):
            raise SystemExit(f"'{line}': {answer}")
        return answer

    def evaluate(self, symmetry):
        """kata-raw-nn as {name: numbers}."""
        found, name = {}, None
        for word in " ".join(self.ask(f"kata-raw-nn {symmetry} 0")[1:]).split():
            if word[0].isalpha() and word.lower() != "nan":
                name = word
                found[name] = []
            else:
                found[name].append(None if word.lower() == "nan" else float(word))
        return found


def moves_of(width, height, rules):
    """The moves of MOVES on the board, without the pass if KataGo would hide it."""
    return [move for move in MOVES
            if (rules not in AGREEMENT if move == "pass" else
                ord(move[0]) - ord("A") < width and int(move[1:]) <= height)]


def write_reference(katago, path):
    """KataGo's answers in a short game on each board, a line each."""
    with open(path, "w") as file:
        for first, (width, height, komi, rules) in enumerate(BOARDS):
            for line in (f"rectangular_boardsize {width} {height}", "clear_board", f"komi {komi}",
                         f"kata-set-rules {rules}"):
                katago.ask(line)
            moves = moves_of(width, height, rules)
            for i, move in enumerate(moves):
                if i % 3 == first % 3:
                    symmetry = i % (8 if width == height else 4)  # KataGo turns no rectangles
                    outputs = {name: values if name in ("policy", "whiteOwnership") else values[0]
                               for name, values in katago.evaluate(symmetry).items()
                               if name in ("policy", "whiteOwnership") or len(values) == 1}
                    played = [["bw"[k % 2], moves[k]] for k in range(i)]
                    line = {"width": width, "height": height, "komi": komi, "rules": rules,
                            "to_move": "bw"[i % 2], "moves": played, "symmetry": symmetry,
                            "outputs": outputs}
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                katago.ask(f"play {'bw'[i % 2]} {move}")


if __name__ == "__main__":
    write_reference(Engine(sys.argv[1]), sys.argv[2])
