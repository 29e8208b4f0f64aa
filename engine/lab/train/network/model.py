"""Networks as PyTorch modules that KataGo's file format can express.

A network is described by a text, for example "c64 o o p o o": the channels of its trunk, then its
blocks:

    o            ordinary residual block
    p            the same with global pooling of about a quarter of the middle channels
    n32(o p)     nested bottleneck: blocks on 32 channels between two 1x1 convolutions

and, if they are not to be the usual ones, k5 (the first convolution is 5x5 instead of 3x3) and
h32,16,32,64 (channels of the heads: policy, its pooled part, value, and the value's hidden layer).

There are no norms. Each convolution has a bias instead, which export.py converts exactly to the norms
of the format.
"""

import re

import torch
import torch.nn as nn
import torch.nn.functional as F

from convolution import rectified

PLANES, GLOBALS = 22, 19
UNSEEN_GLOBALS = [11, 12, 13, 15, 16, 17]  # always 0 in the corpus: weight 0, so that playout
                                           # doublings do no harm
SCORES = 4  # mean, deviation, lead, variance time; the last is not trained
SCALE = 20.0  # the scores' multiplier in the format


def convolution(inside, outside, kernel, gain=2.0, bias=True):
    layer = nn.Conv2d(inside, outside, kernel, padding=kernel // 2, bias=bias)
    nn.init.normal_(layer.weight, std=(gain / (inside * kernel * kernel)) ** 0.5)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def linear(inside, outside, gain=1.0, bias=True):
    layer = nn.Linear(inside, outside, bias=bias)
    nn.init.normal_(layer.weight, std=(gain / inside) ** 0.5)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


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
        self.first = convolution(width, width, 3)
        self.second = convolution(width, width, 3, gain)

    def forward(self, x):
        middle = rectified(x, self.first.weight, self.first.bias)
        return rectified(middle, self.second.weight, self.second.bias, x)


class Pooling(nn.Module):
    def __init__(self, width, gain):
        super().__init__()
        pooled = pooled_part(width)
        self.first = convolution(width, width - pooled, 3)
        self.pooled = convolution(width, pooled, 3)
        self.matrix = linear(3 * pooled, width - pooled, 0.25, bias=False)
        self.second = convolution(width - pooled, width, 3, gain)

    def forward(self, x):
        both = rectified(x, torch.cat([self.first.weight, self.pooled.weight]),
                         torch.cat([self.first.bias, self.pooled.bias]))
        middle, pooled = both.split([self.first.out_channels, self.pooled.out_channels], dim=1)
        middle = middle + spread(self.matrix(pool(F.relu(pooled))))
        return rectified(middle, self.second.weight, self.second.bias, x)


class Bottleneck(nn.Module):
    def __init__(self, width, inner, blocks, gain):
        super().__init__()
        self.first = convolution(width, inner, 1)
        self.blocks = nn.ModuleList(make_blocks(inner, blocks, gain))
        self.second = convolution(inner, width, 1, gain)

    def forward(self, x):
        middle = self.first(F.relu(x))
        for block in self.blocks:
            middle = block(middle)
        return x + self.second(F.relu(middle))


def split_blocks(text):
    """Splits "o n32(o p) o" at the outermost level."""
    found = re.findall(r"n\d+\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+", text)
    return [word.strip() for word in found]


def make_blocks(width, words, gain):
    made = []
    for word in words:
        if word == "o":
            made.append(Ordinary(width, gain))
        elif word == "p":
            made.append(Pooling(width, gain))
        else:
            match = re.fullmatch(r"n(\d+)\((.*)\)", word)
            if not match:
                raise ValueError(f"unknown block '{word}'")
            made.append(Bottleneck(width, int(match[1]), split_blocks(match[2]), gain))
    return made


class Network(nn.Module):
    def __init__(self, text):
        super().__init__()
        width, kernel, heads, blocks = 0, 3, (32, 16, 32, 64), []
        for word in split_blocks(text):
            if re.fullmatch(r"c\d+", word):
                width = int(word[1:])
            elif re.fullmatch(r"k\d", word):
                kernel = int(word[1:])
            elif re.fullmatch(r"h\d+(,\d+){3}", word):
                heads = tuple(int(n) for n in word[1:].split(","))
            else:
                blocks.append(word)
        if width == 0 or not blocks:
            raise ValueError(f"'{text}' has no channels or no blocks")
        self.text, self.width = text, width
        policy, pooled, value, hidden = heads
        self.first = convolution(PLANES, width, kernel, 20.0)  # most planes are mostly 0
        self.globals = linear(GLOBALS, width, 4.0, bias=False)
        self.globals.weight.data[:, UNSEEN_GLOBALS] = 0
        self.blocks = nn.ModuleList(make_blocks(width, blocks, 1.0 / len(blocks)))
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
