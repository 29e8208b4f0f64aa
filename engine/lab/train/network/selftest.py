"""Tests of this folder, for the repository's root after `make && make fit random-network`:

    python3 engine/lab/train/network/selftest.py
"""

import argparse
import collections
import contextlib
import io
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import torch
import torch.nn.functional as F

import check
import convolution
import corpus
import distill
import export
import label
import model
import shard
import teacher
import train

BUILD = os.environ.get("BUILD_FOLDER", "build/release")
NETWORKS = ["c32 k5 o n16(o p) p", "c32 o a2x16 f48 n16(o a1x8 f32) p"]
NETWORK = NETWORKS[0]


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


def random_checkpoint(path, text):
    torch.manual_seed(2)
    network = model.Network(text)
    for parameter in network.parameters():  # biases, too, so that folding them is tested
        torch.nn.init.normal_(parameter, std=0.1 if parameter.dim() == 1 else
                              1 / parameter[0].numel() ** 0.5)
    torch.save({"text": text, "average": network.state_dict()}, path)


def make_shard(network, number, path, *options):
    subprocess.run([f"{BUILD}/make-shard", network, str(number), path, "--positions", "200",
                    "--precision", "fp32", *options], check=True)


def random_network(folder, name, text):
    """Writes name.pt and name.bin. Returns their paths."""
    checkpoint, path = (os.path.join(folder, name + end) for end in (".pt", ".bin"))
    random_checkpoint(checkpoint, text)
    with open(path, "wb") as file:
        file.write(export.write(export.load(checkpoint), name))
    return checkpoint, path


def expect_answers_of(checkpoint, path, what):
    """The shard has the answers that PyTorch gives by the checkpoint."""
    expect(check.judge(f"{what}: PyTorch and the shard differ by",
                       check.compare_torch(export.load(checkpoint), path), check.MOST), what)


def expect_same_labels(group, other, what):
    """Two groups have the same answers but for rounding."""
    for field in ("policy", "ownership"):
        difference = group.records[field].astype(int) - other.records[field]
        expect(np.abs(difference).max() <= 1, f"{what}: {field}")
    a, b = (x.records["values"][:, :shard.VARIANCE_TIME] for x in (group, other))
    expect(np.allclose(a, b, atol=2e-3), f"{what}: values")


def check_answers(folder):
    """Dihedra answers as PyTorch does."""
    for text in NETWORKS:
        checkpoint, network = random_network(folder, "some", text)
        made = os.path.join(folder, "some.shard")
        make_shard(network, 0, made)
        expect_answers_of(checkpoint, made, text)


def refusal(path, data):
    """The reason why a shard with these bytes is refused, which must name the file."""
    with open(path, "wb") as file:
        file.write(data)
    try:
        shard.read(path)
    except ValueError as error:
        expect(path in str(error), f"'{error}' does not name {path}")
        return str(error)
    return "it was read"


def with_checksum(data):
    """The bytes of a shard with the checksum that they should have."""
    crc = struct.pack("<I", zlib.crc32(data[shard.HEAD:]))
    return data[:28] + crc + data[32:]


def check_shards(folder):
    """A shard is the same each time, names its teacher, and is refused by name if damaged."""
    _, network = random_network(folder, "net", NETWORK)
    first, second = (os.path.join(folder, "shards", name) for name in ("0.shard", "again"))
    make_shard(network, 0, first)
    make_shard(network, 0, second)
    make_shard(network, 1, os.path.join(folder, "shards", "1.shard"))
    with open(first, "rb") as a, open(second, "rb") as b:
        whole = a.read()
        expect(whole == b.read(), "a shard made twice differs")
    expect(shard.read(first).teacher == "net", "the teacher's name")
    expect("damaged" in refusal(second, whole[:-1] + bytes([whole[-1] ^ 1])), "damaged")
    expect("cut short" in refusal(second, whole[:-1]), "cut short")
    expect("not a shard" in refusal(second, whole[:20]), "no head")
    group = shard.read(first).groups[0]
    kind = shard.record_type(group.width * group.height)
    lead = shard.HEAD + 16 + kind.itemsize + kind.fields["values"][1] + 4 * shard.LEAD
    not_finite = with_checksum(whole[:lead] + struct.pack("<f", np.inf) + whole[lead + 4:])
    expect("position 2 on 19x19: lead is not finite" in refusal(second, not_finite), "not finite")
    outcome = lead + 4 * (shard.OUTCOME - shard.LEAD)
    not_finite = with_checksum(whole[:outcome] + struct.pack("<f", -np.inf) + whole[outcome + 4:])
    expect("position 2 on 19x19: outcome is not" in refusal(second, not_finite), "endless outcome")
    policy, moves = shard.HEAD + 16 + kind.fields["policy"][1], group.width * group.height + 1
    no_move = with_checksum(whole[:policy] + bytes(moves) + whole[policy + moves:])
    expect("position 1 on 19x19: policy has no move" in refusal(second, no_move), "no move")
    for count, reason in [(1, "less than"), (-1, "follow the last group")]:
        groups, = struct.unpack_from("<I", whole, 24)
        other = whole[:24] + struct.pack("<I", groups + count) + whole[28:]
        expect(reason in refusal(second, other), f"{count} groups more")
    os.remove(second)


