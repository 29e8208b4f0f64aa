"""Writes the averaged network of a checkpoint in KataGo's format, version 8. Also reads such a file,
so that training can start from it.

    python3 export.py CHECKPOINT NAME FILE [--compact]
    python3 export.py SNAPSHOT NAME FILE --network TEXT [--compact]

A snapshot is a file that this program or train.py has written. A compact file has weights of 16 bits
(engine/eval/net/model/compact.h), which KataGo does not read.
"""

import argparse
import io
import re
import struct
import sys

import numpy as np
import torch

import model
import shard

VERSION = 8
EPSILON = 1e-20  # of norms: KataGo refuses 0, and 1 plus this is 1
COMPACT_HEADER = b"dihedra compact\n"
HALF_MAX = float(np.finfo(np.float16).max)


class Writer:
    def __init__(self):
        self.out = io.BytesIO()
        self.arrays = []  # where they begin, and their counts of weights

    def words(self, *words):
        for word in words:
            self.out.write(f"{word}\n".encode())

    def floats(self, values):
        if not np.isfinite(values).all():
            raise ValueError("a weight is not finite")
        self.out.write(b"@BIN@")
        self.arrays.append((self.out.tell(), np.size(values)))
        self.out.write(np.asarray(values, "<f4").tobytes() + b"\n")

    def convolution(self, name, layer):
        outside, inside, height, width = layer.weight.shape
        self.words(name, height, width, inside, outside, 1, 1)
        self.floats(layer.weight.detach().permute(2, 3, 1, 0).contiguous().numpy())

    def matrix(self, name, layer):
        self.words(name, layer.in_features, layer.out_features)
        self.floats(layer.weight.detach().t().contiguous().numpy())

    def biased(self, name, layer):
        self.matrix(name, layer)
        self.words(name + "/bias", layer.out_features)
        self.floats(layer.bias.detach().numpy())

    def norm(self, name, bias):
        """A norm that only adds a bias, and the rectifier after it."""
        bias = bias.detach().numpy()
        self.words(name, len(bias), EPSILON, 0, 1)
        self.floats(np.zeros_like(bias))
        self.floats(np.ones_like(bias))
        self.floats(bias)
        self.words(name + "/relu")

    def blocks(self, name, blocks, offset):
        """offset is the sum of the biases of the convolutions that the trunk lacks so far. Returns it
        for what follows the blocks."""
        for i, block in enumerate(blocks):
            offset = self.block(f"{name}{i}", block, offset)
        return offset

    def block(self, name, block, offset):
        kinds = {model.Ordinary: "ordinary_block", model.Pooling: "gpool_block",
                 model.Bottleneck: "nested_bottleneck_block",
                 model.Attention: "transformer_attention_block",
                 model.FeedForward: "transformer_ffn_block"}
        self.words(kinds[type(block)], name)
        if type(block) in (model.Attention, model.FeedForward):
            self.transformer(name, block)
            return offset  # that of no biases at all
        if type(block) is model.Bottleneck:
            self.words(len(block.blocks))
        self.norm(name + "/norm1", offset)
        self.convolution(name + "/w1", block.first)
        middle = bias_of(block.first)
        if type(block) is model.Pooling:
            self.convolution(name + "/w1g", block.pooled)
            self.norm(name + "/normg", block.pooled.bias)
            self.matrix(name + "/w1r", block.matrix)
        elif type(block) is model.Bottleneck:
            middle = self.blocks(name + "/", block.blocks, middle)
        self.norm(name + "/norm2", middle)
        self.convolution(name + "/w2", block.second)
        return offset + bias_of(block.second)

    def transformer(self, name, block):
        """The rest of a block after its kind and name."""
        if type(block) is model.Attention:
            size = block.out.in_features // block.heads
            self.words(block.heads, block.heads, size, size, 1, 0)
            matrices = attention_matrices(block)
        else:
            self.words(block.hidden.in_features, block.hidden.out_features, 1)
            matrices = feed_forward_matrices(block)
        self.words(name + "/norm", len(block.norm.weight), model.EPSILON)
        self.floats(block.norm.weight.detach().numpy())
        for i, matrix in enumerate(matrices):
            self.matrix(f"{name}/w{i + 1}", matrix)
        if type(block) is model.Attention:
            self.words(name + "/theta", model.THETA)


