"""Gives the positions of shards another network's answers: what make-shard --player does, on a GPU.

    python3 label.py TEACHER FROM TO [--device cuda] [--follow]

FROM/N.shard, whose games a fast network has played and labelled, becomes TO/N.shard, unless that is
there. With --follow it goes on with shards that appear until it is ended. Outcomes of games stay.
"""

import argparse
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import model
import shard
import teacher

OWN, THEIR, BANNED = 1, 2, 6  # planes: stones, and where a ko forbids to play
POINTS = 360000  # of a batch
LOOK = 1  # seconds between looks for new shards


def legal_moves(planes, policy):
    """[n][cells + 1]: a pass, moves with a policy, and other empty points with an empty neighbour,
    where no move is suicide. (The shard's policy is 0 where its network's was too small.)"""
    empty = 1 - planes[:, OWN] - planes[:, THEIR]
    sides = F.pad(empty, (1, 1, 1, 1))
    open_sides = (sides[:, :-2, 1:-1] + sides[:, 2:, 1:-1] + sides[:, 1:-1, :-2] +
                  sides[:, 1:-1, 2:])
    free = (empty > 0) & (planes[:, BANNED] == 0) & (open_sides > 0)
    legal = policy > 0
    legal[:, :-1] |= free.flatten(1)
    legal[:, -1] = True
    return legal


def answers(network, batch):
    """The network's values, policy and ownership as a shard has them: NumPy arrays."""
    with model.in_bf16(batch.planes.device), torch.no_grad():
        moves, value, scores, ownership = (x.float() for x in network(batch.planes, batch.globals))
    legal = legal_moves(batch.planes, batch.policy)
    policy = F.softmax(torch.where(legal, moves, torch.full_like(moves, -1e30)), dim=1)
    value = F.softmax(model.without_impossible(value, batch.globals), dim=1)
    finished = 1 - value[:, 2]
    by = network.multipliers
    mean, deviation = scores[:, 0] * by[0], F.softplus(scores[:, 1]) * by[1]
    variance = finished * (mean ** 2 + deviation ** 2) - (finished * mean) ** 2
    unknown = torch.full_like(mean, -1)
    values = torch.stack([*value.t(), finished * mean, variance.clamp_min(0).sqrt(),
                          finished * scores[:, 2] * by[2], unknown, unknown, unknown], dim=1)
    return values.cpu().numpy(), policy.cpu().numpy(), torch.tanh(ownership).cpu().numpy()


def label(network, group, device):
    """A group with the network's answers. Raises ValueError if one is not finite."""
    records = group.records.copy()
    size = max(1, POINTS // (group.width * group.height))
    for at in range(0, len(records), size):
        some = records[at:at + size]
        values, policy, ownership = answers(
            network, corpus.Batch(group, some, 0).to(device))
        if not all(np.isfinite(x).all() for x in (values, policy, ownership)):
            raise ValueError(f"'{network.name}' has an answer on {group.width}x{group.height} that "
                             "is not finite")
        some["values"][:, :values.shape[1]] = values
        some["policy"] = np.rint(255 * np.sqrt(policy))
        some["ownership"] = np.rint(127 * ownership)
    return shard.Group(group.width, group.height, records)


def waiting(options):
    """The names of shards in FROM that are not in TO, by number."""
    names = [name for name in os.listdir(options.source) if name.endswith(".shard")]
    return sorted((name for name in names
                   if not os.path.exists(os.path.join(options.target, name))),
                  key=lambda name: (len(name), name))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("teacher")
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--device", default="cpu", help="cpu, or cuda: then in bf16")
    parser.add_argument("--follow", action="store_true")
    options = parser.parse_args()
    device = torch.device(options.device)
    try:
        network = teacher.Teacher(options.teacher).to(device, memory_format=torch.channels_last)
        while True:
            for name in waiting(options):
                found = shard.read(os.path.join(options.source, name))
                groups = [label(network, group, device) for group in found.groups]
                shard.write(os.path.join(options.target, name),
                            shard.Shard(network.name, groups), int(name.split(".")[0]))
            if not options.follow:
                break
            time.sleep(LOOK)
    except (OSError, ValueError) as error:
        sys.exit(f"label.py: {error}")


if __name__ == "__main__":
    main()
