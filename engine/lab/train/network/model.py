"""The network as a PyTorch module that KataGo's file format can express.

A text describes it, such as "c128 o o p o o p": the channels of its trunk, then its blocks: o, an
ordinary residual block, and p, one with global pooling of about a quarter of the middle channels.

Convolutions have no norms. Each has a bias instead, which export.py converts exactly to the norms of
the format.
"""

import re

import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, GLOBALS = 22, 19
UNSEEN_GLOBALS = [11, 12, 13, 15, 16, 17]  # always 0 in the corpus: weight 0, so that playout
                                           # doublings do no harm
SCORES = 4  # mean, deviation, lead, variance time; the last is not trained
SCALE = 20.0  # the scores' multiplier in the format
SCORE, DEVIATION, LEAD = range(3)  # columns of the scores
HEADS = 32, 16, 32, 64  # channels: policy, its pooled part, value, and the value's hidden layer


def initialize(layer, inside, gain):
    nn.init.normal_(layer.weight, std=(gain / inside) ** 0.5)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


def convolution(inside, outside, kernel, gain=2.0, bias=True):
    layer = nn.Conv2d(inside, outside, kernel, padding=kernel // 2, bias=bias)
    return initialize(layer, inside * kernel * kernel, gain)


class Rectified(nn.Conv2d):
    """convolution(relu(x)) + added."""

    def __init__(self, inside, outside, kernel, gain=2.0):
        super().__init__(inside, outside, kernel, padding=kernel // 2)
        initialize(self, inside * kernel * kernel, gain)

    def forward(self, x, added=None):
        y = F.conv2d(F.relu(x), self.weight, self.bias, padding=self.padding)
        return y if added is None else y + added


def linear(inside, outside, gain=1.0, bias=True):
    return initialize(nn.Linear(inside, outside, bias=bias), inside, gain)


def pool(x, is_value=False):
    side = (x.shape[2] * x.shape[3]) ** 0.5
    mean = x.mean(dim=(2, 3))
    last = mean * ((side - 14) ** 2 / 100 - 0.1) if is_value else x.amax(dim=(2, 3))
    return torch.cat([mean, mean * ((side - 14) / 10), last], dim=1)


def pooled_part(width):
    """The number of a pooling block's middle channels that are pooled."""
    return width // 2 if width < 32 else max(16, width // 64 * 16)


def spread(x):
    return x[:, :, None, None]


class Ordinary(nn.Module):
    def __init__(self, width, gain):
        super().__init__()
        self.first = Rectified(width, width, 3)
        self.second = Rectified(width, width, 3, gain)

    def forward(self, x):
        return self.second(self.first(x), x)


class Pooling(nn.Module):
    def __init__(self, width, gain):
        super().__init__()
        pooled = pooled_part(width)
        self.first = Rectified(width, width - pooled, 3)
        self.pooled = convolution(width, pooled, 3)
        self.matrix = linear(3 * pooled, width - pooled, 0.25, bias=False)
        self.second = Rectified(width - pooled, width, 3, gain)

    def forward(self, x):
        weight = torch.cat([self.first.weight, self.pooled.weight])
        both = F.conv2d(F.relu(x), weight, torch.cat([self.first.bias, self.pooled.bias]), padding=1)
        middle, pooled = both.split([self.first.out_channels, self.pooled.out_channels], dim=1)
        middle = middle + spread(self.matrix(pool(F.relu(pooled))))
        return self.second(middle, x)


def in_bf16(device):
    """The context in which a GPU computes."""
    return torch.autocast(device.type, torch.bfloat16, device.type != "cpu")


def without_impossible(value, globals_):
    """The logits of win, loss and no result: games can have no result under some rules only, and
    otherwise the engines ignore the output."""
    unbounded = (globals_[:, 6] == 0) | (globals_[:, 9] != 0)
    no_result = torch.where(unbounded, value[:, 2], torch.full_like(value[:, 2], -1e4))
    return torch.cat([value[:, :2], no_result[:, None]], dim=1)


class Network(nn.Module):
    def __init__(self, text):
        super().__init__()
        match = re.fullmatch(r"c(\d+)((?: [op])+)", text)
        if not match:
            raise ValueError(f"'{text}': expected channels and blocks, such as 'c128 o o p'")
        width, blocks = int(match[1]), match[2].split()
        policy, pooled, value, hidden = HEADS
        self.text, self.width = text, width
        self.first = convolution(PLANES, width, 3, 20.0)  # most planes are mostly 0
        self.globals = linear(GLOBALS, width, 4.0, bias=False)
        self.globals.weight.data[:, UNSEEN_GLOBALS] = 0
        self.blocks = nn.ModuleList((Ordinary if word == "o" else Pooling)(width, 1.0 / len(blocks))
                                    for word in blocks)
        self.policy_own = convolution(width, policy, 1)
        self.policy_pooled = convolution(width, pooled, 1)
        self.policy_matrix = linear(3 * pooled, policy, 0.25, bias=False)
        self.policy_out = convolution(policy, 1, 1, 0.1, bias=False)
        self.policy_pass = linear(3 * pooled, 1, 0.1, bias=False)
        self.value_own = convolution(width, value, 1)
        self.value_hidden = linear(3 * value, hidden, 1.0)
        self.value_out = linear(hidden, 3, 0.1)
        self.scores_out = linear(hidden, SCORES, 0.1)
        self.ownership_out = convolution(value, 1, 1, 0.1, bias=False)

    def forward(self, planes, globals_):
        """Returns logits of moves [n][cells + 1] and of win, loss, no result [n][3], scores [n][4]
        in units of 20 points, and ownership [n][cells] before tanh."""
        x = self.first(planes) + spread(self.globals(globals_))
        for block in self.blocks:
            x = block(x)
        x = F.relu(x)
        pooled = pool(F.relu(self.policy_pooled(x)))
        policy = F.relu(self.policy_own(x) + spread(self.policy_matrix(pooled)))
        moves = torch.cat([self.policy_out(policy).flatten(1), self.policy_pass(pooled)], dim=1)
        value = F.relu(self.value_own(x))
        hidden = F.relu(self.value_hidden(pool(value, True)))
        return (moves, self.value_out(hidden), self.scores_out(hidden),
                self.ownership_out(value).flatten(1))
