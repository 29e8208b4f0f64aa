"""The strength of the network inside: the matches of the README's tables.

    python3 engine/lab/train/network/strength.py W [--teacher FILE] [NAME...]

Games are logged in W/strength, in a folder for each network, named by its checksum; the same command
continues from there. Prints a table of the matches named, or of all. Games that GNU Go loses by a
crash do not count and are replaced.
"""

import argparse
import collections
import os

import contest  # finds ../rank
from match import GNUGO, count, interval, network_of

OPENING = {9: "2", 13: "3", 19: "3"}  # random moves

Match = collections.namedtuple("Match", "name size games seconds opponent")


def matches(teacher):
    for size in (9, 13, 19):
        yield Match(f"gnugo-{size}", size, 60, 1, GNUGO)
    playouts = f"{contest.PROGRAM} --model none --move-time 0.2 --rules chinese"
    yield Match("none-19", 19, 100, 0.2, playouts)
    yield Match("none-9", 9, 200, 0.2, playouts)
    if teacher:
        by_teacher = contest.command(teacher, 0.2)
        yield Match("teacher-9", 9, 100, 0.2, by_teacher)
        yield Match("teacher-19", 19, 100, 0.2, by_teacher)


def count_inside(log):
    """Returns the numbers of games played and counted, and the points of the network inside."""
    if not os.path.exists(log):
        return 0, 0, 0.0
    with open(log, encoding="utf-8") as file:
        played = sum(1 for _ in file) - 1
    games, points = 0, 0.0
    for (black, _), (by_black, by_white) in count(log, faulty="opponent").items():
        games += round(by_black + by_white)
        points += by_black if black == "inside" else by_white
    return played, games, points


def play(folder, match, jobs):
    log = os.path.join(folder, f"{match.name}.jsonl")
    engines = {"inside": f"{contest.PROGRAM} --model inside --move-time {match.seconds:g} "
                         "--rules chinese", "opponent": match.opponent}
    played, games, points = count_inside(log)
    while games < match.games:
        contest.play(log, engines, match.size, played + match.games - games, "-j", jobs,
                     may_fail="opponent", opening=OPENING[match.size])
        played, games, points = count_inside(log)
    low, high = interval(points, games)
    return (f"| {match.name} | {match.seconds:g} s | {points:g} of {games} | "
            f"{100 * points / games:.1f} ({100 * low:.1f} to {100 * high:.1f}) |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--teacher")
    parser.add_argument("-j", default="1", help="games at a time; the cores must be free")
    options = parser.parse_args()
    chosen = [match for match in matches(options.teacher)
              if not options.names or match.name in options.names]
    folder = os.path.join(options.folder, "strength", network_of(contest.PROGRAM))
    lines = [play(folder, match, options.j) for match in chosen]
    print("\n".join(["| match | a move | points | % (95%) |", "| --- | --- | --- | --- |", *lines]))


if __name__ == "__main__":
    main()
