#!/usr/bin/env python3
"""Drives KaTrain's own engine class (katrain/core/engine.py) without its window: the analysis of a
game, the sweep of all points, a region of interest, pondering, a new game, and the end.

    tests/clients/katrain.py KATRAIN PROGRAM [MODEL]

KATRAIN is a checkout of github.com/sanderland/katrain; without one there is nothing to test. What
KaTrain imports of Kivy and of chardet is replaced by stubs, since no window is opened.
"""
import os
import sys
import threading
import time
import types

checkout, program = sys.argv[1:3]
model = sys.argv[3] if len(sys.argv) > 3 else "none"


class Stub(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *args, **named: None,
                               "__setattr__": object.__setattr__})


for name in ("kivy", "kivy._event", "kivy.utils", "kivy.core", "kivy.core.audio", "kivy.clock",
             "kivy.config", "chardet"):
    sys.modules[name] = Stub(name)
sys.modules["kivy.utils"].platform = "linux"
sys.path.insert(0, checkout)

from katrain.core.constants import OUTPUT_ERROR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game_node import GameNode  # noqa: E402
from katrain.core.sgf_parser import Move  # noqa: E402

errors = []


class KaTrain:
    """What the engine class needs of the program around it."""
    debug_level = 0

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            errors.append(message)

    def __call__(self, *message, **named):
        errors.append(message)


config = os.path.join(checkout, "katrain", "KataGo", "analysis_config.cfg")
command = f"'{program}' analysis -model '{model}' -config '{config}'"
engine = KataGoEngine(KaTrain(), {
    "backend": "custom", "altcommand": command, "katago": "", "model": model, "config": config,
    "max_visits": 50, "fast_visits": 5, "max_time": 8.0, "wide_root_noise": 0.04,
    "_enable_ownership": True, "allow_recovery": True})


def wait_until(condition, what, seconds=120):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"timed out: {what}"
        assert engine.katago_process and engine.katago_process.poll() is None, f"ended: {what} {errors}"
        time.sleep(0.01)


def start_game(size, rules):
    return GameNode(properties={"SZ": [str(size)], "RU": [rules], "KM": ["6.5"], "GM": ["1"]})


def analyze(node, **options):
    """Asks about a node as KaTrain does. Returns a list that its answers are added to."""
    answers = []

    def hear(result, partial):
        node.set_analysis(result, additional_moves=bool(options.get("region_of_interest")),
                          partial_result=partial)
        answers.append((result, partial))
    engine.request_analysis(node, callback=hear, **options)
    return answers


# A game, every position with its whole history, all at once.
root = start_game(9, "japanese")
nodes = [root]
for i, vertex in enumerate("E5 C3 G3 G7 C7 E3 E7 C5 G5 D4".split()):
    nodes.append(nodes[-1].play(Move.from_gtp(vertex, player="BW"[i % 2])))
heard = [analyze(node, analyze_fast=True) for node in nodes]
wait_until(engine.is_idle, "the game")
for node, answers in zip(nodes, heard):
    assert len(answers) == 1 and not answers[0][1]
    assert node.analysis_complete, "KaTrain holds the analysis for unfinished"
    assert 0 <= node.winrate <= 1 and node.score is not None
    assert node.candidate_moves[0]["order"] == 0
    assert len(node.policy) == 82 and abs(sum(p for p in node.policy if p > 0) - 1) < 1e-3
    assert len(node.ownership) == 81
assert nodes[-1].points_lost is not None

# The sweep: every point as the next move, the illegal ones too.
swept = []
for x in range(9):
    for y in range(9):
        move = Move(coords=(x, y), player=nodes[-1].next_player)
        engine.request_analysis(nodes[-1], lambda result, partial: swept.append(result), visits=2,
                                next_move=move, priority=-1)
wait_until(engine.is_idle, "the sweep")
assert len(swept) == 71, f"{len(swept)} points were legal"

# A region of interest, and rules of every name.
answers = analyze(nodes[-1], visits=30, region_of_interest=[0, 3, 0, 3])
wait_until(engine.is_idle, "the region")
for info in answers[-1][0]["moveInfos"]:
    move = Move.from_gtp(info["move"])
    assert move.is_pass or (move.coords[0] <= 3 and move.coords[1] <= 3), info["move"]
for rules in ("japanese", "chinese", "korean", "aga", "tromp-taylor", "new zealand",
              "stone_scoring", '{"ko":"SIMPLE","scoring":"AREA"}'):
    answers = analyze(start_game(7, rules), visits=3)
    wait_until(engine.is_idle, rules)
    assert len(answers) == 1 and answers[0][0]["rootInfo"]["visits"] == 3, rules

# Pondering reports again and again, until another position is looked at.
first = analyze(nodes[2], ponder=True)
wait_until(lambda: len(first) > 2, "pondering")
second = analyze(nodes[3], ponder=True)
wait_until(lambda: len(second) > 2, "pondering elsewhere")
engine.stop_pondering()
wait_until(engine.is_idle, "the end of pondering")
assert first[-1][1] is False and second[-1][1] is False, "a final answer ends pondering"

# A new game while the old one is analysed.
for node in nodes:
    analyze(node, visits=100000)
wait_until(lambda: len(engine.queries) >= len(nodes), "many queries")
engine.on_new_game()
answers = analyze(start_game(9, "chinese"), visits=10)
wait_until(engine.is_idle, "a new game")
assert len(answers) == 1 and answers[0][0]["rootInfo"]["visits"] == 10

assert not errors, errors
process = engine.katago_process
engine.shutdown(finish=None)
assert process.wait(timeout=10) is not None
assert threading.active_count() < 10
print("KaTrain's engine class: all is well")
