"""A corpus: the shards of a folder, sampled in batches of one board size."""

import os
import re

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

    def mix_outcome(self, share):
        """Moves win rate and score towards the game's outcome, if it was played to the end."""
        points = self.values[:, shard.OUTCOME]
        played = ~points.isnan()
        ended = torch.stack([points > 0, points < 0], dim=1).float()
        ended[points == 0] = 0.5
        values = self.values[played]
        decided = 1 - values[:, shard.NO_RESULT, None]
        outcome = values.clone()
        outcome[:, [shard.WIN, shard.LOSS]] = decided * ended[played]
        outcome[:, shard.SCORE] = points[played]
        self.values[played] = values + share * (outcome - values)


class InFiles:
    """Positions on boards of one size that stay in their files."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.parts, self.ends = [], [0]

    def __len__(self):
        return self.ends[-1]

    def append(self, records):
        self.parts.append(records)
        self.ends.append(self.ends[-1] + len(records))

    def take(self, chosen):
        """The fields of the positions with these indices, a NumPy array."""
        part_of = np.searchsorted(self.ends, chosen, side="right") - 1
        records = np.empty(len(chosen), self.parts[0].dtype)
        for part in np.unique(part_of):
            where = part_of == part
            records[where] = self.parts[part][chosen[where] - self.ends[part]]
        return shard.fields(records)


class OnDevice:
    """The same in the memory of a device: a GPU draws batches much faster than a processor."""

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
    """The shards of a folder. All of them must have the answers of one teacher, unless it is ANY."""

    ANY = object()

    def __init__(self, folder, teacher=None, device="cpu"):
        self.folder, self.teacher, self.device = folder, teacher, torch.device(device)
        self.kind = InFiles if self.device.type == "cpu" else OnDevice
        self.numbers = []
        self.positions = {}  # (width, height): InFiles or OnDevice

    def find(self, first, last):
        """The numbers of the shards in the folder."""
        names = [re.fullmatch(r"(\d+)\.shard", name) for name in os.listdir(self.folder)]
        numbers = sorted(int(match[1]) for match in names if match)
        return [number for number in numbers if first <= number <= last]

    def add(self, numbers):
        """Reads the shards that are not in the corpus yet."""
        for number in numbers:
            if number not in self.numbers:
                self.add_one(number)

    def add_one(self, number):
        path = os.path.join(self.folder, f"{number}.shard")
        found = self.read(path)
        self.teacher = self.teacher or found.teacher
        if self.teacher not in (Corpus.ANY, found.teacher):
            raise ValueError(f"{path}: answers of '{found.teacher}', not of '{self.teacher}'")
        for group in found.groups:
            size = (group.width, group.height)
            self.positions.setdefault(size, self.kind(*size)).append(
                group.records if self.kind is InFiles else self.upload(group))
        self.numbers.append(number)

    def read(self, path):
        return shard.read(path)

    def upload(self, group):
        """The fields of a group on the device."""
        return shard.fields(group.records, self.device)

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
