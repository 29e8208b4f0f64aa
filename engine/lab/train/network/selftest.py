"""Tests of this folder, for the repository's root after `make && make fit random-network`:

    python3 engine/lab/train/network/selftest.py
"""

import os
import subprocess
import sys
import tempfile

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import export
import label
import model
import shard
import teacher

BUILD = os.environ.get("BUILD_FOLDER", "build/release")
TEXT = "c32 o p"
SOME = 20  # positions of a group that are compared
# Dihedra's answers go through Winograd's transforms in fp32; a shard rounds policy and ownership.
MOST = {"win": 1e-4, "lead": 2e-3, "score": 2e-3, "policy": 0.006, "ownership": 0.006}


def expect(condition, what):
    if not condition:
        sys.exit(f"selftest: {what}")


def random_network(folder, name):
    """Writes a network. Returns it and its path."""
    torch.manual_seed(2)
    network = model.Network(TEXT)
    for parameter in network.parameters():  # biases, too, so that folding them is tested
        torch.nn.init.normal_(parameter, std=0.1 if parameter.dim() == 1 else
                              1 / parameter[0].numel() ** 0.5)
    path = os.path.join(folder, name + ".bin")
    with open(path, "wb") as file:
        file.write(export.write(network, name))
    return network, path


def make_shard(network, number, path, positions=200):
    subprocess.run([f"{BUILD}/make-shard", network, str(number), path, "--positions", str(positions),
                    "--precision", "fp32"], check=True)


def random_of(folder, shape):
    """A file of random-network."""
    path = os.path.join(folder, "random.bin")
    with open(path, "wb") as file:
        subprocess.run([f"{BUILD}/random-network", shape], stdout=file, check=True)
    return path


def check_files(folder):
    """A network is read back as it was; a compact one nearly."""
    network, path = random_network(folder, "net")
    planes, globals_ = torch.rand(2, 22, 9, 9).round(), torch.rand(2, 19)
    before = network(planes, globals_)
    for a, b in zip(before, export.read(path, TEXT)(planes, globals_)):
        expect(float((a - b).abs().max()) < 1e-5, "a network read back differs")
    compact = os.path.join(folder, "compact.bin")
    with open(compact, "wb") as file:
        file.write(export.write_compact(network, "net"))
    for a, b in zip(before, export.read(compact, TEXT)(planes, globals_)):
        error = float((a - b).abs().max() / a.abs().max())
        expect(0 < error < 0.01, f"a compact network is off by {error:.2g}")


def check_answers(folder):
    """Dihedra answers as PyTorch does."""
    network, path = random_network(folder, "net")
    made = os.path.join(folder, "0.shard")
    make_shard(path, 0, made)
    worst = dict.fromkeys(MOST, 0.0)
    for group in shard.read(made):
        batch = corpus.Batch(group.width, group.height, shard.fields(group.records[:SOME]))
        with torch.no_grad():
            moves, value, scores, ownership = network(batch.planes, batch.globals)
        win = F.softmax(model.without_impossible(value, batch.globals), dim=1)
        points = scores * model.SCALE * (1 - win[:, shard.NO_RESULT, None])
        legal = torch.where(batch.policy > 0, moves, torch.tensor(-1e4))
        for name, difference in {
                "win": win[:, shard.WIN] - batch.values[:, shard.WIN],
                "score": points[:, model.SCORE] - batch.values[:, shard.SCORE],
                "lead": points[:, model.LEAD] - batch.values[:, shard.LEAD],
                "policy": F.softmax(legal, dim=1) - batch.policy,
                "ownership": torch.tanh(ownership) - batch.ownership}.items():
            worst[name] = max(worst[name], float(difference.abs().max()))
    expect(all(worst[name] <= most for name, most in MOST.items()), f"answers differ by {worst}")


