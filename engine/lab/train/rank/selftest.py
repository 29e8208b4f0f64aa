"""Tests of this folder, by made-up results; standard library only:

    python3 engine/lab/train/rank/selftest.py
"""

import json
import math
import os
import random
import re
import sys
import tempfile
import xml.dom.minidom

import check
import cover
import fit
import match
import model
import path
import people
import results
import run

NETWORK = "1234"


def expect(condition, what):
    if not condition:
        sys.exit(f"selftest: {what}")


def expect_error(function, part):
    try:
        function()
    except ValueError as error:
        expect(part in str(error), f"'{error}' does not say '{part}'")
    else:
        expect(False, f"nothing said '{part}'")


def true_elo(engine, steepness=1500.0, gnugo=300.0):
    """The strength of made-up engines: steep at first, then less."""
    place = results.place_of(engine)
    return gnugo if place is None else steepness * place - 200 * place ** 2


def made_up(places, games, rng, gnugo=(), strength=true_elo):
    """Returns the results of every place against the next two, drawn by the true strengths."""
    engines = [results.engine_at(place) for place in places]
    pairs = [(engines[j], engines[i]) for i in range(len(engines))
             for j in range(i + 1, min(i + 3, len(engines)))]
    pairs += [("gnugo", results.engine_at(place)) for place in gnugo]
    matches = []
    for first, second in pairs:
        share = model.chance(strength(first) - strength(second))
        wins = sum(rng.random() < share for _ in range(games))
        matches.append(results.Result(first, second, wins, games - wins, 19, 7.5, NETWORK))
    return matches


def check_path():
    previous = None
    for i in range(201):
        visits, temperature, least = path.settings(path.PLACES * i / 200)
        if previous is not None:
            expect(visits >= previous[0] and temperature < previous[1] and least > previous[2],
                   f"place {path.PLACES * i / 200} is not stronger than the one before")
        previous = visits, temperature, least
    for rank in range(path.LEAST_RANK, path.MOST_RANK + 1):
        expect(path.rank_number(path.rank_name(rank)) == rank, f"rank {rank}")
    expect([path.rank_name(r) for r in (1, 20, 21, 29)] == ["20k", "1k", "1d", "9d"], "names")
    for name in ("", "5", "0k", "21k", "10d", "x", "5p"):
        expect_error(lambda: path.rank_number(name), "expected a rank from 20k to 9d")
    even = fit.even_ranks()
    expect((even[0], even[-1]) == ((path.LEAST_RANK, 0.0), (path.MOST_RANK, path.PLACES)), "even")


def check_solve():
    """An inverse times its matrix is one."""
    rng = random.Random(1)
    roots = [[rng.gauss(0, 1) for _ in range(6)] for _ in range(6)]
    matrix = [[sum(a * b for a, b in zip(x, y)) for y in roots] for x in roots]
    inverse = model.solve(matrix, [[float(i == j) for j in range(6)] for i in range(6)])
    for i in range(6):
        for j in range(6):
            product = sum(matrix[i][k] * inverse[k][j] for k in range(6))
            expect(abs(product - (i == j)) < 1e-8, "solve")


def check_two_engines():
    """Far from the prior, the fit of one match is its Elo difference and the usual error."""
    pair = results.Result(results.engine_at(0.0), results.engine_at(0.1), 6000, 4000, 19, 7.5,
                          NETWORK)
    elo, error = model.Model([pair]).gap(pair.first, pair.second)
    expect(abs(elo - model.elo_of(0.6)) < 1, f"60% are {elo:.1f} Elo")
    expect(abs(error - 1 / (model.SCALE * math.sqrt(10000 * 0.24))) < 0.1, f"error {error:.2f}")


