"""Networks as PyTorch modules that KataGo's file format can express.

A network is described by a text, for example "c64 o o p o o": the channels of its trunk, then its
blocks:

    o            ordinary residual block
    p            the same with global pooling of about a quarter of the middle channels
    n32(o p)     nested bottleneck: blocks on 32 channels between two 1x1 convolutions
    a3x32        attention of 3 heads of 32 channels
    f256         gated feed-forward layer of 256 channels

and, if they are not to be the usual ones, k5 (the first convolution is 5x5 instead of 3x3) and
h32,16,32,64 (channels of the heads: policy, its pooled part, value, and the value's hidden layer).

Convolutions have no norms. Each has a bias instead, which export.py converts exactly to the norms of
the format. But attention and feed-forward layers read the norm of the trunk as the file keeps it,
without biases: in networks that have such layers nothing adds a bias to the trunk.
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
SCORE, DEVIATION, LEAD = range(3)  # columns of the scores
EPSILON = 1e-6  # of root mean squares
THETA = 100.0  # of the rotation in attention

# As in engine/eval/net/fast/filter.c: the greatest byte, and how far values may exceed those seen.
BYTE_MOST, HEADROOM = 127, 1.7
FADING = 0.999  # of the greatest values seen, a step


def initialize(layer, inside, gain):
    nn.init.normal_(layer.weight, std=(gain / inside) ** 0.5)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


def convolution(inside, outside, kernel, gain=2.0, bias=True):
    layer = nn.Conv2d(inside, outside, kernel, padding=kernel // 2, bias=bias)
    return initialize(layer, inside * kernel * kernel, gain)


class Rectified(nn.Conv2d):
    """convolution(relu(x)) + added. While it rounds, values and weights are those of int8, with the
    gradients of exact ones (B. Jacob et al., "Quantization and Training of Neural Networks for
    Efficient Integer-Arithmetic-Only Inference", 2018)."""

    def __init__(self, inside, outside, kernel, gain=2.0, bias=True):
        super().__init__(inside, outside, kernel, padding=kernel // 2, bias=bias)
        initialize(self, inside * kernel * kernel, gain)
        self.register_buffer("greatest", torch.zeros(inside))  # value of each channel
        self.rounds = False

    def forward(self, x, added=None):
        x, weight = self.inputs(x, self.weight)
        return convolve(x, weight, self.bias, added)

    def inputs(self, x, weight):
        """The values, not rectified unless it rounds, and the weights."""
        if not self.rounds:
            return x, weight
        values = F.relu(x)
        with torch.no_grad():
            self.greatest.copy_(
                torch.maximum(FADING * self.greatest, values.amax(dim=(0, 2, 3))))
            most = self.greatest.max().clamp_min(1e-20)
            own = (self.greatest / most).clamp_min(1e-20)
            step = (most * torch.maximum(own ** 0.25, HEADROOM * own) / BYTE_MOST)[:, None, None]
            unit = (weight * step).abs().amax(dim=(1, 2, 3), keepdim=True) / BYTE_MOST
            units = unit.clamp_min(1e-30) / step
            value_error = (values / step).round().clamp(max=BYTE_MOST) * step - values
            weight_error = (weight / units).round() * units - weight
        return values + value_error, weight + weight_error


def convolve(x, weight, bias, added=None):
    """convolution(relu(x)) + bias + added; both may be None."""
    if weight.shape[2] == 3:
        return rectified(x, weight, bias, added)
    y = F.conv2d(F.relu(x), weight, bias)
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
    def __init__(self, width, gain, bias):
        super().__init__()
        self.first = Rectified(width, width, 3)
        self.second = Rectified(width, width, 3, gain, bias)

    def forward(self, x):
        return self.second(self.first(x), x)


class Pooling(nn.Module):
    def __init__(self, width, gain, bias):
        super().__init__()
        pooled = pooled_part(width)
        self.first = Rectified(width, width - pooled, 3)
        self.pooled = convolution(width, pooled, 3)
        self.matrix = linear(3 * pooled, width - pooled, 0.25, bias=False)
        self.second = Rectified(width - pooled, width, 3, gain, bias)

    def forward(self, x):
        y, weight = self.first.inputs(x, torch.cat([self.first.weight, self.pooled.weight]))
        both = convolve(y, weight, torch.cat([self.first.bias, self.pooled.bias]))
        middle, pooled = both.split([self.first.out_channels, self.pooled.out_channels], dim=1)
        middle = middle + spread(self.matrix(pool(F.relu(pooled))))
        return self.second(middle, x)


class Bottleneck(nn.Module):
    def __init__(self, width, inner, blocks, gain, bias):
        super().__init__()
        self.first = Rectified(width, inner, 1, bias=bias)
        self.blocks = nn.ModuleList(make_blocks(inner, blocks, gain, bias))
        self.second = Rectified(inner, width, 1, gain, bias)

    def forward(self, x):
        middle = self.first(x)
        for block in self.blocks:
            middle = block(middle)
        return self.second(middle, x)


class RmsNorm(nn.Module):
    """Of the channels of each point; x is [n][point][channel]."""

    def __init__(self, weight, epsilon=EPSILON):
        super().__init__()
        self.weight, self.epsilon = nn.Parameter(weight), epsilon

    def forward(self, x):
        return x * (x.square().mean(dim=-1, keepdim=True) + self.epsilon).rsqrt() * self.weight


def points_of(x):
    """[n][channel][y][x] as [n][point][channel]."""
    return x.flatten(2).transpose(1, 2)


def as_image(points, like):
    """The reverse of points_of, in the shape of `like`."""
    return points.transpose(1, 2).unflatten(2, like.shape[2:])


def fixed_frequencies(size, theta):
    """[pair][x, y]: the first quarter of a head's channels turns by the row, the others by the
    column."""
    pairs, rows = torch.arange(size // 2), size // 4
    by_row = pairs < rows
    frequency = theta ** (-4.0 * torch.where(by_row, pairs, pairs - rows) / size)
    return torch.stack([frequency * ~by_row, frequency * by_row], dim=1)


def angles(frequencies, height, width):
    """[key head][point][pair] for frequencies [key head][pair][x, y]."""
    y, x = (torch.arange(n, device=frequencies.device) for n in (height, width))
    points = torch.stack([x.repeat(height), y.repeat_interleave(width)], dim=1)
    return points.to(frequencies.dtype) @ frequencies.transpose(-1, -2)


def rotate(x, turns):
    """Rotates each pair of neighboring channels."""
    cos, sin = turns.cos(), turns.sin()
    first, second = x[..., 0::2], x[..., 1::2]
    return torch.stack([first * cos - second * sin, first * sin + second * cos], dim=-1).flatten(-2)


def attend(queries, keys, values):
    """The heads' sums [n][point][head and channel]."""
    if hasattr(F, "scaled_dot_product_attention"):  # PyTorch 2: without the weights in memory
        return F.scaled_dot_product_attention(queries, keys, values).transpose(1, 2).flatten(2)
    weights = F.softmax(queries @ keys.transpose(2, 3) / queries.shape[-1] ** 0.5, dim=-1)
    return (weights @ values).transpose(1, 2).flatten(2)


class Attention(nn.Module):
    """engine/eval/net/model/model.h says what it computes."""

    def __init__(self, width, heads, size, gain):
        super().__init__()
        self.heads = self.key_heads = heads
        self.norm = RmsNorm(torch.ones(width))
        self.queries, self.keys, self.values = (
            linear(width, heads * size, bias=False) for _ in range(3))
        self.out = linear(heads * size, width, gain, bias=False)
        self.register_buffer("frequencies", fixed_frequencies(size, THETA).expand(heads, -1, -1),
                             persistent=False)  # [key head][pair][x, y]; None: no rotation

    def split(self, x, heads):
        """[n][head][point][channel], key heads repeated for the queries that share them."""
        x = x.unflatten(2, (heads, -1)).transpose(1, 2)
        return x.repeat_interleave(self.heads // heads, dim=1)

    def forward(self, x):
        points = self.norm(points_of(x))
        queries = self.split(self.queries(points), self.heads)
        keys = self.split(self.keys(points), self.key_heads)
        if self.frequencies is not None:
            turns = angles(self.frequencies, *x.shape[2:])
            turns = turns.repeat_interleave(self.heads // self.key_heads, dim=0)
            queries, keys = rotate(queries, turns), rotate(keys, turns)
        values = self.split(self.values(points), self.key_heads)
        return x + as_image(self.out(attend(queries, keys, values)), x)


class FeedForward(nn.Module):
    def __init__(self, width, hidden, gain):
        super().__init__()
        self.norm = RmsNorm(torch.ones(width))
        self.hidden, self.gate = (linear(width, hidden, bias=False) for _ in range(2))
        self.out = linear(hidden, width, gain, bias=False)

    def forward(self, x):
        points = self.norm(points_of(x))
        return x + as_image(self.out(F.silu(self.hidden(points)) * self.gate(points)), x)


def in_bf16(device):
    """The context in which a GPU computes."""
    return torch.autocast(device.type, torch.bfloat16, device.type != "cpu")


def without_impossible(value, globals_):
    """The logits of win, loss and no result: games can have no result under some rules only, and
    otherwise the engines ignore the output."""
    unbounded = (globals_[:, 6] == 0) | (globals_[:, 9] != 0)
    no_result = torch.where(unbounded, value[:, 2], torch.full_like(value[:, 2], -1e4))
    return torch.cat([value[:, :2], no_result[:, None]], dim=1)


def split_blocks(text):
    """Splits "o n32(o p) o" at the outermost level."""
    found = re.findall(r"n\d+\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+", text)
    return [word.strip() for word in found]


def make_blocks(width, words, gain, bias):
    made = []
    for word in words:
        if word in ("o", "p"):
            made.append((Ordinary if word == "o" else Pooling)(width, gain, bias))
        elif match := re.fullmatch(r"a(\d+)x(\d+)", word):
            made.append(Attention(width, int(match[1]), int(match[2]), gain))
        elif match := re.fullmatch(r"f(\d+)", word):
            made.append(FeedForward(width, int(match[1]), gain))
        elif match := re.fullmatch(r"n(\d+)\((.*)\)", word):
            made.append(Bottleneck(width, int(match[1]), split_blocks(match[2]), gain, bias))
        else:
            raise ValueError(f"unknown block '{word}'")
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
        bias = re.search(r"[af]\d", text) is None
        self.first = convolution(PLANES, width, kernel, 20.0, bias)  # most planes are mostly 0
        self.globals = linear(GLOBALS, width, 4.0, bias=False)
        self.globals.weight.data[:, UNSEEN_GLOBALS] = 0
        self.blocks = nn.ModuleList(make_blocks(width, blocks, 1.0 / len(blocks), bias))
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

    def set_rounding(self, rounds):
        for layer in self.modules():
            if isinstance(layer, Rectified):
                layer.rounds = rounds

    def begin_as(self, smaller):
        """Takes over the weights of a network of the same width with fewer blocks, all of its first
        ones. The others add nothing at first, so that the answers are the same."""
        ours, theirs = self.state_dict(), smaller.state_dict()
        for name, values in theirs.items():
            ours[name].copy_(values)
        for block in self.blocks[len(smaller.blocks):]:
            last = block.second if hasattr(block, "second") else block.out
            nn.init.zeros_(last.weight)

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