def check_player(folder):
    """Another network can play: the labels are the teacher's. A corpus has one teacher."""
    checkpoint, other = random_network(folder, "other", NETWORKS[1])
    path = os.path.join(folder, "shards", "2.shard")
    make_shard(other, 2, path, "--player", os.path.join(folder, "net.bin"))
    expect_answers_of(checkpoint, path, "with a player")
    some = corpus.Corpus(os.path.join(folder, "shards"))
    some.add([0, 1])
    try:
        some.add([2])
        expect(False, "a shard of another teacher was taken")
    except ValueError as error:
        expect("2.shard: answers of 'other', not of 'net'" in str(error), str(error))
    os.remove(path)


def check_searched(folder):
    """With two visits, a searched position has the values of one that follows, from the other side.
    Here a network gives all positions the same values: 1 to 4 for a loss, 1 in 2 for no result if the
    rules allow one, a score of 10 and a lead of 20 points."""
    checkpoint, network = random_network(folder, "searched", NETWORK)
    path = os.path.join(folder, "searched.shard")
    state = torch.load(checkpoint)
    for name, bias in [("value_out", torch.tensor([0.1, 0.4, 0.5]).log()),
                       ("scores_out", torch.tensor([10, 0, 20, 0]) / model.SCALE)]:
        state["average"][name + ".weight"].zero_()
        state["average"][name + ".bias"].copy_(bias)
    torch.save(state, checkpoint)
    with open(network, "wb") as file:
        file.write(export.write(export.load(checkpoint), "searched"))
    make_shard(network, 0, path, "--visits", "2")
    values = np.concatenate([group.records["values"] for group in shard.read(path).groups])
    finished = 1 - values[:, shard.NO_RESULT]
    expect(len(np.unique(finished.round(4))) == 2, "searched: rules with and without no result")
    expected = {shard.WIN: 0.8, shard.LOSS: 0.2, shard.LEAD: -20, shard.SCORE: 10 - 40}
    for column, value in expected.items():
        near = np.isclose(values[:, column], value * finished, atol=1e-3)
        expect(near.mean() > 0.8, f"searched: {shard.VALUES[column]} of {near.mean():.2f}")


def check_teachers(folder):
    """PyTorch answers as Dihedra does for networks of each format."""
    for shape in ("3 32", "2 48 nbt", "2 48 nbt16", "1 96 nbttflrs"):
        path, made = os.path.join(folder, "random.bin"), os.path.join(folder, "some.shard")
        with open(path, "wb") as file:
            subprocess.run([f"{BUILD}/random-network", *shape.split()], stdout=file, check=True)
        make_shard(path, 0, made)
        network = teacher.Teacher(path)
        for group in shard.read(made).groups:
            again = label.label_records(network, group, torch.device("cpu"))
            expect_same_labels(group, again, f"random-network {shape}")


def check_human_play(folder):
    """Human-play networks are refused by name: they would need a profile."""
    path, made = os.path.join(folder, "human.bin"), os.path.join(folder, "human.shard")
    with open(path, "wb") as file:
        subprocess.run([f"{BUILD}/random-network", "1", "48", "human"], stdout=file, check=True)
    for line in (["make-shard", path, "0", made],
                 ["make-shard", os.path.join(folder, "net.bin"), "0", made, "--player", path],
                 ["sample-prior", path, "9", "1", "1"]):
        refused = subprocess.run([f"{BUILD}/{line[0]}", *line[1:]], capture_output=True, text=True,
                                 check=False)
        expect(refused.returncode == 1 and
               refused.stderr.startswith(f"{line[0]}: {path}: a human-play network"),
               f"{line[0]}: {refused.stderr}")


def check_labels(folder):
    """label.py gives a shard the answers that make-shard gives with that teacher."""
    source, target = os.path.join(folder, "source"), os.path.join(folder, "target")
    own, path = os.path.join(folder, "net.bin"), os.path.join(target, "7.shard")
    os.mkdir(source)
    os.mkdir(target)
    make_shard(own, 7, os.path.join(source, "7.shard"))
    line = [sys.executable, "engine/lab/train/network/label.py"]
    for text in NETWORKS:
        checkpoint, other = random_network(folder, "other", text)
        subprocess.run([*line, other, source, target], check=True)
        expect(shard.read(path).teacher == "other", "label.py: the teacher's name")
        expect_answers_of(checkpoint, path, f"label.py, {text}")
        os.remove(path)
    subprocess.run([*line, own, source, target], check=True)
    for a, b in zip(shard.read(os.path.join(source, "7.shard")).groups, shard.read(path).groups):
        expect_same_labels(a, b, "label.py, the network that has played")
        others = [group.records["values"][:, shard.VARIANCE_TIME:] for group in (a, b)]
        expect(np.array_equal(*others, equal_nan=True), "label.py: outcomes")


