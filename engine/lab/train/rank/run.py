"""Plays the matches of the calibration, with the program's present ranks:

    python3 engine/lab/train/rank/run.py W

Every third rank plays the next two of these rungs, and GNU Go plays the rungs near 8k. Logs are in
the folder W, results in engine/lab/train/rank/results.tsv, by the places of the ranks: they stay valid
when the ranks move. The same command continues where it was stopped.

    python3 engine/lab/train/rank/run.py W --lowest 3k --highest 2d --step 1

plays more games in a region.
"""

import argparse
import sys

import fit
import match
import path
import results


def ranks_between(ranks, lowest, highest):
    """Returns the ranks from one name to another. Raises ValueError if there is none."""
    first, last = path.rank_number(lowest), path.rank_number(highest)
    found = sorted(rank for rank in ranks if first <= rank <= last)
    if not found:
        raise ValueError(f"the table has no rank from {lowest} to {highest}")
    return found


def pairings(ranks, step, gnugo_reach):
    """Returns [(stronger, weaker)] of rungs, then of GNU Go and rungs."""
    rungs = ranks[::step]
    if rungs[-1] != ranks[-1]:
        rungs.append(ranks[-1])
    pairs = [(rungs[j], rungs[i]) for i in range(len(rungs))
             for j in range(i + 1, min(i + 3, len(rungs)))]
    near = [rung for rung in rungs if abs(rung - fit.ANCHOR_RANK) <= gnugo_reach]
    return pairs + [("gnugo", rung) for rung in near]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="of the logs")
    parser.add_argument("--games", type=int, default=100, help="a pair (%(default)s)")
    parser.add_argument("--gnugo-games", type=int,
                        help="a pair of GNU Go's, which takes longer (default: as --games)")
    parser.add_argument("--step", type=int, default=3, help="from rung to rung (%(default)s)")
    parser.add_argument("--lowest", default="20k", help="the first rung (%(default)s)")
    parser.add_argument("--highest", default="9d",
                        help="no rung is above it (%(default)s)")
    parser.add_argument("--gnugo-reach", type=int, default=4,
                        help="plays rungs this many ranks from 8k (%(default)s; -1: none)")
    parser.add_argument("--size", type=int, default=fit.SIZE)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (%(default)s)")
    parser.add_argument("--program", default=match.PROGRAM)
    parser.add_argument("--results", default="engine/lab/train/rank/results.tsv")
    arguments = parser.parse_args()

    def engine_of(rung):
        return rung if rung == "gnugo" else results.engine_at(places[rung])

    try:
        places = match.rank_places(arguments.program)
        network = match.network_of(arguments.program)
        ranks = ranks_between(places, arguments.lowest, arguments.highest)
        for first, second in pairings(ranks, arguments.step, arguments.gnugo_reach):
            engines = engine_of(first), engine_of(second)
            games = arguments.games
            if first == "gnugo" and arguments.gnugo_games is not None:
                games = arguments.gnugo_games
            log = "-".join(engine.replace(":", "") for engine in engines)
            wins, losses = match.play(
                first, second, games,
                f"{arguments.folder}/{arguments.size}-{network}-{log}.jsonl", size=arguments.size,
                jobs=arguments.jobs, program=arguments.program)
            results.put(arguments.results, results.Result(*engines, wins, losses, arguments.size,
                                                          fit.KOMI, network))
            print(f"{match.name_of(first)} {wins:g} - {losses:g} {match.name_of(second)}",
                  flush=True)
    except (OSError, ValueError) as error:
        sys.exit(f"run.py: {error}")


if __name__ == "__main__":
    main()
