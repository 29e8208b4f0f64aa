"""Gives the positions of shards another network's answers: what make-shard --player does, on a GPU.

    python3 label.py TEACHER FROM TO [--device cuda]

FROM/N.shard, whose games a fast network has played and labelled, becomes TO/N.shard, unless that is
there. Outcomes of games stay.
"""

import argparse
import os
import sys

import torch
import torch.nn.functional as F

import corpus
import model
import shard
import teacher

OWN, THEIR, BANNED = 1, 2, 6  # planes: stones, and where a ko forbids to play
POINTS = 360000  # of a batch


def legal_moves(planes, policy):
    """[n][cells + 1]: a pass, moves with a policy, and other empty points with an empty neighbor,
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
    """The network's values, policy and ownership, as a shard has them."""
    with torch.no_grad():
        moves, value, scores, ownership = network(batch.planes, batch.globals)
    legal = legal_moves(batch.planes, batch.policy)
    policy = F.softmax(torch.where(legal, moves, torch.full_like(moves, -1e30)), dim=1)
    value = F.softmax(model.without_impossible(value, batch.globals), dim=1)
    finished = 1 - value[:, shard.NO_RESULT]
    by = network.multipliers
    mean = scores[:, model.SCORE] * by[model.SCORE]
    deviation = F.softplus(scores[:, model.DEVIATION]) * by[model.DEVIATION]
    variance = finished * (mean ** 2 + deviation ** 2) - (finished * mean) ** 2
    unknown = torch.full_like(mean, -1)
    values = torch.stack([*value.t(), finished * mean, variance.clamp_min(0).sqrt(),
                          finished * scores[:, model.LEAD] * by[model.LEAD], unknown, unknown,
                          unknown], dim=1)
    return values, (255 * policy.sqrt()).round(), (127 * torch.tanh(ownership)).round()


def label(network, width, height, fields):
    """Gives positions the network's answers. Raises ValueError if one is not finite."""
    size = max(1, POINTS // (width * height))
    for at in range(0, len(fields["values"]), size):
        some = {name: values[at:at + size] for name, values in fields.items()}
        values, policy, ownership = answers(network, corpus.Batch(width, height, some))
        if not all(x.isfinite().all() for x in (values, policy, ownership)):
            raise ValueError(f"'{network.name}' has an answer on {width}x{height} that is not "
                             "finite")
        some["values"][:, :values.shape[1]] = values
        some["policy"].copy_(policy)
        some["ownership"].copy_(ownership)
    return fields


def label_records(network, group, device):
    """A copy of a group with the network's answers."""
    fields = label(network, group.width, group.height, shard.fields(group.records, device))
    records = group.records.copy()
    for name in ("values", "policy", "ownership"):
        records[name] = fields[name].cpu().numpy()
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
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    options = parser.parse_args()
    device = torch.device(options.device)
    try:
        network = teacher.load(options.teacher, device)
        for name in waiting(options):
            found = shard.read(os.path.join(options.source, name))
            groups = [label_records(network, group, device) for group in found.groups]
            shard.write(os.path.join(options.target, name), shard.Shard(network.name, groups),
                        int(name.split(".")[0]))
    except (OSError, ValueError) as error:
        sys.exit(f"label.py: {error}")


if __name__ == "__main__":
    main()
