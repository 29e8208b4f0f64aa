"""Trains a network on shards.

    python3 train.py FOLDER 'c64 o o p o o' --shards 1 60 --samples 10000000

FOLDER/shards has the shards; number 0 is held out. FOLDER/NAME gets the checkpoint, from which a later
run continues, and curves.csv. FOLDER/snapshots gets the network with averaged weights every 15
minutes. Shards that appear during the run are used from then on. A run that was killed and resumed
gives the same result, with one thread and if no shards have appeared meanwhile.
"""

import argparse
import collections
import concurrent.futures
import csv
import math
import os
import sys
import time

# OpenBLAS' own threads would only wait here: products are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import export
import model

WEIGHTS = {"policy": 1.0, "value": 2.0, "score": 0.5, "lead": 1.0, "deviation": 0.1,
           "ownership": 1.5}
AVERAGE = 0.9995  # of the weights' moving average, a step
CLIP = 1.0  # of the gradient's norm: it is rarely more
RESCAN = 100  # steps between searches for new shards
WINDOW = 25  # steps between measurements of our share of the cores
VALIDATION = 2000  # positions of each board size
DRAWERS = 8  # threads that draw batches for a GPU


def losses(network, batch):
    """The mean of each loss over the batch, as a dictionary of tensors."""
    moves, value, scores, ownership = network(batch.planes, batch.globals)
    target = batch.values
    value = model.without_impossible(value, batch.globals)
    log_moves = F.log_softmax(moves, dim=1)
    return {
        "policy": -(batch.policy * log_moves).sum(dim=1).mean(),
        "value": -(target[:, :3] * F.log_softmax(value, dim=1)).sum(dim=1).mean(),
        "score": F.smooth_l1_loss(scores[:, 0], target[:, 3] / model.SCALE, beta=0.25),
        "lead": F.smooth_l1_loss(scores[:, 2], target[:, 5] / model.SCALE, beta=0.25),
        "deviation": F.smooth_l1_loss(F.softplus(scores[:, 1]), target[:, 4] / model.SCALE,
                                      beta=0.25),
        "ownership": F.binary_cross_entropy_with_logits(2 * ownership, (batch.ownership + 1) / 2),
    }, moves, value, scores


def total(parts):
    return sum(WEIGHTS[name] * part for name, part in parts.items())


def orthogonalize(x):
    """Turns the singular values of matrices to about 1, by Newton and Schulz's iteration (Muon,
    K. Jordan et al., 2024)."""
    wide = x.shape[-2] <= x.shape[-1]
    x = x if wide else x.transpose(-1, -2)
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        a = x @ x.transpose(-1, -2)
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x if wide else x.transpose(-1, -2)


class Optimizer:
    """Muon for convolutions and matrices of the trunk, AdamW for the rest. Works on many tensors at
    once: a GPU would wait for the calls otherwise."""

    MOMENTUM, BETAS, EPSILON, DECAY = 0.95, (0.9, 0.99), 1e-8, 0.01

    def __init__(self, network):
        named = dict(network.named_parameters())
        self.network = network
        self.muon = [name for name, p in named.items() if name.startswith("blocks") and p.dim() >= 2]
        self.adam = [name for name in named if name not in self.muon]
        self.state = {name: [torch.zeros_like(p), torch.zeros_like(p)]
                      for name, p in named.items()}
        self.steps = 0

    def gather(self, names):
        """The parameters of these names, their gradients and states."""
        named = dict(self.network.named_parameters())
        some = [named[name] for name in names]
        return some, [p.grad for p in some], *zip(*(self.state[name] for name in names))

    @torch.no_grad()
    def step(self, rate_muon, rate_adam):
        self.steps += 1
        self.step_muon(rate_muon)
        self.step_adam(rate_adam)

    def step_muon(self, rate):
        named, grads, means, _ = self.gather(self.muon)
        torch._foreach_mul_(means, self.MOMENTUM)
        torch._foreach_add_(means, grads)
        torch._foreach_mul_(named, 1 - rate * self.DECAY * 10)
        by_shape = {}
        for p, grad, mean in zip(named, grads, means):
            by_shape.setdefault(p.flatten(1).shape, []).append((p, grad + self.MOMENTUM * mean))
        for (height, width), some in by_shape.items():
            turned = orthogonalize(torch.stack([update.flatten(1) for _, update in some]))
            for (p, _), update in zip(some, turned):
                p.add_(update.view_as(p), alpha=-rate * max(1, height / width) ** 0.5)

    def step_adam(self, rate):
        named, grads, means, squares = self.gather(self.adam)
        torch._foreach_mul_(means, self.BETAS[0])
        torch._foreach_add_(means, grads, alpha=1 - self.BETAS[0])
        torch._foreach_mul_(squares, self.BETAS[1])
        torch._foreach_addcmul_(squares, grads, grads, value=1 - self.BETAS[1])
        roots = torch._foreach_sqrt(squares)
        torch._foreach_mul_(roots, (1 - self.BETAS[1] ** self.steps) ** -0.5)
        torch._foreach_add_(roots, self.EPSILON)
        torch._foreach_mul_(named, 1 - rate * self.DECAY)
        torch._foreach_addcdiv_(named, means, roots,
                                value=-rate / (1 - self.BETAS[0] ** self.steps))