def check_recovery():
    """True strengths lie within the errors as often as they should; ranks win as they should."""
    inside = total = 0
    for seed in range(20):
        rng = random.Random(seed)
        places = [i / 12 for i in range(25)]
        matches = made_up(places, 200, rng, gnugo=(0.25, 1 / 3, 5 / 12))
        fitted = model.Model(matches)
        for place in places[::3]:
            elo, error = fitted.gap(results.engine_at(place), "gnugo")
            off = elo - (true_elo(results.engine_at(place)) - true_elo("gnugo"))
            inside += abs(off) < 1.96 * error
            total += 1
    expect(inside >= 0.85 * total, f"{inside} of {total} intervals hold the truth")
    matches = made_up([i / 12 for i in range(25)], 5000, random.Random(7), gnugo=(0.25, 5 / 12))
    fitted = model.Model(matches)
    for rank in range(fit.ANCHOR_RANK - 2, fit.ANCHOR_RANK + 6):
        origin = fitted.gap("gnugo", results.engine_at(0.0))[0] + fitted.ratings[0]
        lower, upper = (fitted.place_at(origin + fit.elo_above_anchor(r)) for r in (rank, rank + 1))
        share = model.chance(true_elo(results.engine_at(upper)) -
                             true_elo(results.engine_at(lower)))
        expect(abs(share - fit.share_above(rank)) < 0.04,
               f"{path.rank_name(rank + 1)} wins {share:.3f}, not {fit.share_above(rank):.3f}")
        expect(0.55 < share < 0.75, "neighbors")


def check_falls():
    """A fall beyond its error is told, and nothing else is."""
    rng = random.Random(9)
    places = [i / 10 for i in range(21)]
    rising = model.Model(made_up(places, 500, rng))
    expect(list(fit.falls(rising)) == [], "ratings rise")
    falling = made_up(places, 500, rng, strength=lambda engine: -true_elo(engine))
    expect(len(list(fit.falls(model.Model(falling)))) > 5, "ratings fall")


def check_extremes():
    """A match that one side won throughout, or an engine alone, has finite figures."""
    matches = [results.Result("gnugo", results.engine_at(0.5), 100, 0, 19, 7.5, NETWORK),
               results.Result(results.engine_at(1.5), results.engine_at(0.5), 50, 0, 19, 7.5,
                              NETWORK)]
    fitted = model.Model(matches)
    for place in (0.0, 0.5, 1.5, 2.0):
        elo, error = fitted.gap(results.engine_at(place), "gnugo")
        expect(math.isfinite(elo) and 0 < error < 2000, f"{elo} {error}")
    expect(fitted.gap("gnugo", results.engine_at(0.5))[0] > 200, "winners are stronger")


def check_output(folder):
    """Table, plot and results say the same, for a path from below 20k to above 9d."""
    matches = made_up([i / 12 for i in range(25)], 300, random.Random(3), gnugo=(0.7, 0.9, 1.1),
                      strength=lambda engine: true_elo(engine, 2400.0, 2000.0))
    table = f"{folder}/table.c"
    results.write(f"{folder}/results.tsv", matches)
    expect(results.read(f"{folder}/results.tsv") == sorted(matches, key=results.key), "results")
    fitted, ranks = fit.fit(matches, NETWORK)
    expect([rank for rank, _ in ranks] == list(range(path.LEAST_RANK, path.MOST_RANK + 1)), "ranks")
    expect(all(a[1] < b[1] for a, b in zip(ranks, ranks[1:])), "places grow with the ranks")
    fit.write(table, fit.c_table(ranks, fit.origin_of(matches, NETWORK)))
    places = match.rank_places(table, table)
    expect(sorted(places) == [rank for rank, _ in ranks], "the table names its ranks")
    with open(table, encoding="utf-8") as file:
        rows = re.findall(r"^    \{([\d.]+), ([\d.]+), ([\d.]+)\},", file.read(), re.M)
    expect(len(rows) == len(ranks), "a row for each rank")
    expect(f"{fit.ANCHOR} taken for 8k" in " ".join(fit.origin_of(matches, NETWORK)), "origin")
    expect(fit.for_people(ranks, fitted).count("\n") == len(ranks) + 1, "the table for people")
    svg = xml.dom.minidom.parseString(fit.plot(ranks, fitted))
    expect(len(svg.getElementsByTagName("circle")) == len(ranks), "the plot")
    anchored = dict(ranks)[fit.ANCHOR_RANK]
    elo, _ = fitted.gap(results.engine_at(anchored), fit.ANCHOR)
    expect(abs(elo) < 0.5, f"the anchor's rank is {elo:+.1f} Elo from it")