def check_played(folder):
    """What has been played gets the teacher's answers in memory, as label.py gives them in files."""
    _, path = random_network(folder, "other", NETWORKS[1])
    network, device = teacher.load(path, "cpu"), torch.device("cpu")
    played = distill.Played(os.path.join(folder, "shards"), network, device)
    played.add([0])
    expect(played.teacher == "other", "played: the teacher's name")
    begin = collections.Counter()  # of the next group of a size
    for group in shard.read(os.path.join(folder, "shards", "0.shard")).groups:
        size = (group.width, group.height)
        labelled = label.label_records(network, group, device)
        records = labelled.records.copy()
        chosen = begin[size] + np.arange(len(records))
        begin[size] += len(records)
        for name, values in played.positions[size].take(chosen).items():
            records[name] = values.numpy().view(records[name].dtype)
        expect_same_labels(labelled, shard.Group(group.width, group.height, records), "played")
        expect(not np.array_equal(records["policy"], group.records["policy"]), "played: its own")


def check_players():
    """The models take turns; the student's first snapshot is waited for."""
    players = distill.Players(argparse.Namespace(player=["a", distill.STUDENT], players=0), "")
    expect([players.player_of(n) for n in range(3)] == ["a", "a", "a"], "players: no snapshot yet")
    players.student = "s"
    expect([players.player_of(n) for n in range(3)] == ["a", "s", "a"], "players: a snapshot")


