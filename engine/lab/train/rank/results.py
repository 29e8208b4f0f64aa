"""The results of matches, as a table of tab-separated columns:

    first, second   the engines: "place:0.4250" (path.py) or a name such as "gnugo"
    wins, losses    of the first; a draw is half of each
    size, komi      of the board
    network         whose ranks they are: the checksum of the network inside

A row is one match; a longer match of the same engines and settings replaces it.
"""

import collections
import contextlib
import os

COLUMNS = ["first", "second", "wins", "losses", "size", "komi", "network"]

Result = collections.namedtuple("Result", COLUMNS)


def engine_at(place):
    return f"place:{place:.4f}"


def place_of(engine):
    """Returns the engine's place on the path, or None if it is another engine."""
    return float(engine[6:]) if engine.startswith("place:") else None


def read(path):
    """Returns the results of a file, none if there is no file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if not lines or lines[0].split("\t") != COLUMNS:
        raise ValueError(f"{path}: expected the columns {' '.join(COLUMNS)}")
    results = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        try:
            first, second, wins, losses, size, komi, network = cells
            result = Result(first, second, float(wins), float(losses), int(size), float(komi),
                            network)
            place_of(first), place_of(second)
        except ValueError:
            raise ValueError(f"{path}:{number}: expected {len(COLUMNS)} columns, got '{line}'")
        if result.wins < 0 or result.losses < 0:
            raise ValueError(f"{path}:{number}: a number of games is negative")
        results.append(result)
    return results


def key(result):
    return result.first, result.second, result.size, result.komi, result.network


@contextlib.contextmanager
def replace_file(path):
    """Yields a file to write text to, which replaces the one of that name all at once."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        yield file
    os.replace(path + ".new", path)


def write(path, results):
    """Replaces the file."""
    with replace_file(path) as file:
        file.write("\t".join(COLUMNS) + "\n")
        for result in sorted(results, key=key):
            cells = [result.first, result.second, f"{result.wins:g}", f"{result.losses:g}",
                     str(result.size), f"{result.komi:g}", result.network]
            file.write("\t".join(cells) + "\n")


def put(path, result):
    """Sets the result of these engines and settings in the file, unless it has a longer one."""
    kept = {key(other): other for other in read(path)}
    before = kept.get(key(result))
    if before is None or before.wins + before.losses <= result.wins + result.losses:
        kept[key(result)] = result
        write(path, kept.values())