def attention_matrices(block):
    return [block.queries, block.keys, block.values, block.out]


def feed_forward_matrices(block):
    return [block.hidden, block.gate, block.out]


def bias_of(layer):
    return torch.zeros(layer.out_channels) if layer.bias is None else layer.bias.detach()


def check_name(name):
    """KataGo and Dihedra read no network that is called otherwise."""
    if not re.fullmatch("[A-Za-z0-9_-]+", name):
        sys.exit(f"'{name}': a network's name has only letters, digits, '_' and '-'")


def write(network, name):
    """Returns the bytes of the file. The network must be on the CPU."""
    return write_all(network, name).out.getvalue()


def write_compact(network, name):
    """The same as a compact file."""
    writer = write_all(network, name)
    data, at, sections = writer.out.getvalue(), 0, [COMPACT_HEADER]
    for start, count in [*writer.arrays, (len(data), 0)]:
        end = start + 4 * count
        weights = np.frombuffer(data[start:end], "<f4")
        if count > 0 and np.abs(weights).max() > HALF_MAX:
            raise ValueError(f"a weight is too large for 16 bits: {np.abs(weights).max():g}")
        weights = weights.astype("<f2")
        sections += [struct.pack("<I", start - at), data[at:start], struct.pack("<I", count),
                     weights.tobytes()]
        at = end
    return b"".join(sections)


def write_all(network, name):
    writer = Writer()
    writer.words(name, VERSION, model.PLANES, model.GLOBALS)
    width = network.width
    pooled = model.pooled_part(width)
    writer.words("trunk", len(network.blocks), width, width, width - pooled, 0, pooled)
    writer.convolution("conv1", network.first)
    writer.matrix("globals", network.globals)
    offset = writer.blocks("block", network.blocks, bias_of(network.first))
    writer.norm("tip", offset)
    writer.words("policyhead")
    writer.convolution("p1", network.policy_own)
    writer.convolution("g1", network.policy_pooled)
    writer.norm("g1/norm", network.policy_pooled.bias)
    writer.matrix("gpool", network.policy_matrix)
    writer.norm("p1/norm", network.policy_own.bias)
    writer.convolution("p2", network.policy_out)
    writer.matrix("pass", network.policy_pass)
    writer.words("valuehead")
    writer.convolution("v1", network.value_own)
    writer.norm("v1/norm", network.value_own.bias)
    writer.biased("v2", network.value_hidden)
    writer.words("v2/relu")
    writer.biased("v3", network.value_out)
    writer.biased("scores", network.scores_out)
    writer.convolution("ownership", network.ownership_out)
    return writer


