"""Files of networks in KataGo's format, version 8, and compact ones with weights of 16 bits
(engine/eval/net/model/compact.c), which KataGo does not read."""

import io
import struct

import numpy as np
import torch

import model

VERSION = 8
EPSILON = 1e-20  # of norms: KataGo refuses 0, and 1 plus this is 1
COMPACT_HEADER = b"dihedra compact\n"


class Writer:
    def __init__(self):
        self.out = io.BytesIO()
        self.arrays = []  # where they begin, and their counts of weights

    def words(self, *words):
        for word in words:
            self.out.write(f"{word}\n".encode())

    def floats(self, parameter):
        values = parameter.detach().contiguous().numpy()
        if not np.isfinite(values).all():
            raise ValueError("a weight is not finite")
        self.out.write(b"@BIN@")
        self.arrays.append((self.out.tell(), values.size))
        self.out.write(values.astype("<f4").tobytes() + b"\n")

    def sum(self, parameters):
        self.floats(sum(parameters))


class Reader:
    """Reads what a Writer writes, by the same calls."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def words(self, *words):
        for word in words:
            end = self.data.index(b"\n", self.at)
            if word is not None and self.data[self.at:end] != f"{word}".encode():
                raise ValueError(f"expected {word}")
            self.at = end + 1

    def floats(self, parameter):
        start = self.at + len(b"@BIN@")
        self.at = start + 4 * parameter.numel() + 1
        values = np.frombuffer(self.data, "<f4", parameter.numel(), start)
        parameter.data.copy_(torch.from_numpy(values.copy()).reshape(parameter.shape))

    def sum(self, parameters):
        """The last one gets what the others lack."""
        whole = torch.zeros_like(parameters[-1])
        self.floats(whole)
        parameters[-1].data.copy_(whole - sum(parameters[:-1]))


def visit_convolution(visitor, name, layer):
    outside, inside, height, width = layer.weight.shape
    visitor.words(name, height, width, inside, outside, 1, 1)
    visitor.floats(layer.weight.data.permute(2, 3, 1, 0))


def visit_matrix(visitor, name, layer):
    visitor.words(name, layer.in_features, layer.out_features)
    visitor.floats(layer.weight.data.t())
    if layer.bias is not None:
        visitor.words(name + "/bias", layer.out_features)
        visitor.floats(layer.bias)


def visit_norm(visitor, name, *biases):
    """A norm that only adds the sum of biases, and the rectifier after it."""
    visitor.words(name, len(biases[0]), EPSILON, 0, 1)
    visitor.floats(torch.zeros_like(biases[0]))
    visitor.floats(torch.ones_like(biases[0]))
    visitor.sum([bias.data for bias in biases])
    visitor.words(name + "/relu")


def visit_block(visitor, name, block, biases):
    """biases: those of the convolutions that the trunk lacks so far."""
    pools = isinstance(block, model.Pooling)
    visitor.words("gpool_block" if pools else "ordinary_block", name)
    visit_norm(visitor, name + "/norm1", *biases)
    visit_convolution(visitor, name + "/w1", block.first)
    if pools:
        visit_convolution(visitor, name + "/w1g", block.pooled)
        visit_norm(visitor, name + "/normg", block.pooled.bias)
        visit_matrix(visitor, name + "/w1r", block.matrix)
    visit_norm(visitor, name + "/norm2", block.first.bias)
    visit_convolution(visitor, name + "/w2", block.second)
    biases.append(block.second.bias)


def visit(visitor, network, name):
    """Writes a network, or reads its parameters; name None: any."""
    width = network.width
    pooled = model.pooled_part(width)
    visitor.words(name, VERSION, model.PLANES, model.GLOBALS)
    visitor.words("trunk", len(network.blocks), width, width, width - pooled, 0, pooled)
    visit_convolution(visitor, "conv1", network.first)
    visit_matrix(visitor, "globals", network.globals)
    biases = [network.first.bias]
    for i, block in enumerate(network.blocks):
        visit_block(visitor, f"block{i}", block, biases)
    visit_norm(visitor, "tip", *biases)
    visitor.words("policyhead")
    visit_convolution(visitor, "p1", network.policy_own)
    visit_convolution(visitor, "g1", network.policy_pooled)
    visit_norm(visitor, "g1/norm", network.policy_pooled.bias)
    visit_matrix(visitor, "gpool", network.policy_matrix)
    visit_norm(visitor, "p1/norm", network.policy_own.bias)
    visit_convolution(visitor, "p2", network.policy_out)
    visit_matrix(visitor, "pass", network.policy_pass)
    visitor.words("valuehead")
    visit_convolution(visitor, "v1", network.value_own)
    visit_norm(visitor, "v1/norm", network.value_own.bias)
    visit_matrix(visitor, "v2", network.value_hidden)
    visitor.words("v2/relu")
    visit_matrix(visitor, "v3", network.value_out)
    visit_matrix(visitor, "scores", network.scores_out)
    visit_convolution(visitor, "ownership", network.ownership_out)
    return visitor


def write(network, name):
    """Returns the bytes of the file. The network must be on the CPU."""
    return visit(Writer(), network, name).out.getvalue()


def write_compact(network, name):
    writer = visit(Writer(), network, name)
    data, at, sections = writer.out.getvalue(), 0, [COMPACT_HEADER]
    for start, count in [*writer.arrays, (len(data), 0)]:
        end = start + 4 * count
        weights = np.frombuffer(data[start:end], "<f4").astype("<f2")
        if not np.isfinite(weights).all():
            raise ValueError("a weight is too large for 16 bits")
        sections += [struct.pack("<I", start - at), data[at:start], struct.pack("<I", count),
                     weights.tobytes()]
        at = end
    return b"".join(sections)


def expand(data):
    """A compact file with weights of 32 bits; another file as it is."""
    if not data.startswith(COMPACT_HEADER):
        return data
    parts, at = [], len(COMPACT_HEADER)
    while at < len(data):
        count, = struct.unpack_from("<I", data, at)
        parts.append(data[at + 4:at + 4 + count])
        at += 4 + count
        count, = struct.unpack_from("<I", data, at)
        parts.append(np.frombuffer(data, "<f2", count, at + 4).astype("<f4").tobytes())
        at += 4 + 2 * count
    return b"".join(parts)


def read(path, text):
    """The network of a file that was written here, with the network's text. Raises ValueError if the
    file is cut short or of another network."""
    network = model.Network(text)
    with open(path, "rb") as file:
        reader = Reader(expand(file.read()))
    try:
        visit(reader, network, None)
    except ValueError as error:
        raise ValueError(f"{path}: of another network, or cut short: {error}") from error
    return network
