"""The settings that ranks are taken from: a line from weak to strong, by one number, the place.

From place 0 to 1 it is the policy alone: its temperature falls and moves with small shares are
excluded. From place 1 to 2 this continues and visits are added. Strength grows with the place; how
much, matches tell.
"""

import math

LEAST_RANK, MOST_RANK, KYUS = 1, 29, 20  # 20k, 9d: see engine/player/strength.h
PLACES = 2.0

TEMPERATURES = (3.0, 0.3, 0.1)  # at places 0, 1 and 2
LEASTS = (0.0005, 0.05, 0.1)
VISITS = 64  # at place 2: 0.1 s of one core on 19x19


def settings(place):
    """Returns (visits, temperature, least) at a place. Visits are a mean: 2.25 is two, and three every
    fourth time."""
    part = min(int(place), 1)
    visits = VISITS ** max(place - 1.0, 0.0)

    def between(ends):
        low, high = math.log(ends[part]), math.log(ends[part + 1])
        return math.exp(low + (high - low) * (place - part))

    return visits, between(TEMPERATURES), between(LEASTS)


def rank_name(rank):
    return f"{KYUS + 1 - rank}k" if rank <= KYUS else f"{rank - KYUS}d"


def rank_number(name):
    """Raises ValueError if there is no such rank."""
    names = {rank_name(rank): rank for rank in range(LEAST_RANK, MOST_RANK + 1)}
    if name not in names:
        raise ValueError(f"expected a rank from 20k to 9d, got '{name}'")
    return names[name]