def check_distilling(folder):
    """Playing, labelling and training at once end with a checkpoint; a teacher that cannot be read
    ends them, too."""
    inside = os.path.join(folder, "net.bin")

    def run_distill(place, teacher, make_shard=f"{BUILD}/make-shard"):
        return subprocess.run(
            [sys.executable, "engine/lab/train/network/distill.py", os.path.join(folder, place),
             NETWORK, "--teacher", teacher, "--player", inside, distill.STUDENT, "--serious", "0.5",
             "--export", "0", "--players", "2", "--positions", "200", "--device", "cpu",
             "--make-shard", make_shard, "--samples", "100"],
            check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    done = run_distill("distilled", inside)
    expect(done.returncode == 0, f"distill.py: {done.stderr}")
    expect(os.path.exists(os.path.join(folder, "distilled", "run", "checkpoint.pt")), "distill.py")
    # A folder of its own: one that has all its samples ends well before a teacher is looked at.
    failed = run_distill("untaught", os.path.join(folder, "none"))
    expect(failed.returncode == 1 and "distill.py: " in failed.stderr and "none" in failed.stderr,
           f"distill.py: a bad teacher: {failed.returncode} {failed.stderr}")
    failed = run_distill("unplayed", inside, os.path.join(folder, "none"))
    expect(failed.returncode == 1 and "none: No such file" in failed.stderr,
           f"distill.py: no make-shard: {failed.returncode} {failed.stderr}")


def check_held_out():
    """Shard 0 is never trained on."""
    for parse in (train.options_parser().parse_args, distill.options_of):
        line = ["W", NETWORK] + (["--teacher", "T"] if parse is distill.options_of else [])
        for option in ("--shards", "--extra"):
            message = io.StringIO()
            try:
                with contextlib.redirect_stderr(message):
                    parse([*line, option, "0", "9"])
                expect(False, f"{option} 0 9 was taken")
            except SystemExit as refused:
                expect(refused.code == 2 and f"{option}: 0: shard 0 is held out" in
                       message.getvalue(), message.getvalue())
            expect(getattr(parse([*line, option, "1", "9"]), option[2:]) == [1, 9], option)


def run_steps(folder, name, steps):
    options = argparse.Namespace(folder=folder, network=NETWORK, name=name, shards=[1, 1],
                                 samples=1000, batch=4, rate_muon=0.02, rate_adam=0.002,
                                 threads=1, seed=1, start=None, extra=[1, 1], extra_share=0.5,
                                 outcome=0.25, start_network=None, device="cpu", rounding=0.5,
                                 minutes=0)
    run = train.Run(options)
    run.corpus.add([1])
    run.extra.add([1])
    for _ in range(steps):
        run.train_step()
    run.save()
    return run


def check_resuming(folder):
    """Six steps give the same bits as four and then two in a resumed run. The last ones round."""
    whole = run_steps(folder, "whole", 6)
    run_steps(folder, "parts", 4)
    parts = run_steps(folder, "parts", 2)
    for a, b in zip(whole.network.parameters(), parts.network.parameters()):
        expect(torch.equal(a, b), "a run that goes on differs")


def check_outcome(folder):
    """Values move toward the outcome where there is one, and stay a distribution."""
    for group in shard.read(os.path.join(folder, "shards", "1.shard")).groups:
        batch = corpus.Batch(group.width, group.height, shard.fields(group.records))
        before = batch.values.clone()
        batch.mix_outcome(0.25)
        outcome = before[:, shard.OUTCOME]
        played = ~torch.isnan(outcome)
        expect(torch.equal(before[~played, :shard.OUTCOME], batch.values[~played, :shard.OUTCOME]),
               "values without outcome")
        chances = batch.values[:, shard.CHANCES]
        expect(bool((chances.sum(dim=1) - 1).abs().max() < 1e-4), "values' sum")
        wins = played & (outcome > 0)
        expect(bool((chances[wins, shard.WIN] >= before[wins, shard.WIN] - 1e-6).all()), "won games")


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


def check_failed_round(folder):
    """If one make-shard fails, the others end with it. Here the second waits forever, and keeps open
    what rounds.py writes to."""
    folder = os.path.join(folder, "failed")
    make_shard, fifo = os.path.join(folder, "make-shard"), os.path.join(folder, "fifo")
    network = os.path.join(folder, "net.bin")
    os.mkdir(folder)
    os.mkfifo(fifo)
    for path, text in [(make_shard, f'#!/bin/sh\n[ "$2" != 1000 ] && exec cat "{fifo}"\n'),
                       (network, "")]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.chmod(make_shard, 0o755)
    failed = subprocess.run([sys.executable, "engine/lab/train/network/rounds.py", folder, network,
                             NETWORK, "--shards", "2", "--jobs", "2", "--make-shard", make_shard],
                            stderr=subprocess.PIPE, text=True, check=False, timeout=600)
    expect(failed.returncode == 1 and "1000.shard: make-shard has failed" in failed.stderr,
           f"rounds.py: a failure: {failed.stderr}")


def check_exported_start(checkpoint):
    """An exported network can be read back, and as the beginning of a deeper one: its answers are
    those of the checkpoint's."""
    planes, globals_ = torch.rand(2, 22, 9, 9).round(), torch.rand(2, 19)
    for text in NETWORKS:
        random_checkpoint(checkpoint, text)
        before = export.load(checkpoint)
        after = export.read(export.write(before, "selftest"), text)
        deeper = model.Network(text + " n16(o p) " + text.split()[-1])
        deeper.begin_as(after)
        for network in (after, deeper):
            for a, b in zip(before(planes, globals_), network(planes, globals_)):
                expect(float((a - b).abs().max()) < 1e-5, "an exported network read back differs")
        rounded = export.read(export.write_compact(before, "selftest"), text)
        for a, b in zip(before(planes, globals_), rounded(planes, globals_)):
            error = float((a - b).abs().max() / a.abs().max())
            expect(0 < error < 0.01, f"a compact network is off by {error:.2g}")


def check_rounding():
    """A layer that rounds has 255 weights and 128 values at most, nearly gives the exact sums, and
    has the exact gradients."""
    torch.manual_seed(3)
    layer, x = model.Rectified(32, 16, 3), torch.randn(4, 32, 9, 9, requires_grad=True)
    exact = layer(x)
    layer.rounds = True
    values, weight = layer.inputs(x, layer.weight)
    expect(all(len(channel.unique()) <= 128 for channel in values.transpose(0, 1)), "values")
    steps = weight[0] / weight[0].abs().amax(dim=(1, 2), keepdim=True)
    expect(bool((weight != layer.weight).any()) and steps.isfinite().all(), "weights")
    error = float((layer(x) - exact).abs().max() / exact.abs().max())
    expect(0 < error < 0.05, f"rounding changes sums by {error:.2g}")
    ours, theirs = (torch.autograd.grad(y.sum(), layer.weight)[0] for y in (layer(x), exact))
    expect(float((ours - theirs).abs().max() / theirs.abs().max()) < 0.05, "gradients")


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
        check_rounding()
        check_exported_start(checkpoint)
        check_answers(folder)
        check_shards(folder)
        check_player(folder)
        check_searched(folder)
        check_teachers(folder)
        check_human_play(folder)
        check_labels(folder)
        check_played(folder)
        check_players()
        check_distilling(folder)
        check_held_out()
        check_resuming(folder)
        check_outcome(folder)
        check_rounds(folder)
        check_failed_round(folder)
    finally:
        shutil.rmtree(folder)
    print("all well")


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
