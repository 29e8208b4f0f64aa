"""Maps ranks to settings, from the results of matches:

    python3 engine/lab/train/rank/fit.py engine/lab/train/rank/results.tsv

writes engine/player/strength_table.c, and the table and the plot of README.md (ranks.tsv, ranks.svg).

    python3 engine/lab/train/rank/fit.py --even

writes a first table: ranks in even steps of the path.
"""

import argparse
import sys

import match
import model
import path
import results

# The anchor: the rank that this engine is assumed to have.
ANCHOR, ANCHOR_RANK = "gnugo", path.rank_number("8k")

# How often a rank beats the one below it in even games. Weak ranks are closer together: blunders
# decide their games.
SHARE_OF_WEAKEST, SHARE_OF_STRONGEST = 0.60, 0.64  # of 19k, of 9d

SIZE, KOMI = 19, 7.5  # of the matches that count


def share_above(rank):
    """Returns how often rank + 1 should beat rank."""
    part = (rank - path.LEAST_RANK) / (path.MOST_RANK - 1 - path.LEAST_RANK)
    return SHARE_OF_WEAKEST + part * (SHARE_OF_STRONGEST - SHARE_OF_WEAKEST)


def elo_above_anchor(rank):
    low, high = sorted((rank, ANCHOR_RANK))
    elo = sum(model.elo_of(share_above(r)) for r in range(low, high))
    return elo if rank > ANCHOR_RANK else -elo


def ranks_of(fitted):
    """Returns [(rank, place)], from 20k to 9d. Raises ValueError if the path does not reach one."""
    origin = fitted.ratings[model.KNOTS + fitted.others.index(ANCHOR)]
    found = []
    for rank in range(path.LEAST_RANK, path.MOST_RANK + 1):
        place = fitted.place_at(origin + elo_above_anchor(rank))
        if place is None:
            low, high = min(fitted.ratings[:model.KNOTS]), max(fitted.ratings[:model.KNOTS])
            raise ValueError(f"no place of the path is {path.rank_name(rank)}, "
                             f"{elo_above_anchor(rank):+.0f} Elo from {ANCHOR}: it goes from "
                             f"{low - origin:+.0f} to {high - origin:+.0f} (more games at its ends, "
                             "path.py, or SHARE_OF_... in fit.py)")
        found.append((rank, place))
    return found


def even_ranks():
    """Returns [(rank, place)], 20k to 9d in even steps of the path."""
    steps = path.MOST_RANK - path.LEAST_RANK
    return [(path.LEAST_RANK + i, path.PLACES * i / steps) for i in range(steps + 1)]


def origin_of(matches, network):
    """Returns two lines with the origin of a table."""
    games = sum(row.wins + row.losses for row in matches)
    return (f"From {games:.0f} games, {ANCHOR} taken for {path.rank_name(ANCHOR_RANK)}, of the "
            "network inside", f"whose exported file has the checksum {network}.")


def c_table(ranks, origin):
    lines = ["/* How the network inside plays each rank. Written by engine/lab/train/rank/fit.py: do not change it",
             f" * by hand. {origin[0]}",
             f" * {origin[1]} */",
             '#include "engine/player/strength.h"',
             "",
             "const StrengthRow STRENGTH_TABLE[STRENGTH_MOST] = {"]
    rows = []
    for rank, place in ranks:
        visits, temperature, least = path.settings(place)
        rows.append((f"    {{{visits:.3f}, {temperature:.4f}, {least:.5f}}},",
                     f"/* {path.rank_name(rank)}, place {place:.4f} */"))
    width = max(len(row) for row, _ in rows)
    lines += [f"{row:{width}} {comment}" for row, comment in rows]
    return "\n".join(lines + ["};", ""])


def for_people(ranks, fitted):
    """Returns the table as text, columns separated by tabs; intervals are for 95%."""
    lines = ["rank\tElo from GNU Go\texpected against the rank below\tvisits\ttemperature\tleast share"]
    below = None
    for rank, place in ranks:
        engine = results.engine_at(place)
        elo, error = fitted.gap(engine, ANCHOR)
        beats = ""
        if below is not None:
            beats = f"{100 * model.chance(fitted.gap(engine, below)[0]):.0f}%"
        visits, temperature, least = path.settings(place)
        lines.append(f"{path.rank_name(rank)}\t{round(elo):+d} ± {1.96 * error:.0f}\t{beats}\t"
                     f"{visits:.1f}\t{temperature:.2f}\t{least:.4f}")
        below = engine
    return "\n".join(lines) + "\n"


