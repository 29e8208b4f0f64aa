"""Plays `dihedra match` between ranks or other engines, and reads its logs."""

import json
import math
import os
import re
import subprocess
import tempfile

import path

PROGRAM = "build/release/dihedra"
TABLE = "engine/player/strength_table.c"
GNUGO = "gnugo --mode gtp --level 10 --chinese-rules"

# Reasons for a game's end that say nothing of strength: GNU Go has bugs.
FAULTS = {"crash", "hang", "garbage"}

# Reasons for which a rank must never lose.
OUR_FAULTS = FAULTS | {"illegal", "refused", "time"}


def network_of(program):
    """Returns the checksum of the network inside the program, as cksum prints it of the exported file."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "network.bin")
        run([program, "export-network", file])
        with open(file, "rb") as content:
            return run(["cksum"], stdin=content).split()[0]


def run(line, **options):
    """Runs a command and returns its output. Raises ValueError with its complaint if it fails."""
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          **options)
    if done.returncode != 0:
        raise ValueError(f"{' '.join(line)}: {complaint(done)}")
    return done.stdout


def complaint(done):
    """Returns the last line that an ended process wrote to standard error."""
    return (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[-1]


def rank_places(program=PROGRAM, table=TABLE):
    """Returns {rank: place} of the table that the program was built with. Raises ValueError if the
    table is newer than the program."""
    if os.path.getmtime(table) > os.path.getmtime(program):
        raise ValueError(f"{program} is older than {table}: run make")
    with open(table, encoding="utf-8") as file:
        rows = re.findall(r"/\* (\w+), place ([\d.]+) \*/", file.read())
    return {path.rank_number(name): float(place) for name, place in rows}


def command_of(engine, program):
    """engine: a rank's number or "gnugo"."""
    return GNUGO if engine == "gnugo" else (
        f"{program} --rank {path.rank_name(engine)} --rules chinese")


def name_of(engine):
    return engine if isinstance(engine, str) else path.rank_name(engine)


def count(log, faulty="gnugo"):
    """Returns the points of Black and White by engine: {(black, white): [points, points]}. Games that
    the engine `faulty` lost by a fault do not count. Raises ValueError if another engine lost one
    that way."""
    points = {}
    with open(log, encoding="utf-8") as file:
        for line in list(file)[1:]:
            game = json.loads(line)
            names = game["black"], game["white"]
            loser = {"black": names[1], "white": names[0]}.get(game["winner"])
            if game["reason"] in OUR_FAULTS and loser != faulty:
                raise ValueError(f"{log}: game {game['game']}: {loser}: {game['reason']}: "
                                 f"{game['message']}")
            if game["reason"] in FAULTS:
                continue
            share = points.setdefault(names, [0.0, 0.0])
            share[0] += {"black": 1.0, "white": 0.0}.get(game["winner"], 0.5)
            share[1] += {"white": 1.0, "black": 0.0}.get(game["winner"], 0.5)
    return points


def interval(wins, games):
    """Returns Wilson's interval of 95% (1927)."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    radius = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games +
                                                 z * z / (4 * games * games))
    return max(middle - radius, 0.0), min(middle + radius, 1.0)


def run_match(engines, games, log, size, *options, program=PROGRAM):
    """Plays a match, or the rest of one with a log. engines and options are options of `dihedra match`.
    Returns its report. Raises ValueError if the match has failed, or has ended too early."""
    os.makedirs(os.path.dirname(log) or ".", exist_ok=True)
    return json.loads(run([program, "match", *engines, "--games", str(games), "--size", str(size),
                           "--rules", "chinese", "--resume", log, "--json", *options]))


def play(first, second, games, log, size=19, komi=7.5, jobs=1, alternate=True, program=PROGRAM,
         options=()):
    """Plays a match, or the rest of one with a log. The first engine is Black unless colors alternate;
    options are more options of `dihedra match`. Returns the points of both engines."""
    commands = [command_of(engine, program) for engine in (first, second)]
    if alternate:
        names = [name_of(first), name_of(second)]
        engines = [word for name, command in zip(names, commands)
                   for word in ("--engine", f"{name}={command}")]
    else:
        engines = ["--black", commands[0], "--white", commands[1]]
    run_match(engines, games, log, size, "--komi", f"{komi:g}", "-j", str(jobs), *options,
              program=program)
    first_points = second_points = 0.0
    for (black, _), (by_black, by_white) in count(log).items():
        is_first = not alternate or black == names[0]
        first_points += by_black if is_first else by_white
        second_points += by_white if is_first else by_black
    return first_points, second_points
