"""Reads shards: positions with the answers of a network, as make-shard writes them.

All positions of a group have boards of one size, so that a batch needs no masks. Numbers are
little-endian, without gaps:

    head      "dihedra shard 4\\n"; uint32 count of groups, CRC-32 of the rest; uint64 bytes of the rest
    group     uint32 width, height, count of positions, bytes of a position
    position  uint8  planes[12][(cells + 7) / 8]: a bit for each cell, highest first
              uint16 recent[5]: cells of the last moves, latest first; 0xFFFF: none
              float  globals[19], as in features.h; values[6]
              uint8  policy[cells + 1]: round(255 sqrt(p)), at most 0.004 off; pass last
              int8   ownership[cells]: 127 the mover's, -127 the opponent's

Cells are those of the image that was evaluated. Everything is from the mover's view.
"""

import contextlib
import os
import struct
import zlib

import numpy as np
import torch

MAGIC = b"dihedra shard 4\n"
HEAD = 32
PLANES = 12  # of the network's: 1 to 6 and 14 to 19
RECENT = 5
GLOBALS = 19
VALUES = ["win", "loss", "no_result", "score", "deviation", "lead"]

# Columns of the values.
WIN, LOSS, NO_RESULT, SCORE, DEVIATION, LEAD = range(len(VALUES))
CHANCES = slice(WIN, NO_RESULT + 1)


class Group:
    """Positions on boards of one size: an array with named fields."""

    def __init__(self, width, height, records):
        self.width, self.height, self.records = width, height, records


def record_type(cells):
    return np.dtype([("planes", "u1", (PLANES, (cells + 7) // 8)), ("recent", "<u2", RECENT),
                     ("globals", "<f4", GLOBALS), ("values", "<f4", len(VALUES)),
                     ("policy", "u1", cells + 1), ("ownership", "i1", cells)])


def read(path):
    """Returns the groups of a shard. Raises ValueError if the file is none or is damaged."""
    data = np.memmap(path, mode="r") if os.path.getsize(path) >= HEAD else bytes(HEAD)
    magic, count, crc, length = struct.unpack_from("<16sIIQ", data)
    if magic != MAGIC:
        raise ValueError(f"{path}: not a shard of this version")
    if length != len(data) - HEAD or zlib.crc32(data[HEAD:]) != crc:
        raise ValueError(f"{path}: damaged or cut short")
    groups, at = [], HEAD
    for _ in range(count):
        width, height, positions, size = struct.unpack_from("<IIII", data, at)
        records = np.frombuffer(data, record_type(width * height), positions, at + 16)
        groups.append(Group(width, height, records))
        at += 16 + positions * size
    return groups


@contextlib.contextmanager
def replace_file(path):
    """Yields a file to write bytes to, which replaces the one of that name all at once."""
    with open(path + ".new", "wb") as file:
        yield file
    os.replace(path + ".new", path)


def fields(records, device="cpu"):
    """The fields of positions as tensors. Cells of the last moves are -1 where there is none."""
    found = {name: np.ascontiguousarray(records[name]) for name in records.dtype.names}
    found["recent"] = found["recent"].view(np.int16)
    return {name: torch.from_numpy(values).to(device) for name, values in found.items()}


def planes(fields, width, height):
    """The planes [n][22][height][width] that the network reads."""
    packed, recent = fields["planes"], fields["recent"]
    cells, device = width * height, packed.device
    shifts = torch.arange(7, -1, -1, dtype=torch.uint8, device=device)
    bits = (packed[..., None] >> shifts & 1).flatten(2)[:, :, :cells].float()
    last = (recent[..., None] == torch.arange(cells, device=device)).float()
    board = torch.ones_like(bits[:, :1])
    none = torch.zeros_like(bits[:, :2])
    return torch.cat([board, bits[:, :6], none, last, bits[:, 6:], none], dim=1).unflatten(
        2, (height, width))


def policies(fields):
    """The probabilities [n][cells + 1] of the moves; the pass comes last."""
    weights = fields["policy"].float().square()
    return weights / weights.sum(dim=1, keepdim=True)
