#!/usr/bin/env python3
"""Measures engines that speak KataGo's analysis protocol: visits a second on a whole 19x19 game.

    tests/clients/throughput.py --model F [--visits 50] [--moves 60] [--threads 1] ENGINE...

ENGINE is a command such as 'build/release/dihedra analysis' or 'katago analysis -config F'; the options
for model and threads are added. The game is the same for all: random but legal, by a fixed seed. Prints
a line for each: visits, seconds, and visits for each second and for each second of CPU time.
"""
import argparse
import json
import os
import random
import shlex
import subprocess
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"


def make_game(count):
    """Moves of a game: near the middle lines, no two adjacent, so that all are legal."""
    points = [f"{COLUMNS[x]}{y + 1}" for x in range(2, 17, 2) for y in range(2, 17)]
    random.Random(1).shuffle(points)
    return [["BW"[i % 2], vertex] for i, vertex in enumerate(points[:count])]


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(command, options):
    settings = (f"numAnalysisThreads={options.threads},numSearchThreadsPerAnalysisThread=1,"
                f"wideRootNoise=0,reportAnalysisWinratesAs=BLACK,maxVisits={options.visits}")
    line = shlex.split(command) + ["-model", options.model, "-override-config", settings]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    for text in process.stderr:
        if "ready to begin handling requests" in text:
            break
    moves = make_game(options.moves)
    query = {"id": "game", "moves": moves, "rules": "chinese", "komi": 7.5, "boardXSize": 19,
             "boardYSize": 19, "analyzeTurns": list(range(len(moves) + 1)),
             "maxVisits": options.visits}
    start, cpu_start = time.time(), cpu_seconds(process)
    process.stdin.write(json.dumps(query) + "\n")
    process.stdin.flush()
    visits = 0
    for _ in range(len(moves) + 1):
        visits += json.loads(process.stdout.readline())["rootInfo"]["visits"]
    seconds, cpu = time.time() - start, cpu_seconds(process) - cpu_start
    process.stdin.close()
    process.stderr.read()
    process.wait()
    print(f"{command}: {visits} visits in {seconds:.2f} s: {visits / seconds:.1f} a second, "
          f"{visits / cpu:.1f} for each second of CPU time", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    parser.add_argument("--model", required=True)
    parser.add_argument("--visits", type=int, default=50)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for engine in options.engines:
        measure(engine, options)


main()
