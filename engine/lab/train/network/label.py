"""Gives positions a teacher's answers, on a GPU."""

import torch
import torch.nn.functional as F

import model
import shard

OWN, THEIR, BANNED = 1, 2, 6  # planes: stones, and where a ko forbids to play
PASSED = 0  # a global: the last move was a pass
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


def are_early(planes, globals_):
    """Where it is too early to begin to pass (engine/go/ending/ending.h): there are fewer stones than
    one on four points. Teachers pass there with up to 0.7 where one color is alone."""
    stones = (planes[:, OWN] + planes[:, THEIR]).flatten(1)
    return (4 * stones.sum(dim=1) < stones.shape[1]) & (globals_[:, PASSED] == 0)


def answers(network, width, height, fields):
    """The network's values, policy and ownership, as a shard has them. No early pass is legal."""
    planes, globals_ = shard.planes(fields, width, height), fields["globals"]
    with torch.no_grad():
        moves, value, scores, ownership = network(
            planes.contiguous(memory_format=torch.channels_last), globals_)
    legal = legal_moves(planes, fields["policy"])
    legal[:, -1] = ~(are_early(planes, globals_) & legal[:, :-1].any(dim=1))
    policy = F.softmax(torch.where(legal, moves, torch.full_like(moves, -1e30)), dim=1)
    value = F.softmax(model.without_impossible(value, globals_), dim=1)
    finished = 1 - value[:, shard.NO_RESULT]
    by = network.multipliers
    mean = scores[:, model.SCORE] * by[model.SCORE]
    deviation = F.softplus(scores[:, model.DEVIATION]) * by[model.DEVIATION]
    variance = finished * (mean ** 2 + deviation ** 2) - (finished * mean) ** 2
    values = torch.stack([*value.t(), finished * mean, variance.clamp_min(0).sqrt(),
                          finished * scores[:, model.LEAD] * by[model.LEAD]], dim=1)
    return values, (255 * policy.sqrt()).round(), (127 * torch.tanh(ownership)).round()


def label(network, width, height, fields):
    """Replaces the answers of positions by the network's. Raises ValueError if one is not finite."""
    size = max(1, POINTS // (width * height))
    for at in range(0, len(fields["values"]), size):
        some = {name: values[at:at + size] for name, values in fields.items()}
        values, policy, ownership = answers(network, width, height, some)
        if not all(x.isfinite().all() for x in (values, policy, ownership)):
            raise ValueError(f"'{network.name}' has an answer on {width}x{height} that is not "
                             "finite")
        some["values"].copy_(values)
        some["policy"].copy_(policy)
        some["ownership"].copy_(ownership)
