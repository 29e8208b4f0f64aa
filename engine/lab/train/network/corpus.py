"""A corpus: the shards of a folder, sampled in batches of one board size."""

import os
import re
import threading

import numpy as np
import torch

import shard

# Shares of positions by kind of board; None: unusual sizes, as frequent as in the shards.
SHARES = {(19, 19): 0.5, (13, 13): 0.2, (9, 9): 0.2, None: 0.1}
BATCH = {(19, 19): 1.0, (13, 13): 1.5, (9, 9): 2.0, None: 2.0}  # times the batch of 19x19


def turn(x, symmetry):
    """One of the eight images of planes [..., height, width]; 4 and more transpose."""
    if symmetry & 1:
        x = x.flip(-1)
    if symmetry & 2:
        x = x.flip(-2)
    return x.transpose(-1, -2) if symmetry & 4 else x


class Batch:
    """Inputs and targets as tensors, under one symmetry."""

    def __init__(self, group, records, symmetry):
        planes, globals_ = shard.inputs(group, records)
        shape = (-1, group.height, group.width)
        self.size = len(records)
        self.planes = turn(torch.from_numpy(planes), symmetry).contiguous(
            memory_format=torch.channels_last)
        self.globals = torch.from_numpy(globals_)
        self.values = torch.from_numpy(records["values"].copy())
        policy = torch.from_numpy(shard.policies(records))
        board = turn(policy[:, :-1].reshape(shape), symmetry).flatten(1)
        self.policy = torch.cat([board, policy[:, -1:]], dim=1)
        owner = torch.from_numpy(records["ownership"].astype(np.float32) / 127)
        self.ownership = turn(owner.reshape(shape), symmetry).flatten(1)

    def to(self, device):
        for name in ("planes", "globals", "values", "policy", "ownership"):
            setattr(self, name, getattr(self, name).to(device, non_blocking=True))
        return self

    def mix_outcome(self, share):
        """Moves win rate and score towards the game's outcome, if it was played to the end."""
        points = self.values[:, shard.VALUES.index("outcome")]
        played = ~points.isnan()
        ended = torch.stack([points > 0, points < 0], dim=1).float()
        ended[points == 0] = 0.5
        decided = 1 - self.values[played, 2:3]
        self.values[played, :2] += share * (decided * ended[played] - self.values[played, :2])
        self.values[played, 3] += share * (points[played] - self.values[played, 3])


class Corpus:
    """The shards of a folder. All of them must have the answers of one teacher, unless it is ANY."""

    ANY = object()

    def __init__(self, folder, teacher=None):
        self.folder, self.teacher = folder, teacher
        self.lock = threading.Lock()
        self.numbers = []
        self.groups = {}  # (width, height): list of groups

    def find(self, first, last):
        """The numbers of the shards in the folder."""
        names = [re.fullmatch(r"(\d+)\.shard", name) for name in os.listdir(self.folder)]
        numbers = sorted(int(match[1]) for match in names if match)
        return [number for number in numbers if first <= number <= last]

    def add(self, numbers):
        """Reads the shards that are not in the corpus yet."""
        with self.lock:
            for number in numbers:
                if number not in self.numbers:
                    self.add_one(number)

    def add_one(self, number):
        path = os.path.join(self.folder, f"{number}.shard")
        found = shard.read(path)
        self.teacher = self.teacher or found.teacher
        if self.teacher not in (Corpus.ANY, found.teacher):
            raise ValueError(f"{path}: answers of '{found.teacher}', not of '{self.teacher}'")
        for group in found.groups:
            self.groups.setdefault((group.width, group.height), []).append(group)
        self.numbers.append(number)

    def count(self):
        return sum(len(group.records) for groups in self.groups.values() for group in groups)

    def draw_group(self, rng):
        """Samples a kind of board by its share of positions. Returns it, its groups and their shares."""
        kinds = list(SHARES)
        weights = np.array([SHARES[kind] / BATCH[kind] for kind in kinds])
        kind = kinds[rng.choice(len(kinds), p=weights / weights.sum())]
        if kind is not None:
            groups = list(self.groups[kind])  # another thread may add some
        else:
            groups = [group for size, some in list(self.groups.items()) if size not in SHARES
                      for group in some]
        counts = np.array([len(group.records) for group in groups], float)
        return kind, groups, counts / counts.sum()

    def draw(self, rng, batch):
        """A batch of positions sampled with replacement, under a random symmetry."""
        kind, groups, shares = self.draw_group(rng)
        size = int(batch * BATCH[kind])
        if kind is None:  # groups differ in size of board: all from one of them
            group = groups[rng.choice(len(groups), p=shares)]
            records = group.records[rng.integers(len(group.records), size=size)]
        else:
            group = groups[0]
            chosen = rng.choice(len(groups), size=size, p=shares)
            records = np.concatenate(
                [some.records[rng.integers(len(some.records), size=count)]
                 for some, count in zip(groups, np.bincount(chosen, minlength=len(groups)))])
        square = group.width == group.height
        return kind, Batch(group, records, int(rng.integers(8 if square else 4)))

    def all(self, kind, most, batch):
        """Batches of the first positions of a kind of board, as they are."""
        for group in self.groups[kind]:
            step = max(1, len(group.records) // most)
            records = group.records[::step][:most]
            for at in range(0, len(records), batch):
                yield Batch(group, records[at:at + batch], 0)
