"""Rounds of self-play after distilling: search, train, compare.

    python3 rounds.py W NETWORK 'TEXT' [--rounds N] [--shards N] [--visits N] [--samples N] ...

NETWORK is an exported network of the shape TEXT. A round makes shards of positions that the network
has searched, and with --teacher T as many that T has searched; trains the network on these and the
distilled shards alternately; and plays the result against the network that it came from. A
sequential test decides whether the result replaces it; the first round that fails ends the loop.
W/rounds has the networks, the first as 0.bin, and rounds.tsv with the result of each round. A loop
that was stopped continues with the same command.
"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys

import contest
import shard

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST_SHARD = 1000  # of the first round; each round has as many numbers


def make_shards(options, number, network):
    """Returns the numbers of the first and the last shard of a round."""
    first = FIRST_SHARD * number
    searchers = [network] * options.shards
    if options.teacher:
        searchers += [options.teacher] * options.shards
    running = []
    try:
        for n, searcher in enumerate(searchers, first):
            path = os.path.join(options.folder, "shards", f"{n}.shard")
            if os.path.exists(path):
                continue
            line = [options.make_shard, searcher, str(n), path, "--positions",
                    str(options.positions), "--visits", str(options.visits)]
            running.append((path, subprocess.Popen(line)))
            if len(running) == options.jobs:
                finish(running)
        finish(running)
    finally:
        for _, process in running:
            process.terminate()
    return first, first + len(searchers) - 1


def finish(running):
    """Waits for all of them. Ends the program if one has failed."""
    for path, process in running:
        if process.wait() != 0:
            sys.exit(f"{path}: make-shard has failed")
    running.clear()


def train(options, number, network, shards):
    """Returns the file of the trained network."""
    name = f"round-{number}"
    line = [sys.executable, os.path.join(HERE, "train.py"), options.folder, options.network_text,
            "--name", name, "--start", network, "--samples", str(options.samples),
            "--shards", "1", str(FIRST_SHARD - 1), "--extra", *map(str, shards),
            "--outcome", str(options.outcome), "--rate-muon", str(options.rate_muon),
            "--rate-adam", str(options.rate_adam), "--threads", str(options.jobs)]
    subprocess.run(line, check=True)
    return contest.find(options.folder, name)[0]


def compare(options, number, network, trained):
    """Plays the trained network against the one it came from. Returns the match's report."""
    log = os.path.join(options.folder, "rounds", f"{number}.jsonl")
    engines = {f"round-{number}": contest.command(trained, options.move_time),
               f"round-{number - 1}": contest.command(network, options.move_time)}
    return contest.play(log, engines, options.size, options.games, "--sprt", "0",
                        str(options.gain), "--alternate", "-j", str(options.jobs))


HEAD = "round\tgames\twin_rate\tlow\thigh\tverdict\ttaken"


def note(path, number, report, is_taken):
    """Writes the row of a round, replacing an earlier one of the same round."""
    rows = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            rows = [row for row in file.read().splitlines()[1:]
                    if row.split("\t")[0] != str(number)]
    rows.append(f"{number}\t{report['games']}\t{report['win_rate']:.3f}\t"
                f"{report['win_rate_low']:.3f}\t{report['win_rate_high']:.3f}\t"
                f"{report['sprt']['verdict']}\t{'yes' if is_taken else 'no'}")
    with shard.replace_file(path) as file:
        file.write(("\n".join([HEAD, *rows]) + "\n").encode())


def check_origin(path, network):
    """Copies the network that the rounds start from; ends the program if they started from another
    one."""
    if not os.path.exists(path):
        shutil.copyfile(network, path)
    elif not filecmp.cmp(path, network, shallow=False):
        sys.exit(f"{network}: the rounds in {os.path.dirname(path)} began with another network; "
                 "remove that folder, or take another W")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("network")
    parser.add_argument("network_text")
    parser.add_argument("--rounds", type=int, default=10, help="at most")
    parser.add_argument("--shards", type=int, default=4, help="a round, of each searcher")
    parser.add_argument("--teacher", help="a second network that searches")
    parser.add_argument("--positions", type=int, default=10000, help="a shard")
    parser.add_argument("--visits", type=int, default=64, help="of a search")
    parser.add_argument("--samples", type=int, default=300000, help="a round")
    parser.add_argument("--outcome", type=float, default=0.25, help="share of the values")
    parser.add_argument("--rate-muon", type=float, default=0.001)
    parser.add_argument("--rate-adam", type=float, default=0.0002)
    parser.add_argument("--size", type=int, default=13, help="of the board of the matches")
    parser.add_argument("--games", type=int, default=600, help="of a match, at most")
    parser.add_argument("--gain", type=float, default=20, help="Elo that the test looks for")
    parser.add_argument("--move-time", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--make-shard", default="build/release/make-shard")
    options = parser.parse_args()
    folder = os.path.join(options.folder, "rounds")
    os.makedirs(folder, exist_ok=True)
    network = options.network
    check_origin(os.path.join(folder, "0.bin"), network)
    for number in range(1, options.rounds + 1):
        taken = os.path.join(folder, f"{number}.bin")
        if not os.path.exists(taken):
            shards = make_shards(options, number, network)
            trained = train(options, number, network, shards)
            report = compare(options, number, network, trained)
            is_taken = report["sprt"]["verdict"] == "H1"
            note(os.path.join(folder, "rounds.tsv"), number, report, is_taken)
            if not is_taken:
                break
            shutil.copyfile(trained, taken)
        network = taken
    print(network)


if __name__ == "__main__":
    main()