class Reader:
    """Reads the output of Writer into the modules of a new network, in the same order."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def words(self, count):
        end = self.at
        for _ in range(count):
            end = self.data.index(b"\n", end) + 1
        found = self.data[self.at:end].decode().split("\n")[:count]
        self.at = end
        return found

    def floats(self, shape):
        count = int(np.prod(shape))
        start = self.at + len(b"@BIN@")
        self.at = start + 4 * count + 1
        return torch.from_numpy(np.frombuffer(self.data, "<f4", count, start).reshape(shape).copy())

    def convolution(self, layer):
        outside, inside, height, width = layer.weight.shape
        expected = [str(n) for n in (height, width, inside, outside, 1, 1)]
        if self.words(7)[1:] != expected:
            raise ValueError("layers differ")
        values = self.floats((height, width, inside, outside))
        layer.weight.data.copy_(values.permute(3, 2, 0, 1))

    def matrix(self, layer):
        if self.words(3)[1:] != [str(layer.in_features), str(layer.out_features)]:
            raise ValueError("layers differ")
        layer.weight.data.copy_(self.floats((layer.in_features, layer.out_features)).t())

    def biased(self, layer):
        self.matrix(layer)
        self.words(2)
        layer.bias.data.copy_(self.floats((layer.out_features,)))

    def norm(self):
        """Returns the bias."""
        count = int(self.words(5)[1])
        bias = [self.floats((count,)) for _ in range(3)][2]
        self.words(1)
        return bias

    def blocks(self, blocks, first):
        """The first norm's bias is that of the convolution `first`. Returns the trunk's bias so far, and
        the parameter that the next one belongs to."""
        offset, into = 0, first.bias
        for block in blocks:
            if type(block) in (model.Attention, model.FeedForward):
                self.transformer(block)
                continue
            self.words(2 + (type(block) is model.Bottleneck))
            offset = self.settle(self.norm(), offset, into)
            self.convolution(block.first)
            if type(block) is model.Pooling:
                self.convolution(block.pooled)
                block.pooled.bias.data.copy_(self.norm())
                self.matrix(block.matrix)
            if type(block) is model.Bottleneck:
                inner, target = self.blocks(block.blocks, block.first)
                self.settle(self.norm(), inner, target)
            else:
                block.first.bias.data.copy_(self.norm())
            self.convolution(block.second)
            into = block.second.bias
        return offset, into

    def transformer(self, block):
        is_attention = type(block) is model.Attention
        self.words(11 if is_attention else 8)
        block.norm.weight.data.copy_(self.floats(block.norm.weight.shape))
        for matrix in (attention_matrices if is_attention else feed_forward_matrices)(block):
            self.matrix(matrix)
        if is_attention:
            self.words(2)

    def settle(self, bias, offset, into):
        if into is not None:
            into.data.copy_(bias - offset)
        return bias


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


def read(data, text):
    """The network of a file written by write or write_compact, with the network's text. Raises
    ValueError if the file is cut short or of another network."""
    try:
        reader = Reader(expand(data))
        network = read_network(reader, text)
    except (ValueError, struct.error) as error:
        raise ValueError(f"the file is of another network, or cut short: {error}") from error
    if reader.at != len(reader.data):
        raise ValueError("the file is of another network, or cut short: it has "
                         f"{len(reader.data)} bytes of {reader.at}")
    return network


def read_network(reader, text):
    network = model.Network(text)
    reader.words(11)
    reader.convolution(network.first)
    reader.matrix(network.globals)
    offset, into = reader.blocks(network.blocks, network.first)
    reader.settle(reader.norm(), offset, into)
    reader.words(1)
    reader.convolution(network.policy_own)
    reader.convolution(network.policy_pooled)
    network.policy_pooled.bias.data.copy_(reader.norm())
    reader.matrix(network.policy_matrix)
    network.policy_own.bias.data.copy_(reader.norm())
    reader.convolution(network.policy_out)
    reader.matrix(network.policy_pass)
    reader.words(1)
    reader.convolution(network.value_own)
    network.value_own.bias.data.copy_(reader.norm())
    reader.biased(network.value_hidden)
    reader.words(1)
    reader.biased(network.value_out)
    reader.biased(network.scores_out)
    reader.convolution(network.ownership_out)
    return network


def load(path):
    """The averaged network of a checkpoint."""
    state = torch.load(path, map_location="cpu")
    network = model.Network(state["text"])
    network.load_state_dict(state["average"])
    return network


def read_snapshot(path, text):
    try:
        with open(path, "rb") as file:
            return read(file.read(), text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def read_source(source, text):
    """Returns the averaged network of a checkpoint, or, if a text is given, that of a snapshot."""
    return read_snapshot(source, text) if text else load(source)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", help="a checkpoint, or a snapshot")
    parser.add_argument("name")
    parser.add_argument("file")
    parser.add_argument("--network", help="the text of a snapshot's network")
    parser.add_argument("--compact", action="store_true", help="weights of 16 bits")
    options = parser.parse_args()
    check_name(options.name)
    try:
        network = read_source(options.source, options.network)
        data = (write_compact if options.compact else write)(network, options.name)
        with shard.replace_file(options.file) as file:
            file.write(data)
    except (OSError, ValueError) as error:
        sys.exit(f"export.py: {error}")


if __name__ == "__main__":
    main()