def check_shards(folder):
    """A shard is the same each time, and is refused by name if damaged."""
    path, again = (os.path.join(folder, name) for name in ("0.shard", "again"))
    make_shard(os.path.join(folder, "net.bin"), 0, again)
    with open(path, "rb") as a, open(again, "rb") as b:
        whole = a.read()
        expect(whole == b.read(), "a shard made twice differs")
    with open(again, "wb") as file:
        file.write(whole[:-1])
    try:
        shard.read(again)
        expect(False, "a damaged shard was read")
    except ValueError as error:
        expect(again in str(error), f"'{error}' does not name {again}")


def check_uneven(folder):
    """A shard has positions with stones of one color alone, and their labels do not pass."""
    path = os.path.join(folder, "uneven.shard")
    make_shard(os.path.join(folder, "net.bin"), 3, path, 1000)
    network = teacher.Teacher(os.path.join(folder, "net.bin"))
    count = uneven = passes = 0
    for group in shard.read(path):
        fields = shard.fields(group.records)
        planes = shard.planes(fields, group.width, group.height)
        stones = [planes[:, plane].flatten(1).sum(dim=1) for plane in (label.OWN, label.THEIR)]
        alone = (stones[0] == 0) != (stones[1] == 0)
        early = label.are_early(planes, fields["globals"])
        count, uneven = count + len(alone), uneven + int(alone.sum())
        passes += int((fields["policy"][early, -1] > 0).sum())
        label.label(network, group.width, group.height, fields)
        expect(not fields["policy"][early, -1].any(), "a label passes early")
        expect(bool(fields["policy"][~early, -1].any()), "no label passes late")
        expect(bool(fields["policy"].any(dim=1).all()), "a label has no move")
    expect(uneven > 0.01 * count, f"{uneven} of {count} positions are uneven")
    expect(passes > 0, "the network itself does not pass early")


def check_teachers(folder):
    """Labels by networks of each format are Dihedra's own answers but for rounding and early passes."""
    for shape in ("b3c32", "b3c48nbt", "b2c48nbt16", "b1c96nbttflrs"):
        path, made = random_of(folder, shape), os.path.join(folder, "some.shard")
        make_shard(path, 0, made)
        network = teacher.Teacher(path)
        for group in shard.read(made):
            records = group.records[:SOME]
            fields = shard.fields(records)
            label.label(network, group.width, group.height, fields)
            early = label.are_early(shard.planes(fields, group.width, group.height),
                                    fields["globals"]).numpy()
            for name, same in (("policy", ~early), ("ownership", early | True)):
                difference = (records[name].astype(int) - fields[name].numpy())[same]
                expect(np.abs(difference).max(initial=0) <= 1, f"random-network {shape}: {name}")
            expect(np.allclose(records["values"], fields["values"].numpy(), atol=2e-3),
                   f"random-network {shape}: values")


def run_rounds(folder, inside, *options):
    return subprocess.run(
        [sys.executable, "engine/lab/train/network/rounds.py", folder, "--start",
         inside, "--text", TEXT, "--player", inside, "student", "--players", "2", "--positions", "200",
         "--device", "cpu", "--batch", "4", "--minutes", "0.1",
         "--make-shard", f"{BUILD}/make-shard", *options],
        check=False, capture_output=True, text=True)


def check_rounds(folder):
    """Playing, labelling and training end with a network; what cannot be read or run ends them, too."""
    inside = os.path.join(folder, "net.bin")
    done = run_rounds(os.path.join(folder, "W"), inside, "--teacher", inside)
    expect(done.returncode == 0, f"rounds.py: {done.stderr}")
    export.read(os.path.join(folder, "W", "network.bin"), TEXT)
    missing = os.path.join(folder, "none")
    for options in (("--teacher", missing), ("--teacher", inside, "--make-shard", missing)):
        failed = run_rounds(os.path.join(folder, "failed"), inside, *options)
        expect(failed.returncode == 1 and "rounds.py: " in failed.stderr and missing in failed.stderr,
               f"rounds.py: {failed.stderr}")


def main():
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        check_files(folder)
        check_answers(folder)
        check_shards(folder)
        check_uneven(folder)
        check_teachers(folder)
        check_rounds(folder)
    print("all well")


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
