"""A KataGo network of any format that Dihedra reads, in PyTorch: the teacher on a GPU.

The layers are those of engine/eval/net/model/model.h, in the order of the file.
"""

import gzip

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import model

ACTIVATIONS = {"ACTIVATION_IDENTITY": nn.Identity, "ACTIVATION_RELU": nn.ReLU,
               "ACTIVATION_MISH": nn.Mish, "ACTIVATION_SILU": nn.SiLU}
# The multipliers up to version 12: score, deviation, lead, variance time, two errors.
MULTIPLIERS = [20.0, 20.0, 20.0, 40.0, 0.25, 30.0]


class File:
    """Reads words and layers, one after another."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        self.at, self.version = 0, 0

    def word(self):
        while self.data[self.at:self.at + 1].isspace():
            self.at += 1
        end = self.at
        while not self.data[end:end + 1].isspace():
            end += 1
        word, self.at = self.data[self.at:end].decode(), end
        return word

    def whole(self, count=None):
        """One whole number, or a list of as many."""
        return int(self.word()) if count is None else [int(self.word()) for _ in range(count)]

    def floats(self, *shape):
        start = self.data.index(b"@BIN@", self.at) + len(b"@BIN@")
        count = int(np.prod(shape))
        self.at = start + 4 * count
        return torch.from_numpy(np.frombuffer(self.data, "<f4", count, start).reshape(shape).copy())

    def convolution(self):
        self.word()
        height, width, inside, outside = self.whole(6)[:4]
        layer = nn.Conv2d(inside, outside, height, padding=height // 2, bias=False)
        layer.weight.data = self.floats(height, width, inside, outside).permute(3, 2, 0, 1)
        return layer

    def matrix(self):
        self.word()
        inside, outside = self.whole(2)
        layer = nn.Linear(inside, outside, bias=False)
        layer.weight.data = self.floats(inside, outside).t().contiguous()
        return layer

    def biased(self):
        layer = self.matrix()
        self.word()
        layer.bias = nn.Parameter(self.floats(self.whole()))
        return layer

    def activation(self):
        self.word()
        return ACTIVATIONS[self.word() if self.version >= 11 else "ACTIVATION_RELU"]()

    def norm(self):
        """A batch norm and the activation after it."""
        self.word()
        count, epsilon, has_scale, has_bias = self.whole(), float(self.word()), *self.whole(2)
        mean, variance = self.floats(count), self.floats(count)
        scale = (self.floats(count) if has_scale else 1) / torch.sqrt(variance + epsilon)
        bias = (self.floats(count) if has_bias else 0) - scale * mean
        return Norm(scale, bias, self.activation())

    def rms_norm(self):
        self.word()
        count, epsilon = self.whole(), float(self.word())
        return RmsNorm(self.floats(count), epsilon)


class Norm(nn.Module):
    """activation(x * scale + bias); x is [n][channel][y][x]."""

    def __init__(self, scale, bias, activation):
        super().__init__()
        self.scale, self.bias = (nn.Parameter(v[:, None, None]) for v in (scale, bias))
        self.activation = activation

    def forward(self, x):
        return self.activation(x * self.scale + self.bias)


class Residual(nn.Module):
    """Ordinary blocks, those with pooling, and nested bottlenecks."""

    def __init__(self, file, kind):
        super().__init__()
        inner = file.whole() if kind == "nested_bottleneck_block" else 0
        self.first_norm, self.first = file.norm(), file.convolution()
        self.has_pooling = kind == "gpool_block"
        if self.has_pooling:
            self.pooled, self.pooled_norm = file.convolution(), file.norm()
            self.matrix = file.matrix()
        self.inner = nn.Sequential(*(read_block(file) for _ in range(inner)))
        self.second_norm, self.second = file.norm(), file.convolution()

    def forward(self, x):
        y = self.first_norm(x)
        middle = self.first(y)
        if self.has_pooling:
            middle = middle + model.spread(self.matrix(model.pool(self.pooled_norm(
                self.pooled(y)))))
        return x + self.second(self.second_norm(self.inner(middle)))


class RmsNorm(nn.Module):
    """Of the channels of each point; x is [n][point][channel]."""

    def __init__(self, weight, epsilon):
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

    def __init__(self, file):
        super().__init__()
        self.heads, self.key_heads, size, _, turns, learned = file.whole(6)
        self.norm = file.rms_norm()
        self.queries, self.keys, self.values, self.out = (file.matrix() for _ in range(4))
        frequencies = None
        if turns:
            file.word()
            frequencies = (file.floats(*file.whole(3)) if learned else
                           fixed_frequencies(size, float(file.word())).expand(
                               self.key_heads, -1, -1))
        self.register_buffer("frequencies", frequencies)  # [key head][pair][x, y]; None: no rotation

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
    def __init__(self, file):
        super().__init__()
        file.whole(2)
        if file.whole() == 0:
            raise ValueError("a feed-forward layer without a gate")
        self.norm = file.rms_norm()
        self.hidden, self.gate, self.out = (file.matrix() for _ in range(3))

    def forward(self, x):
        points = self.norm(points_of(x))
        return x + as_image(self.out(F.silu(self.hidden(points)) * self.gate(points)), x)


def read_block(file):
    kind, _ = file.word(), file.word()
    if kind == "transformer_attention_block":
        return Attention(file)
    return FeedForward(file) if kind == "transformer_ffn_block" else Residual(file, kind)


class RmsTip(nn.Module):
    """The trunk scaled by its root mean square: each point's, or that of all points."""

    def __init__(self, file):
        super().__init__()
        file.word()
        count, self.epsilon = file.whole(), float(file.word())
        self.axes = (1, 2, 3) if file.whole(2)[0] else (1,)
        scale, bias = file.floats(count), file.floats(count)
        self.norm = Norm(scale, bias, file.activation())

    def forward(self, x):
        return self.norm(
            x * (x.square().mean(dim=self.axes, keepdim=True) + self.epsilon).rsqrt())


