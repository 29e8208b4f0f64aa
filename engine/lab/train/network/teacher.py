"""A KataGo network of any format that Dihedra reads, in PyTorch: the teacher on a GPU.

The layers are those of engine/eval/net/model/model.h, in the order of the file.
"""

import gzip

import numpy as np
import torch
import torch.nn as nn

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
        return model.RmsNorm(self.floats(count), epsilon)


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


class Attention(model.Attention):
    def __init__(self, file):
        nn.Module.__init__(self)
        self.heads, self.key_heads, size, _, turns, learned = file.whole(6)
        self.norm = file.rms_norm()
        self.queries, self.keys, self.values, self.out = (file.matrix() for _ in range(4))
        frequencies = None
        if turns:
            file.word()
            frequencies = (file.floats(*file.whole(3)) if learned else
                           model.fixed_frequencies(size, float(file.word())).expand(
                               self.key_heads, -1, -1))
        self.register_buffer("frequencies", frequencies)


class FeedForward(model.FeedForward):
    def __init__(self, file):
        nn.Module.__init__(self)
        file.whole(2)
        if file.whole() == 0:
            raise ValueError("a feed-forward layer without a gate")
        self.norm = file.rms_norm()
        self.hidden, self.gate, self.out = (file.matrix() for _ in range(3))


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