def check_refusals(folder):
    """What the results do not say is not made up; one line tells why."""
    rng = random.Random(5)
    weak = made_up([i / 12 for i in range(25)], 50, rng)
    expect_error(lambda: fit.fit(weak, NETWORK), "no games against gnugo")
    anchored = made_up([i / 12 for i in range(25)], 50, rng, gnugo=(0.1, 0.2))
    expect_error(lambda: fit.fit(anchored, "another"), "no games against gnugo")
    expect_error(lambda: fit.fit(anchored, NETWORK), "no place of the path is 20k, ")
    with open(f"{folder}/bad.tsv", "w", encoding="utf-8") as file:
        file.write("\t".join(results.COLUMNS) + "\nplace:x\tgnugo\t1\t2\t19\t7.5\t1\n")
    expect_error(lambda: results.read(f"{folder}/bad.tsv"), "bad.tsv:2: expected 7 columns")
    with open(f"{folder}/bad.tsv", "w", encoding="utf-8") as file:
        file.write("nonsense\n")
    expect_error(lambda: results.read(f"{folder}/bad.tsv"), "expected the columns")
    expect(results.read(f"{folder}/none.tsv") == [], "no file, no results")


def check_replacing(folder):
    """A file is replaced all at once, or stays as it is."""
    name = f"{folder}/kept"
    fit.write(name, "first")

    def fail():
        with results.replace_file(name) as file:
            file.write("part")
            raise ValueError("failed")

    expect_error(fail, "failed")
    with open(name, encoding="utf-8") as file:
        expect(file.read() == "first", "a failed write")


def check_matches(folder):
    """Logs are counted by engine; GNU Go's crashes are left out, and faults of ours are errors."""
    log = f"{folder}/match.jsonl"

    def write(*games):
        with open(log, "w", encoding="utf-8") as file:
            file.write('{"dihedra_match":1}\n')
            for number, (black, white, winner, reason) in enumerate(games, 1):
                file.write(json.dumps({"game": number, "black": black, "white": white,
                                       "winner": winner, "reason": reason, "message": ""}) + "\n")

    write(("5k", "8k", "black", "score"), ("8k", "5k", "white", "resignation"),
          ("5k", "8k", "none", "score"))
    expect(match.count(log) == {("5k", "8k"): [1.5, 0.5], ("8k", "5k"): [0.0, 1.0]}, "counts")
    write(("gnugo", "8k", "white", "crash"), ("8k", "gnugo", "white", "score"))
    expect(match.count(log) == {("8k", "gnugo"): [0.0, 1.0]}, "crashes of GNU Go")
    write(("gnugo", "8k", "black", "illegal"))
    expect_error(lambda: match.count(log), "8k: illegal")
    result = results.Result("gnugo", results.engine_at(1.0), 1, 2, 19, 7.5, NETWORK)
    results.put(f"{folder}/put.tsv", result)
    results.put(f"{folder}/put.tsv", result._replace(wins=10.0))
    results.put(f"{folder}/put.tsv", result._replace(wins=5.0))
    expect([r.wins for r in results.read(f"{folder}/put.tsv")] == [10.0], "the longer match stays")
    expect_error(lambda: match.run(["sh", "-c", "echo no such engine >&2; exit 2"]), "no such engine")
    expect_error(lambda: match.rank_places(__file__, log), "run make")


