"""Reads shards; shard.h has the format."""

import contextlib
import os
import struct
import zlib

import numpy as np
import torch

VERSION = 2
HEAD = 144
PLANES = 12  # of the network's: 1 to 6 and 14 to 19
RECENT = 5
GLOBALS = 19
VALUES = ["win", "loss", "no_result", "score", "deviation", "lead", "variance_time",
          "win_error", "score_error", "outcome"]

# Columns of the values.
(WIN, LOSS, NO_RESULT, SCORE, DEVIATION, LEAD, VARIANCE_TIME, WIN_ERROR, SCORE_ERROR,
 OUTCOME) = range(len(VALUES))
CHANCES = slice(WIN, NO_RESULT + 1)


class Shard:
    """The groups of a shard, and the name of the network whose answers its positions have."""

    def __init__(self, teacher, groups):
        self.teacher, self.groups = teacher, groups


class Group:
    """Positions on boards of one size: an array with named fields."""

    def __init__(self, width, height, records):
        self.width, self.height, self.records = width, height, records


def record_type(cells):
    return np.dtype([("planes", "u1", (PLANES, (cells + 7) // 8)), ("recent", "<u2", RECENT),
                     ("globals", "<f4", GLOBALS), ("values", "<f4", len(VALUES)),
                     ("policy", "u1", cells + 1), ("ownership", "i1", cells)])


def read(path):
    """Returns a shard. Raises ValueError if the file is none, is damaged, or has labels that are not
    finite or a policy without any move."""
    data = np.memmap(path, mode="r") if os.path.getsize(path) >= HEAD else bytes(HEAD)
    magic, version, _, count, crc, length, teacher = struct.unpack_from("<16sIIIIQ104s", data)
    if magic.rstrip(b"\0") != b"dihedra shard" or version != VERSION:
        raise ValueError(f"{path}: not a shard of version {VERSION}")
    if length != len(data) - HEAD:
        raise ValueError(f"{path}: cut short: {len(data) - HEAD} bytes of {length}")
    if zlib.crc32(data[HEAD:]) != crc:
        raise ValueError(f"{path}: damaged: wrong checksum")
    groups, at = [], HEAD
    for _ in range(count):
        if at + 16 > len(data):
            raise ValueError(f"{path}: damaged: it has less than {count} groups")
        width, height, positions, size = struct.unpack_from("<IIII", data, at)
        kind = record_type(width * height)
        if kind.itemsize != size or positions == 0 or positions * size > len(data) - at - 16:
            raise ValueError(f"{path}: damaged: {positions} positions of {size} bytes on "
                             f"{width}x{height}")
        group = Group(width, height, np.frombuffer(data, kind, positions, at + 16))
        check_labels(path, group)
        groups.append(group)
        at += 16 + positions * size
    if at != len(data):
        raise ValueError(f"{path}: damaged: {len(data) - at} bytes follow the last group")
    return Shard(teacher.rstrip(b"\0").decode(), groups)


def check_labels(path, group):
    """Raises ValueError, with the place, if positions cannot be learnt from. The outcome is NaN if a
    game was not played to its end."""
    values = group.records["values"]
    faults = {"globals is not finite": ~np.isfinite(group.records["globals"]).all(axis=1),
              **{f"{name} is not finite": ~np.isfinite(values[:, i])
                 for i, name in enumerate(VALUES) if i != OUTCOME},
              "outcome is not finite": np.isinf(values[:, OUTCOME]),
              "policy has no move": ~group.records["policy"].any(axis=1)}
    for fault, where in faults.items():
        if where.any():
            raise ValueError(f"{path}: position {np.flatnonzero(where)[0] + 1} on "
                             f"{group.width}x{group.height}: {fault}")


@contextlib.contextmanager
def replace_file(path):
    """Yields a file to write bytes to, which replaces the one of that name all at once."""
    with open(path + ".new", "wb") as file:
        yield file
    os.replace(path + ".new", path)


def write(path, shard, number):
    """Writes a shard, or leaves no file of this name."""
    body = b"".join(struct.pack("<IIII", group.width, group.height, len(group.records),
                                group.records.itemsize) + group.records.tobytes()
                    for group in shard.groups)
    with replace_file(path) as file:
        file.write(struct.pack("<16sIIIIQ104s", b"dihedra shard", VERSION, number,
                               len(shard.groups), zlib.crc32(body), len(body),
                               shard.teacher.encode()))
        file.write(body)


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