class Teacher(nn.Module):
    def __init__(self, path):
        super().__init__()
        file = File(path)
        self.name = file.word()
        self.version = file.version = file.whole()
        file.whole(2)  # planes, globals
        self.multipliers = MULTIPLIERS
        if self.version >= 13:
            self.multipliers = [float(file.word()) for _ in range(7)][1:]
        if self.version >= 15:
            has_encoder, life_by_suicide = file.whole(8)[:2]
            if has_encoder:
                raise ValueError(f"{path}: a human-play network")
            if life_by_suicide:
                raise ValueError(f"{path}: reads areas as if suicide were legal; shards lack them")
        self.read_trunk(file)
        self.read_heads(file)

    def read_trunk(self, file):
        file.word()
        blocks = file.whole(6)[0]
        has_rms_tip = self.version >= 15 and file.whole(6)[0]
        self.first, self.globals = file.convolution(), file.matrix()
        self.blocks = nn.Sequential(*(read_block(file) for _ in range(blocks)))
        self.tip = RmsTip(file) if has_rms_tip else file.norm()

    def read_heads(self, file):
        file.word()
        if self.version >= 17:
            file.whole(4)
        self.policy_own, self.policy_pooled = file.convolution(), file.convolution()
        self.policy_pooled_norm, self.policy_matrix = file.norm(), file.matrix()
        self.policy_norm, self.policy_out = file.norm(), file.convolution()
        if self.version < 15:
            self.pass_out = file.matrix()
        else:
            self.pass_out = nn.Sequential(file.biased(), file.activation(), file.matrix())
        file.word()
        if self.version >= 17:
            file.whole(3)
        self.value_own, self.value_norm = file.convolution(), file.norm()
        self.value_hidden = nn.Sequential(file.biased(), file.activation())
        self.value_out, self.scores_out = file.biased(), file.biased()
        self.ownership_out = file.convolution()

    def forward(self, planes, globals_):
        """Returns as model.Network does, but all scores that the network has."""
        x = self.first(planes) + model.spread(self.globals(globals_))
        x = self.tip(self.blocks(x))
        pooled = model.pool(self.policy_pooled_norm(self.policy_pooled(x)))
        policy = self.policy_norm(self.policy_own(x) + model.spread(self.policy_matrix(pooled)))
        moves = torch.cat([self.policy_out(policy)[:, 0].flatten(1),
                           self.pass_out(pooled)[:, :1]], dim=1)
        value = self.value_norm(self.value_own(x))
        hidden = self.value_hidden(model.pool(value, True))
        return (moves, self.value_out(hidden), self.scores_out(hidden),
                self.ownership_out(value).flatten(1))


def load(path, device):
    """A teacher on a device, in fp32: TF32 labels a sixth more positions a second, but some win rates
    are off by 0.02 then."""
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    return Teacher(path).eval().requires_grad_(False).to(device, memory_format=torch.channels_last)