def schedule(done):
    """The factor of the learning rates after this share of the samples: a short rise, then a fall
    to 0."""
    return min(1.0, done / 0.01) * (1 - done)


class Threads:
    """The number of threads. Threads wait for each other, so on cores that other programs use one thread
    trains more samples per second of processor time. With --threads 0 all cores are tried
    periodically, and used while other programs hardly need them."""

    WINDOWS = 10  # with one thread, after which all are tried
    USED = 0.8  # our least share of the cores

    def __init__(self, count):
        self.most = count or os.cpu_count() or 1
        self.adapts = count == 0
        self.waited = 0
        self.use(self.most)

    def use(self, count):
        self.count = count
        torch.set_num_threads(count)
        self.wall, self.own = time.monotonic(), time.process_time()

    def adapt(self):
        """Call it at the end of a window of some seconds."""
        if not self.adapts:
            return
        self.waited += 1
        wall, own = time.monotonic() - self.wall, time.process_time() - self.own
        if self.count > 1 and own < self.USED * wall * self.count:
            self.use(1)
            self.waited = 0
        elif self.count == 1 and self.waited >= self.WINDOWS:
            self.use(self.most)
        else:
            self.use(self.count)


class Run:
    def __init__(self, options):
        self.options = options
        torch.manual_seed(options.seed)
        self.threads = Threads(options.threads)
        self.folder = os.path.join(options.folder, options.name)
        os.makedirs(self.folder, exist_ok=True)
        self.device = torch.device(options.device)
        self.network = self.place(model.Network(options.network))
        self.average = {name: p.detach().clone() for name, p in self.network.state_dict().items()}
        self.optimizer = Optimizer(self.network)
        self.step = self.samples = 0
        self.seconds = 0.0
        self.pool = concurrent.futures.ThreadPoolExecutor(DRAWERS)
        self.drawn = collections.deque()
        shards = os.path.join(options.folder, "shards")
        self.held_out = corpus.Corpus(shards)
        self.held_out.add([0])
        self.corpus = corpus.Corpus(shards, self.held_out.teacher)
        self.extra = corpus.Corpus(shards, corpus.Corpus.ANY)
        self.load()

    def place(self, network):
        return network.to(self.device, memory_format=torch.channels_last)

    def path(self):
        return os.path.join(self.folder, "checkpoint.pt")

    def load(self):
        if not os.path.exists(self.path()):
            if self.options.start:
                with open(self.options.start, "rb") as file:
                    first = export.read(file.read(), self.options.start_network or
                                        self.options.network)
                self.network.begin_as(first)
                self.average = {name: p.detach().clone()
                                for name, p in self.network.state_dict().items()}
            return
        state = torch.load(self.path(), map_location=self.device)
        if state["text"] != self.network.text:
            raise SystemExit(f"{self.path()} is of another network: {state['text']}")
        self.network.load_state_dict(state["network"])
        self.average = state["average"]
        self.optimizer.state, self.optimizer.steps = state["optimizer"], state["step"]
        self.step, self.samples, self.seconds = state["step"], state["samples"], state["seconds"]
        self.corpus.add(state["shards"])
        self.extra.add(state["extra"])

    def save(self):
        state = {"text": self.network.text, "network": self.network.state_dict(),
                 "average": self.average, "optimizer": self.optimizer.state, "step": self.step,
                 "samples": self.samples, "seconds": self.seconds,
                 "shards": self.corpus.numbers, "extra": self.extra.numbers}
        torch.save(state, self.path() + ".new")
        os.replace(self.path() + ".new", self.path())

    def averaged(self):
        network = self.place(model.Network(self.network.text))
        network.load_state_dict(self.average)
        return network

    def export(self):
        name = f"{self.options.name}-s{self.samples}"
        folder = os.path.join(self.options.folder, "snapshots")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name + ".bin"), "wb") as file:
            file.write(export.write(self.averaged().cpu(), "dihedra-" + name))

    def add_shards(self):
        self.corpus.add(self.corpus.find(*self.options.shards))
        if self.options.extra:
            self.extra.add(self.extra.find(*self.options.extra))

    def draw(self, step):
        """The batch of a step. Seeded by the step, so that a resumed run samples the same."""
        if step % RESCAN == 0:
            self.add_shards()
        rng = np.random.default_rng([self.options.seed, step])
        is_extra = self.extra.numbers and rng.random() < self.options.extra_share
        _, batch = (self.extra if is_extra else self.corpus).draw(rng, self.options.batch)
        if is_extra and self.options.outcome:
            batch.mix_outcome(self.options.outcome)
        return batch

    def next_batch(self):
        """Batches for a GPU are drawn ahead, in threads."""
        if self.device.type == "cpu":
            return self.draw(self.step)
        while len(self.drawn) < 2 * DRAWERS:
            self.drawn.append(self.pool.submit(self.draw, self.step + len(self.drawn)))
        return self.drawn.popleft().result().to(self.device)

    def train_step(self):
        batch = self.next_batch()
        done = self.samples / self.options.samples
        self.network.set_rounding(done >= 1 - self.options.rounding)
        with model.in_bf16(self.device):
            parts, *_ = losses(self.network, batch)
        for p in self.network.parameters():
            p.grad = None
        total(parts).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), CLIP)
        factor = schedule(done)
        self.optimizer.step(self.options.rate_muon * factor, self.options.rate_adam * factor)
        self.step += 1
        self.samples += batch.size
        keep = min(AVERAGE, 1 - 1 / (1 + self.step / 10))
        with torch.no_grad():
            average = list(self.average.values())
            torch._foreach_mul_(average, keep)
            torch._foreach_add_(average, list(self.network.state_dict().values()), alpha=1 - keep)
        return total(parts).detach()

    @torch.no_grad()
    def validate(self):
        """Figures of the averaged network on the held-out shard, a row for each board."""
        network = self.averaged()
        rows = []
        for kind in [(19, 19), (13, 13), (9, 9)]:
            sums, count = {}, 0
            for batch in self.held_out.all(kind, VALIDATION, 250):
                parts, moves, value, scores = losses(network, batch.to(self.device))
                entropy = -(batch.policy * torch.log(batch.policy + 1e-10)).sum(dim=1).mean()
                win = F.softmax(value, dim=1)
                figures = {name: float(part) for name, part in parts.items()}
                figures["policy"] -= float(entropy)
                figures["same_move"] = float(
                    (moves.argmax(dim=1) == batch.policy.argmax(dim=1)).float().mean())
                figures["win_error"] = float((win[:, 0] - batch.values[:, 0]).abs().mean())
                figures["lead_error"] = float(
                    (scores[:, 2] * model.SCALE - batch.values[:, 5]).abs().mean())
                for name, figure in figures.items():
                    sums[name] = sums.get(name, 0) + figure * batch.size
                count += batch.size
            rows.append({"board": kind[0], **{name: s / count for name, s in sums.items()}})
        return rows

    def report(self, train):
        path = os.path.join(self.folder, "curves.csv")
        is_new = not os.path.exists(path)
        with open(path, "a", newline="") as file:
            for row in self.validate():
                row = {"samples": self.samples, "step": self.step, "seconds": round(self.seconds),
                       "positions": self.corpus.count() + self.extra.count(), "train": train, **row}
                writer = csv.DictWriter(file, list(row))
                if is_new:
                    writer.writeheader()
                    is_new = False
                writer.writerow({name: f"{x:.5g}" if isinstance(x, float) else x
                                 for name, x in row.items()})
                print(" ".join(f"{name} {x:.4g}" if isinstance(x, float) else f"{name} {x}"
                               for name, x in row.items()), flush=True)

    def run(self):
        options = self.options
        self.add_shards()
        began = reported = exported = time.time()
        loss, count = 0.0, 0
        while self.samples < options.samples:
            if self.step % WINDOW == 0:
                self.threads.adapt()
            loss = loss + self.train_step()  # a tensor: a number would wait for a GPU
            count += 1
            now = time.time()
            if now - reported > options.report * 60:
                self.seconds += now - began
                self.report(float(loss / count))
                self.save()
                began = reported = time.time()
                loss, count = 0.0, 0
            if now - exported > options.export * 60:
                self.export()
                exported = time.time()
            if options.minutes and self.seconds + now - began > options.minutes * 60:
                break
        self.seconds += time.time() - began
        if count > 0:
            self.report(float(loss / count))
        self.save()
        self.export()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("network")
    parser.add_argument("--name", default="run")
    parser.add_argument("--start", help="an exported network to start from")
    parser.add_argument("--start-network", help="its text: the first blocks of this one's")
    parser.add_argument("--device", default="cpu", help="cpu, or cuda: then in bf16")
    parser.add_argument("--rounding", type=float, default=0.1,
                        help="share of the samples, the last ones, that learn to be int8")
    parser.add_argument("--shards", type=int, nargs=2, default=[1, 1000000])
    parser.add_argument("--extra", type=int, nargs=2, help="other shards, first and last")
    parser.add_argument("--extra-share", type=float, default=0.5, help="of the batches")
    parser.add_argument("--outcome", type=float, default=0,
                        help="share that the game's outcome has in the values of other shards")
    parser.add_argument("--samples", type=int, default=10000000)
    parser.add_argument("--batch", type=int, default=64, help="positions of 19x19")
    parser.add_argument("--rate-muon", type=float, default=0.007)
    parser.add_argument("--rate-adam", type=float, default=0.001)
    parser.add_argument("--threads", type=int, default=1, help="0: adapts to the machine's load")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=float, default=5, help="minutes between reports")
    parser.add_argument("--export", type=float, default=15, help="minutes between snapshots")
    parser.add_argument("--minutes", type=float, default=0, help="ends the run early")
    options = parser.parse_args()
    export.check_name(options.name)
    assert math.isfinite(options.rate_muon + options.rate_adam)
    try:
        Run(options).run()
    except (OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
