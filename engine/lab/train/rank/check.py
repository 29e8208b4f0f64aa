"""Checks that ranks are as far apart as they should be:

    python3 engine/lab/train/rank/check.py W               five pairs of neighbors on 19x19
    python3 engine/lab/train/rank/check.py W --size 9      every third rank against the next one of these

Neighbors play even games, of which the stronger must win 55 to 75%, and games without komi in which
the stronger is White, of which it must win 40 to 60%. On small boards the stronger must not lose,
beyond the error. The same command continues where it was stopped. Prints a table; the exit status is
1 if a row is out of bounds. Even games on 19x19 are results like those of run.py: the next fit uses
them, too.

The bounds are those of the share that was seen, so a ladder whose neighbors win just what they should
(60 to 64%, and 50% without komi) also fails by chance: on 19x19 43% of the time with --games 100, 14%
with 200, 3% with 400. Most often the weakest pair is below 55%. Play more games before changing ranks.
"""

import argparse
import math
import sys

import fit
import match
import path
import results

EVEN, WITHOUT_KOMI = (0.55, 0.75), (0.40, 0.60)
NO_KOMI = 0.5  # allows no draw


def neighbors(ranks, count=5):
    """Returns pairs (weaker, stronger) spread over the ranks, the ends among them."""
    last = len(ranks) - 2
    starts = sorted({round(i * last / (count - 1)) for i in range(count)})
    return [(ranks[i], ranks[i + 1]) for i in starts]


def row(name, wins, games, bounds):
    """Returns a line of the table, and whether the share is within the bounds."""
    low, high = match.interval(wins, games)
    is_good = bounds[0] <= wins / games <= bounds[1]
    return (f"| {name} | {100 * wins / games:.1f}% of {games:.0f} ({100 * low:.1f} to "
            f"{100 * high:.1f}) | {100 * bounds[0]:.0f} to {100 * bounds[1]:.0f}% | "
            f"{'yes' if is_good else 'no'} |"), is_good


def rows_of_neighbors(ranks, play):
    for weaker, stronger in neighbors(ranks):
        names = f"{path.rank_name(stronger)} against {path.rank_name(weaker)}"
        wins, losses = play(stronger, weaker)
        yield row(f"{names}, even", wins, wins + losses, EVEN)
        losses, wins = play(weaker, stronger, komi=NO_KOMI, alternate=False)
        yield row(f"{names} as White without komi", wins, wins + losses, WITHOUT_KOMI)


def rows_of_rungs(ranks, step, play):
    for weaker, stronger in zip(ranks[::step], ranks[step::step]):
        wins, losses = play(stronger, weaker)
        low = 0.5 - 0.98 / math.sqrt(wins + losses)  # 1.96 standard errors of an even match
        yield row(f"{path.rank_name(stronger)} against {path.rank_name(weaker)}", wins,
                  wins + losses, (max(low, 0.0), 1.0))


def check(arguments):
    """Prints the table. Returns whether all rows are within bounds."""
    places = match.rank_places(arguments.program)
    network = match.network_of(arguments.program)
    ranks = sorted(places)

    def play(first, second, komi=fit.KOMI, alternate=True):
        log = (f"{arguments.folder}/check-{network}-{arguments.size}-{komi:g}-"
               f"{match.name_of(first)}-{places[first]:.4f}-"
               f"{match.name_of(second)}-{places[second]:.4f}.jsonl")
        wins, losses = match.play(first, second, arguments.games, log, size=arguments.size,
                                  komi=komi, jobs=arguments.jobs, alternate=alternate,
                                  program=arguments.program)
        if (arguments.size, komi) == (fit.SIZE, fit.KOMI):
            engines = [results.engine_at(places[rank]) for rank in (first, second)]
            results.put(arguments.results, results.Result(*engines, wins, losses, fit.SIZE,
                                                          fit.KOMI, network))
        return wins, losses

    rows = (rows_of_neighbors(ranks, play) if arguments.size == fit.SIZE else
            rows_of_rungs(ranks, 3, play))
    is_good = True
    print("| match | won by the stronger | wanted | so |\n| --- | --- | --- | --- |")
    for line, is_row_good in rows:
        print(line, flush=True)
        is_good = is_good and is_row_good
    return is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="of the logs")
    parser.add_argument("--games", type=int, default=200, help="a pair (%(default)s)")
    parser.add_argument("--size", type=int, default=fit.SIZE)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (%(default)s)")
    parser.add_argument("--program", default=match.PROGRAM)
    parser.add_argument("--results", default="engine/lab/train/rank/results.tsv")
    arguments = parser.parse_args()
    try:
        is_good = check(arguments)
    except (OSError, ValueError) as error:
        sys.exit(f"check.py: {error}")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
