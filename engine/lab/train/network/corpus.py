"""A corpus: the shards of a folder, sampled in batches of one board size."""

import os
import re

import numpy as np
import torch

import label
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

    PARTS = ("planes", "globals", "values", "policy", "ownership")

    def __init__(self, width, height, fields, symmetry=0):
        shape = (-1, height, width)
        self.size = len(fields["values"])
        self.planes = turn(shard.planes(fields, width, height), symmetry).contiguous(
            memory_format=torch.channels_last)
        self.globals, self.values = fields["globals"], fields["values"]
        policy = shard.policies(fields)
        board = turn(policy[:, :-1].reshape(shape), symmetry).flatten(1)
        self.policy = torch.cat([board, policy[:, -1:]], dim=1)
        owner = fields["ownership"].float() / 127
        self.ownership = turn(owner.reshape(shape), symmetry).flatten(1)

    def copy_(self, other):
        """Takes over the contents of a batch of the same shape."""
        for part in self.PARTS:
            getattr(self, part).copy_(getattr(other, part))


class Positions:
    """Positions on boards of one size in the memory of a device."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.count, self.room, self.fields = 0, 0, {}

    def __len__(self):
        return self.count

    def append(self, fields):
        added = len(fields["values"])
        if self.count + added > self.room:
            self.room = max(2 * self.room, self.count + added)
            for name, new in fields.items():
                larger = new.new_empty((self.room, *new.shape[1:]))
                if self.count > 0:
                    larger[:self.count] = self.fields[name][:self.count]
                self.fields[name] = larger
        for name, new in fields.items():
            self.fields[name][self.count:self.count + added] = new
        self.count += added

    def take(self, chosen):
        device = self.fields["values"].device
        indices = torch.from_numpy(chosen).to(device, non_blocking=True)
        return {name: values[indices] for name, values in self.fields.items()}


class Corpus:
    """The shards of a folder, with a teacher's answers instead of their own."""

    def __init__(self, folder, network, device):
        """network: the teacher; None: the answers stay as they are."""
        self.folder, self.network, self.device = folder, network, torch.device(device)
        self.numbers = []
        self.positions = {}  # (width, height): Positions

    def find(self):
        """The numbers of the shards in the folder that are not in the corpus."""
        names = [re.fullmatch(r"(\d+)\.shard", name) for name in os.listdir(self.folder)]
        numbers = sorted(int(match[1]) for match in names if match)
        return [number for number in numbers if number not in self.numbers]

    def add(self, number):
        for group in shard.read(os.path.join(self.folder, f"{number}.shard")):
            size = (group.width, group.height)
            fields = shard.fields(group.records, self.device)
            if self.network is not None:
                label.label(self.network, *size, fields)
            self.positions.setdefault(size, Positions(*size)).append(fields)
        self.numbers.append(number)

    def count(self):
        return sum(len(some) for some in self.positions.values())

    def draw_positions(self, rng):
        """Samples a kind of board by its share of positions. Returns all positions of that size, and
        how many a batch has for one of 19x19."""
        kinds = list(SHARES)
        weights = np.array([SHARES[kind] / BATCH[kind] for kind in kinds])
        kind = kinds[rng.choice(len(kinds), p=weights / weights.sum())]
        if kind is not None:
            return self.positions[kind], BATCH[kind]
        unusual = [some for size, some in self.positions.items() if size not in SHARES]
        counts = np.array([len(some) for some in unusual], float)
        return unusual[rng.choice(len(unusual), p=counts / counts.sum())], BATCH[kind]

    def draw(self, rng, batch):
        """A batch of positions sampled with replacement, under a random symmetry."""
        some, times = self.draw_positions(rng)
        chosen = rng.integers(len(some), size=int(batch * times))
        symmetry = int(rng.integers(8 if some.width == some.height else 4))
        return Batch(some.width, some.height, some.take(chosen), symmetry)

    def all(self, kind, most, batch):
        """Batches of some positions of a kind of board, as they are."""
        some = self.positions[kind]
        chosen = np.arange(0, len(some), max(1, len(some) // most))[:most]
        for at in range(0, len(chosen), batch):
            yield Batch(some.width, some.height, some.take(chosen[at:at + batch]))