def check_pairs():
    ranks = list(range(1, 24))
    pairs = run.pairings(ranks, 3, 4)
    rungs = sorted({rung for pair in pairs for rung in pair if rung != "gnugo"})
    expect(rungs == [1, 4, 7, 10, 13, 16, 19, 22, 23], f"rungs {rungs}")
    expect(all((rungs[i + k], rungs[i]) in pairs for k in (1, 2) for i in range(len(rungs) - k)),
           "every rung plays the next two")
    expect(("gnugo", 13) in pairs and ("gnugo", 1) not in pairs, "GNU Go plays those near it")
    expect(run.ranks_between(ranks, "5k", "3k") == [16, 17, 18], "ranks of a region")
    expect_error(lambda: run.ranks_between(ranks, "3k", "5k"), "no rank from 3k to 5k")
    expect_error(lambda: run.ranks_between(ranks, "3x", "5k"), "got '3x'")
    expect(check.neighbors(ranks) == [(1, 2), (6, 7), (11, 12), (17, 18), (22, 23)],
           "five pairs of neighbors")
    line, good = check.row("a", 130, 200, check.EVEN)
    expect(good and "65.0% of 200 (58.2 to 71.3)" in line, line)
    expect(not check.row("a", 100, 200, check.EVEN)[1], "50% are too few")
    low, high = match.interval(0, 10)
    expect(low == 0 and 0.27 < high < 0.28, "Wilson's interval")


def check_cover():
    """The shares of intervals that hold the truth are counted, and so are wide ones."""
    players = [(10, 10, 8, 12)] * 85 + [(10, 14, 12, 16)] * 15
    lines, good = cover.table(players)
    expect(good and "85.0% of 100 players" in lines[2] and "| 4 (mean 4.0; 0 above)" in lines[3] and
           "| 0.6 ranks" in lines[4], "\n".join(lines))
    expect(not cover.table(players + [(10, 14, 12, 16)])[1], "84% are too few")
    expect(not cover.table(players + [(10, 10, 5, 14)])[1], "9 ranks are too wide")
    expect_error(lambda: cover.table([]), "no player")
    games = cover.pairs(list(range(1, 26)), 500, 1)
    expect(games == cover.pairs(list(range(1, 26)), 500, 1), "the same seed, the same games")
    expect({rank for game in games for rank in game} == set(range(1, 26)), "every rank plays")
    expect(max(abs(black - white) for black, white in games) == cover.REACH, "games are contests")


def check_people():
    """A line with noise is found again, and the other half of the games is judged by it."""
    rng = random.Random(3)

    def player():
        features = (1.0, rng.uniform(-4, -1), rng.choice((-1, 1)))
        return 20 + 3 * features[1] + features[2] + rng.gauss(0, 1), features

    games = [[player(), player()] for _ in range(400)]
    weights, deviation = people.fit([one for game in games for one in game])
    expect(all(abs(found - true) < 0.2 for found, true in zip(weights, (20, 3, 1))), weights)
    expect(abs(deviation - 1) < 0.1, deviation)
    close, error, covered = people.judge(games, rng)
    expect(close > 0.9 and 0.7 < error < 0.9 and 0.85 < covered < 0.98, (close, error, covered))
    review = {"black": {"people_rank": {"log_chance": -2.5, "won": -1}}, "white": {"people_rank": None}}
    expect(people.player("(;BR[5k]WR[1d]", review, "black", "B") == (15, (1.0, -2.5, -1)), "5k")
    expect(people.player("(;BR[5k]WR[1d]", review, "white", "W") is None, "too few moves")
    expect(people.player("(;WR[1d]", review, "black", "B") is None, "no rank")
    for rank, number in [("20k", 1), (" 1 k ", 20), ("9d?", 29), ("25k", None), ("21k", None), ("0k", None),
                         ("10d", None), ("", None), ("strong", None)]:
        expect(people.rank_in(f"(;BR[{rank}]WR[1d]", "B") == number, f"the rank '{rank}'")


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        check_path()
        check_solve()
        check_two_engines()
        check_recovery()
        check_falls()
        check_extremes()
        check_output(folder)
        check_refusals(folder)
        check_replacing(folder)
        check_matches(folder)
        check_pairs()
        check_cover()
        check_people()
    print("selftest: all is well")


if __name__ == "__main__":
    main()
