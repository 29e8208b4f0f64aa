"""Tests of this folder, for the repository's root after `make && make fit`:

    python3 engine/lab/train/network/selftest.py
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch
import torch.nn.functional as F

import check
import convolution
import corpus
import export
import model
import shard
import train

BUILD = os.environ.get("BUILD_FOLDER", "build/release")
NETWORK = "c32 k5 o n16(o p) p"


def expect(condition, what):
    if not condition:
        sys.exit(f"selftest: {what}")


def check_convolutions():
    """convolution.c gives the results and gradients of PyTorch."""
    expect(convolution.library is not None, f"no {convolution.PATH}: run make fit")
    rng = torch.Generator().manual_seed(1)
    for count, height, width, inside, outside in [(3, 19, 19, 32, 48), (70, 2, 5, 16, 80),
                                                  (2, 13, 9, 64, 16)]:
        x = torch.randn(count, inside, height, width, generator=rng, requires_grad=True)
        weight = torch.randn(outside, inside, 3, 3, generator=rng, requires_grad=True)
        bias = torch.randn(outside, generator=rng, requires_grad=True)
        added = torch.randn(count, outside, height, width, generator=rng, requires_grad=True)
        gradient = torch.randn(count, outside, height, width, generator=rng)
        leaves = (x, weight, bias, added)
        ours = convolution.rectified(*leaves)
        theirs = F.conv2d(F.relu(x), weight, bias, padding=1) + added
        pairs = [(ours, theirs)] + list(zip(torch.autograd.grad(ours, leaves, gradient),
                                            torch.autograd.grad(theirs, leaves, gradient)))
        for a, b in pairs:
            error = float((a - b).abs().max() / b.abs().max())
            expect(error < 1e-4, f"a convolution or gradient is off by {error:.2g}")


def random_checkpoint(path):
    torch.manual_seed(2)
    network = model.Network(NETWORK)
    for parameter in network.parameters():  # biases, too, so that folding them is tested
        torch.nn.init.normal_(parameter, std=0.1 if parameter.dim() == 1 else
                              0.5 / parameter[0].numel() ** 0.5)
    torch.save({"text": NETWORK, "average": network.state_dict()}, path)
    return network


def make_shard(network, number, path):
    subprocess.run([f"{BUILD}/make-shard", network, str(number), path, "--positions", "200",
                    "--precision", "fp32"], check=True)


def check_shards(folder, checkpoint):
    """A shard is the same each time, has the network's own answers, and is refused if damaged."""
    network = os.path.join(folder, "net.bin")
    with open(network, "wb") as file:
        file.write(export.write(export.load(checkpoint), "selftest"))
    first, second = (os.path.join(folder, "shards", name) for name in ("0.shard", "again"))
    make_shard(network, 0, first)
    make_shard(network, 0, second)
    make_shard(network, 1, os.path.join(folder, "shards", "1.shard"))
    with open(first, "rb") as a, open(second, "rb") as b:
        whole = a.read()
        expect(whole == b.read(), "a shard made twice differs")
    expect(check.judge("PyTorch and Dihedra differ by",
                       check.compare_torch(export.load(checkpoint), first), check.MOST),
           "PyTorch and Dihedra differ")
    with open(second, "wb") as file:
        file.write(whole[:-1] + bytes([whole[-1] ^ 1]))
    try:
        shard.read(second)
        expect(False, "a damaged shard was read")
    except ValueError:
        pass


def run_steps(folder, name, steps):
    options = argparse.Namespace(folder=folder, network=NETWORK, name=name, shards=[1, 1],
                                 samples=1000, batch=4, rate_muon=0.02, rate_adam=0.002,
                                 threads=1, seed=1, start=None, extra=[1, 1], extra_share=0.5,
                                 outcome=0.25)
    run = train.Run(options)
    run.corpus.add([1])
    run.extra.add([1])
    for _ in range(steps):
        run.train_step()
    run.save()
    return run


def check_resuming(folder):
    """Six steps give the same bits as four and then two in a resumed run."""
    whole = run_steps(folder, "whole", 6)
    run_steps(folder, "parts", 4)
    parts = run_steps(folder, "parts", 2)
    for a, b in zip(whole.network.parameters(), parts.network.parameters()):
        expect(torch.equal(a, b), "a run that goes on differs")


def check_outcome(folder):
    """Values move toward the outcome where there is one, and stay a distribution."""
    for group in shard.read(os.path.join(folder, "shards", "1.shard")):
        batch = corpus.Batch(group, group.records, 0)
        before = batch.values.clone()
        batch.mix_outcome(0.25)
        played = ~torch.isnan(before[:, 9])
        expect(torch.equal(before[~played, :9], batch.values[~played, :9]), "values without outcome")
        expect(bool((batch.values[:, :3].sum(dim=1) - 1).abs().max() < 1e-4), "values' sum")
        wins = played & (before[:, 9] > 0)
        expect(bool((batch.values[wins, 0] >= before[wins, 0] - 1e-6).all()), "won games")


def check_rounds(folder):
    """A round makes its shards, trains and compares; a second run does nothing again."""
    network = os.path.join(folder, "net.bin")
    line = [sys.executable, "engine/lab/train/network/rounds.py", folder,
            network, NETWORK, "--teacher", network, "--rounds", "1", "--shards", "1",
            "--positions", "60", "--visits", "2", "--samples", "100", "--size", "5", "--games", "2",
            "--move-time", "0.01", "--make-shard", f"{BUILD}/make-shard", "--jobs", "1"]
    for _ in range(2):
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    for n in (1000, 1001):
        expect(os.path.exists(os.path.join(folder, "shards", f"{n}.shard")), f"shard {n}")
    other = [*line[:3], os.path.join(folder, "round.bin"), *line[4:]]
    shutil.copyfile(network, other[3])
    with open(other[3], "ab") as file:
        file.write(b"x")
    refused = subprocess.run(other, stderr=subprocess.PIPE, text=True, check=False)
    expect(refused.returncode == 1 and "another network" in refused.stderr, "other rounds")
    with open(os.path.join(folder, "rounds", "rounds.tsv"), encoding="utf-8") as file:
        rows = file.read().splitlines()
    expect(rows[0].startswith("round\tgames") and len(rows) == 2, "rounds.tsv")
    expect(rows[1].split("\t")[-1] in ("yes", "no"), "rounds.tsv")


def check_exported_start(folder, checkpoint):
    """An exported network can be read back: its answers are those of the checkpoint's."""
    before = export.load(checkpoint)
    after = export.read(export.write(before, "selftest"), NETWORK)
    planes, globals_ = torch.rand(2, 22, 9, 9).round(), torch.rand(2, 19)
    for a, b in zip(before(planes, globals_), after(planes, globals_)):
        expect(float((a - b).abs().max()) < 1e-5, "an exported network read back differs")


def check_turning():
    """The eight images of a board are different ones."""
    board = torch.arange(9.0).reshape(1, 1, 3, 3)
    images = {tuple(corpus.turn(board, symmetry).flatten().tolist()) for symmetry in range(8)}
    expect(len(images) == 8, "symmetries repeat")


def main():
    torch.set_num_threads(1)
    folder = tempfile.mkdtemp()
    os.mkdir(os.path.join(folder, "shards"))
    checkpoint = os.path.join(folder, "net.pt")
    try:
        check_turning()
        check_convolutions()
        random_checkpoint(checkpoint)
        check_exported_start(folder, checkpoint)
        check_shards(folder, checkpoint)
        check_resuming(folder)
        check_outcome(folder)
        check_rounds(folder)
    finally:
        shutil.rmtree(folder)
    print("all well")


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
