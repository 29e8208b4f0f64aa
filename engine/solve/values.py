#!/usr/bin/env python3
"""Values of small boards: what values.tsv lacks.

    values.py [--program P] [--proofs DIR] [--seconds S] [--mb M] [--threads T]
              [--boards 3x4,5x5:c3] [--rules simple,psk]

It adds the boards of at most 24 points that values.tsv lacks, the smallest first: it solves each, proves
both bounds, has the proof checked by `dihedra verify`, and writes its row. Rows that are not proved are tried
again, from their checkpoints in DIR, where the proofs are, too. `5x5:c3` is the board after that first move. Proofs
under superko of large boards that one side wins whole begin with the one under simple ko if that is in DIR; on others
the loser's strategy may rely on draws, and the solver looks for one that does not.
"""
import argparse
import hashlib
import json
import os
import platform
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VALUES = os.path.join(HERE, "values.tsv")
COLUMNS = ["board", "rule", "value", "status", "positions", "seconds", "machine", "commit", "records", "bytes",
           "sha256", "command"]
RULES = ["simple", "psk"]
MOST_POINTS = 24
FROM_SIMPLE = 17  # points: from here on a proof under superko begins with the one under simple ko


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def split(board):
    """Width, height and first move (or nothing) of "5x5:c3"."""
    size, _, first = board.partition(":")
    width, height = map(int, size.split("x"))
    return width, height, first


def points(board):
    width, height, _ = split(board)
    return width * height


def board_order(board):
    width, _, first = split(board)
    return points(board), width, first


def order(row):
    return board_order(row["board"]), RULES.index(row["rule"])


def spread(row):
    """The width of the interval in which a row has the value, or of nothing."""
    if row is None:
        return 2 * MOST_POINTS
    bounds = [int(bound) for bound in row["value"].split("..")]
    return bounds[-1] - bounds[0]


def write_rows(rows):
    with open(VALUES + ".new", "w", encoding="utf-8") as file:
        file.write("# Values of boards by dihedra solve, Black first: made by values.py\n")
        file.write("\t".join(COLUMNS) + "\n")
        for row in sorted(rows, key=order):
            file.write("\t".join(row[name] for name in COLUMNS) + "\n")
    os.replace(VALUES + ".new", VALUES)


# ---- Solving ----

def machine():
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            name = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return "%s, %d cores" % (name, os.cpu_count())


def commit(program):
    out = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    return re.search(r"^commit +(\S+)", out, re.MULTILINE).group(1)


ENDED = 130  # the exit status of a search that was asked to end


def run(command, seconds):
    """The JSON object that the command prints, or None, and its exit status. If it takes longer it is asked to end."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate()
    if not out.strip():
        print("%s: %s" % (" ".join(command), err.strip().split("\n")[-1]), file=sys.stderr)
        return None, process.returncode
    return json.loads(out), process.returncode


def solve(how, board, rule, from_simple):
    name = os.path.join(how.proofs, board.replace(":", "-") + "-")
    proof, checkpoint, simple = (name + end for end in (rule + ".proof", rule + ".checkpoint", "simple.proof"))
    width, height, first = split(board)
    options = ["solve", "%dx%d" % (width, height), "--ko", rule, "--suicide", "off"]
    options += ["--first", first] if first else []
    from_simple = from_simple and os.path.exists(simple)
    threads = ["--threads", str(how.threads)]
    size = ["--mb", str(how.mb)] if how.mb else []
    command = [how.program, *options, *threads, *size, "--json", "--proof", proof]
    result, exit_status = run([*command, "--from-proof", simple], how.seconds) if from_simple else (None, None)
    if exit_status not in (0, ENDED):  # the proof may rest on a repetition
        from_simple = False
        result, _ = run([*command, "--checkpoint", checkpoint], how.seconds)
    if result is None:
        return None
    row = dict.fromkeys(COLUMNS, "")
    lower, upper, status = result["lower"], result["upper"], result["status"]
    verified = status == "proved" and subprocess.run([how.program, "verify", proof, *threads], check=True,
                                                     capture_output=True, text=True).stdout
    if verified:
        if any(int(bound) not in (lower, upper) for bound in re.findall(r"Black gets .* ([+-]\d+): proved", verified)):
            sys.exit("%s: the proof is of other bounds" % name)
        with open(proof, "rb") as file:
            data = file.read()
        row.update(records=re.search(r"^(\d+) records", verified, re.MULTILINE).group(1), bytes=str(len(data)), sha256=hashlib.sha256(data).hexdigest())
        if os.path.exists(checkpoint):
            os.remove(checkpoint)
    row.update(board=board, rule=rule, value="%+d" % lower if lower == upper else "%+d..%+d" % (lower, upper),
               status="proved" if verified else "claimed" if lower == upper else "interval",
               positions=str(result["nodes"]), seconds="%.1f" % result["seconds"], machine=machine(),
               commit=commit(how.program),
               command="dihedra %s%s --proof FILE" % (" ".join(options), " --from-proof SIMPLE" if from_simple else ""))
    return row


def boards_of(text):
    if text:
        return text.split(",")
    boards = ["%dx%d" % (w, h) for w in range(1, 5) for h in range(w, MOST_POINTS // w + 1)]
    return sorted(boards, key=lambda board: (points(board), board))


def solve_all(options):
    rows = {(row["board"], row["rule"]): row for row in (read(VALUES) if os.path.exists(VALUES) else [])}
    os.makedirs(options.proofs, exist_ok=True)
    for board in boards_of(options.boards):
        for rule in options.rules.split(","):
            if rows.get((board, rule), {}).get("status") == "proved":
                continue
            simple = rows.get((board, "simple"), {})
            from_simple = (rule != "simple" and points(board) >= FROM_SIMPLE and
                           simple.get("status") == "proved" and abs(int(simple["value"])) == points(board))
            row = solve(options, board, rule, from_simple)
            if row and spread(row) <= spread(rows.get((board, rule))):
                rows[board, rule] = row
                write_rows(rows.values())
                print(board, rule, row["value"], row["status"], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/dihedra")
    parser.add_argument("--proofs", default="build/proofs")
    parser.add_argument("--seconds", type=float, default=3600, help="of one board")
    parser.add_argument("--mb", type=int, default=0, help="of the table; 0: what suits the board")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--boards", default="")
    parser.add_argument("--rules", default=",".join(RULES))
    solve_all(parser.parse_args())


if __name__ == "__main__":
    main()