def plot(ranks, fitted):
    """Returns an SVG picture: Elo by rank with intervals of 95%, GNU Go as a line."""
    width, height, left, bottom = 720, 400, 60, 40
    points = []
    for rank, place in ranks:
        elo, error = fitted.gap(results.engine_at(place), ANCHOR)
        points.append((rank, elo, 1.96 * error))
    low = min(elo - error for _, elo, error in points)
    high = max(elo + error for _, elo, error in points)
    low, high = 200 * (low // 200), 200 * (high // 200 + 1)

    def x(rank):
        return left + (rank - ranks[0][0] + 0.5) * (width - left - 10) / len(ranks)

    def y(elo):
        return 10 + (high - elo) * (height - bottom - 10) / (high - low)

    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    step = 200 if high - low <= 3000 else 400
    for elo in range(int(low), int(high) + 1, step):
        svg.append(f'<path d="M{left} {y(elo):.1f}H{width - 10}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo:+d}</text>')
    svg.append(f'<path d="M{left} {y(0):.1f}H{width - 10}" stroke="#b33" stroke-dasharray="4 3"/>'
               f'<text x="{width - 12}" y="{y(0) - 4:.1f}" text-anchor="end" fill="#b33">'
               f'GNU Go, level 10: taken for {path.rank_name(ANCHOR_RANK)}</text>')
    for rank, elo, error in points:
        svg.append(f'<path d="M{x(rank):.1f} {y(elo - error):.1f}V{y(elo + error):.1f}" '
                   'stroke="#25a"/>'
                   f'<circle cx="{x(rank):.1f}" cy="{y(elo):.1f}" r="3" fill="#25a"/>')
        svg.append(f'<text x="{x(rank):.1f}" y="{height - bottom + 16}" text-anchor="middle">'
                   f'{path.rank_name(rank)}</text>')
    svg.append(f'<text x="{(left + width) / 2:.0f}" y="{height - 6}" text-anchor="middle">'
               'Elo by rank on 19x19, with 95% intervals</text></svg>')
    return "\n".join(svg) + "\n"


def counted(matches, network):
    """Returns the matches that the fit goes by."""
    return [row for row in matches
            if (row.size, row.komi, row.network) == (SIZE, KOMI, network)]


def fit(matches, network):
    """Returns the model and its ranks. Raises ValueError if the results do not say enough."""
    matches = counted(matches, network)
    if not any(ANCHOR in (row.first, row.second) for row in matches):
        raise ValueError(f"no games against {ANCHOR} on {SIZE}x{SIZE} with komi {KOMI} by the "
                         f"network inside ({network})")
    fitted = model.Model(matches)
    return fitted, ranks_of(fitted)


def falls(fitted):
    """Yields the knots after which the rating falls by more than its error."""
    knots = [i * path.PLACES / (model.KNOTS - 1) for i in range(model.KNOTS)]
    for place, following in zip(knots, knots[1:]):
        elo, error = fitted.gap(results.engine_at(following), results.engine_at(place))
        if elo < -1.96 * error:
            yield place


def write(file_name, text):
    with results.replace_file(file_name) as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="?", default="engine/lab/train/rank/results.tsv")
    parser.add_argument("--even", action="store_true", help="without results")
    parser.add_argument("--network", help="the checksum of another network than the one inside the program")
    parser.add_argument("--program", default=match.PROGRAM)
    parser.add_argument("--table", default="engine/player/strength_table.c")
    parser.add_argument("--folder", default="engine/lab/train/rank", help="of ranks.tsv and ranks.svg")
    arguments = parser.parse_args()
    try:
        if arguments.even:
            write(arguments.table, c_table(even_ranks(), ("Not calibrated: from no games,",
                                                   "in even steps of the path.")))
            return
        network = arguments.network or match.network_of(arguments.program)
        matches = results.read(arguments.results)
        fitted, ranks = fit(matches, network)
    except (OSError, ValueError) as error:
        sys.exit(f"fit.py: {error}")
    for place in falls(fitted):
        print(f"fit.py: the rating falls after place {place:.1f}: play more games there",
              file=sys.stderr)
    origin = origin_of(counted(matches, network), network)
    write(arguments.table, c_table(ranks, origin))
    write(f"{arguments.folder}/ranks.tsv", for_people(ranks, fitted))
    write(f"{arguments.folder}/ranks.svg", plot(ranks, fitted))
    print(f"{path.rank_name(ranks[0][0])} to {path.rank_name(ranks[-1][0])}: {arguments.table}")


if __name__ == "__main__":
    main()
