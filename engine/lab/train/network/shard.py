"""Reads shards; shard.h has the format."""

import struct
import zlib

import numpy as np

VERSION = 1
PLANES = [1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19]
RECENT = 5
GLOBALS = 19
VALUES = ["win", "loss", "no_result", "score", "deviation", "lead", "variance_time",
          "win_error", "score_error", "outcome"]


class Group:
    """Positions on boards of one size: an array with named fields."""

    def __init__(self, width, height, records):
        self.width, self.height, self.records = width, height, records


def record_type(cells):
    return np.dtype([("planes", "u1", (len(PLANES), (cells + 7) // 8)), ("recent", "<u2", RECENT),
                     ("globals", "<f4", GLOBALS), ("values", "<f4", len(VALUES)),
                     ("policy", "u1", cells + 1), ("ownership", "i1", cells)])


def read(path):
    """Returns the groups of a shard. Raises ValueError if the file is not a shard or is damaged."""
    with open(path, "rb") as file:
        data = file.read().ljust(64, b"\0")  # so that there is a head
    magic, version, _, count, crc, length = struct.unpack_from("<16sIIIIQ", data)
    if magic.rstrip(b"\0") != b"dihedra shard" or version != VERSION:
        raise ValueError(f"{path}: not a shard of version {VERSION}")
    if length != len(data) - 64 or zlib.crc32(data[64:]) != crc:
        raise ValueError(f"{path}: damaged")
    groups, at = [], 64
    for _ in range(count):
        width, height, positions, size = struct.unpack_from("<IIII", data, at)
        kind = record_type(width * height)
        if kind.itemsize != size:
            raise ValueError(f"{path}: damaged")
        groups.append(Group(width, height, np.frombuffer(data, kind, positions, at + 16)))
        at += 16 + positions * size
    return groups


def inputs(group, records):
    """The planes [n][22][height][width] and globals [n][19] that the network reads."""
    cells = group.width * group.height
    planes = np.zeros((len(records), 22, cells), np.float32)
    planes[:, 0] = 1
    planes[:, PLANES] = np.unpackbits(records["planes"], axis=2)[:, :, :cells]
    for i in range(RECENT):
        rows = np.flatnonzero(records["recent"][:, i] < cells)
        planes[rows, 9 + i, records["recent"][rows, i]] = 1
    return planes.reshape(-1, 22, group.height, group.width), records["globals"].copy()


def policies(records):
    """The probabilities [n][cells + 1] of the moves; the pass comes last."""
    codes = records["policy"]
    weights = np.where(codes == 255, 0, np.exp(codes.astype(np.float32) / -20))
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
