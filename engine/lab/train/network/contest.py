"""Networks against each other at equal time, by `dihedra match`.

    python3 contest.py W FIRST OTHER... [--move-time S] [--games SIZE=N...]

FIRST and OTHERs are files, or names of runs, whose last snapshots in W/snapshots are used. FIRST
plays each of the others. Games are logged in W/contest; the same command continues from there.
Prints a table.
"""

import argparse
import glob
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../rank"))
import match  # noqa: E402

PROGRAM = match.PROGRAM


def find(folder, name):
    """The file of a network, and its name in the table."""
    if os.path.isfile(name):
        return name, os.path.splitext(os.path.basename(name))[0]
    snapshots = glob.glob(os.path.join(glob.escape(folder), "snapshots", f"{name}-s*.bin"))
    if not snapshots:
        raise SystemExit(f"{name}: neither a file nor a run with a snapshot in {folder}")
    return max(snapshots, key=lambda path: int(re.search(r"-s(\d+)\.bin$", path)[1])), name


def command(path, seconds, program=PROGRAM):
    return f"{program} --model {path} --precision int16 --move-time {seconds:g} --rules chinese"


def play(log, engines, size, games, *options, program=PROGRAM, opening="2", may_fail=None):
    """Plays the rest of a match between engines, {name: command}, the first against each of the
    others. Returns the match's report. Ends the program if an engine other than may_fail has
    failed."""
    named = [word for name, text in engines.items() for word in ("--engine", f"{name}={text}")]
    try:
        report = match.run_match(named, games, log, size, "--random-opening", opening, "--seed", "15",
                                 *options, program=program)
        match.count(log, faulty=may_fail)
    except ValueError as error:
        raise SystemExit(str(error))
    return report


def rows(report, board):
    for pairing in report["pairings"]:
        elo = "" if pairing["elo"] is None else f"{pairing['elo']:+.0f}"  # none if all were won
        yield (f"| {pairing['engine']} - {pairing['opponent']} | {board} | {pairing['games']} | "
               f"{100 * pairing['win_rate']:.1f} ({100 * pairing['win_rate_low']:.1f} to "
               f"{100 * pairing['win_rate_high']:.1f}) | {elo} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--move-time", type=float, default=0.1)
    parser.add_argument("--games", nargs="+", default=["9=400", "19=100"])
    parser.add_argument("-j", default="1", help="games at a time; the cores must be free")
    options = parser.parse_args()
    found = [find(options.folder, name) for name in options.networks]
    engines = {name: command(path, options.move_time) for path, name in found}
    lines = ["| pairing | board | games | first's win rate, % (95%) | Elo |",
             "| --- | --- | --- | --- | --- |"]
    for text in options.games:
        size, games = map(int, text.split("="))
        log = os.path.join(options.folder, "contest",
                           "-".join([*engines, f"{size}x{size}", f"{options.move_time:g}s.jsonl"]))
        lines += rows(play(log, engines, size, games, "-j", options.j), f"{size}x{size}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
