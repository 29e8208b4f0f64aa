"""Trains a network on a corpus, to which shards are added meanwhile."""

import collections
import itertools
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import export
import model
import shard

WEIGHTS = {"policy": 1.0, "value": 2.0, "score": 0.5, "lead": 1.0, "deviation": 0.1,
           "ownership": 1.5}
AVERAGE = 0.9995  # of the weights' moving average, at most, a step
CLIP = 1.0  # of the gradient's norm: it is rarely more
RESCAN = 100  # steps between searches for new shards
VALIDATION = 2000  # positions of each board size
REPORT = 30  # seconds between reports
SEEN = 2  # batches of one shape after which its step is recorded


def losses(network, batch):
    """The mean of each loss over the batch, by name, and the logits of the value."""
    moves, value, scores, ownership = network(batch.planes, batch.globals)
    target, points = batch.values, batch.values / model.SCALE
    value = model.without_impossible(value, batch.globals)
    log_moves = F.log_softmax(moves, dim=1)
    return {
        "policy": -(batch.policy * log_moves).sum(dim=1).mean(),
        "value": -(target[:, shard.CHANCES] * F.log_softmax(value, dim=1)).sum(dim=1).mean(),
        "score": F.smooth_l1_loss(scores[:, model.SCORE], points[:, shard.SCORE], beta=0.25),
        "lead": F.smooth_l1_loss(scores[:, model.LEAD], points[:, shard.LEAD], beta=0.25),
        "deviation": F.smooth_l1_loss(F.softplus(scores[:, model.DEVIATION]),
                                      points[:, shard.DEVIATION], beta=0.25),
        "ownership": F.binary_cross_entropy_with_logits(2 * ownership, (batch.ownership + 1) / 2),
    }, value


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


def flatten(parameters):
    """Makes parameters views of one tensor. Returns it, and a function that gives such views of
    another one."""
    values = parameters[0].new_empty(sum(p.numel() for p in parameters))

    def views(flat):
        at = itertools.accumulate((p.numel() for p in parameters), initial=0)
        return [flat.as_strided(p.shape, p.stride(), start) for p, start in zip(parameters, at)]

    for p, view in zip(parameters, views(values)):
        p.data = view.copy_(p.data)
    return values, views


class Optimizer:
    """Muon for convolutions and matrices of the trunk, AdamW for the rest. All parameters lie in one
    tensor, Muon's first and by shape, so that few calls change them all. It counts its steps on
    the device, so that a GPU can repeat a recorded step."""

    MOMENTUM, BETAS, EPSILON, DECAY = 0.95, (0.9, 0.99), 1e-8, 0.01

    def __init__(self, network):
        named = dict(network.named_parameters())
        muon = [name for name, p in named.items() if name.startswith("blocks") and p.dim() >= 2]
        muon.sort(key=lambda name: self.matrix(named[name]))
        self.names = muon + [name for name in named if name not in muon]
        self.parameters = [named[name] for name in self.names]
        self.shapes = collections.Counter(self.matrix(named[name]) for name in muon)
        self.split = sum(named[name].numel() for name in muon)
        self.values, self.views = flatten(self.parameters)
        self.grads, self.means, self.squares, self.average = (
            torch.zeros_like(self.values) for _ in range(4))
        self.average.copy_(self.values)
        self.grad_views = self.views(self.grads)
        self.steps = self.values.new_zeros(())
        self.rates = self.values.new_zeros(2)  # Muon's and AdamW's

    @staticmethod
    def matrix(p):
        return p.shape[0], p.numel() // p.shape[0]

    def averaged(self):
        """The averaged parameters, by name."""
        return dict(zip(self.names, self.views(self.average)))

    @torch.no_grad()
    def step(self, grads):
        """grads: one of each parameter."""
        for view, grad in zip(self.grad_views, grads):
            view.copy_(grad)
        self.grads.mul_((CLIP / (self.grads.norm() + 1e-6)).clamp(max=1))
        self.steps += 1
        self.step_muon(self.rates[0])
        self.step_adam(self.rates[1])
        self.average.lerp_(self.values, (1 / (1 + self.steps / 10)).clamp(min=1 - AVERAGE))

    def step_muon(self, rate):
        values, grads, means = (x[:self.split] for x in (self.values, self.grads, self.means))
        means.mul_(self.MOMENTUM).add_(grads)
        values.mul_(1 - rate * self.DECAY * 10)
        grads.add_(means, alpha=self.MOMENTUM)
        at = 0
        for (height, width), count in self.shapes.items():
            some = slice(at, at + count * height * width)
            turned = orthogonalize(grads[some].view(count, height, width))
            values[some].sub_(turned.flatten() * (rate * max(1, height / width) ** 0.5))
            at = some.stop

    def step_adam(self, rate):
        values, grads, means, squares = (
            x[self.split:] for x in (self.values, self.grads, self.means, self.squares))
        first, second = self.BETAS
        means.lerp_(grads, 1 - first)
        squares.mul_(second).addcmul_(grads, grads, value=1 - second)
        values.mul_(1 - rate * self.DECAY)
        roots = (squares / (1 - second ** self.steps)).sqrt() + self.EPSILON
        values.sub_(means / roots * (rate / (1 - first ** self.steps)))


def schedule(done):
    """The factor of the learning rates after this share of the run: a short rise, then a fall to 0."""
    return min(1.0, done / 0.01) * (1 - done)


class Recorded:
    """A step that a GPU repeats on batches of one shape without being told each of its hundreds of
    operations, which would take most of the time."""

    def __init__(self, step, batch, pool):
        """pool: memory that steps of all shapes share, as no two run at once."""
        self.batch = batch
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, pool=pool):
            step(self.batch)

    def run(self, batch):
        self.batch.copy_(batch)
        self.graph.replay()


def open_device(name):
    """A GPU then works on a stream of its own: nothing is recorded on the first."""
    if torch.device(name).type == "cuda":
        torch.cuda.set_stream(torch.cuda.Stream())


class Run:
    def __init__(self, options, corpora, network, snapshot):
        """corpora: those to train on and the one held out. snapshot: where the network is written every
        options.export minutes, and at the end."""
        self.options, self.snapshot = options, snapshot
        self.device = torch.device(options.device)
        if self.device.type == "cuda":
            self.pool = torch.cuda.graph_pool_handle()
        self.network = self.place(network)
        self.corpus, self.held_out = corpora
        self.step = self.samples = 0
        self.began = time.monotonic()
        self.seen, self.recorded = collections.Counter(), {}
        self.optimizer = Optimizer(self.network)
        self.loss = torch.zeros((), device=self.device)  # the sum since the last report

    def place(self, network):
        return network.to(self.device, memory_format=torch.channels_last)

    def averaged(self):
        network = self.place(model.Network(self.network.text))
        network.load_state_dict({**self.network.state_dict(), **self.optimizer.averaged()})
        return network

    def export(self):
        """Raises ValueError, and keeps the last file, if training has diverged."""
        data = export.write_compact(self.averaged().cpu(), self.options.name)
        with shard.replace_file(self.snapshot) as file:
            file.write(data)

    def draw(self):
        """The step's batch. Between shards, which take a while to label, training goes on."""
        if self.step % RESCAN == 0:
            for number in self.corpus.find()[:1]:
                self.corpus.add(number)
        rng = np.random.default_rng([1, self.step])
        return self.corpus.draw(rng, self.options.batch)

    def learn(self, batch):
        """What a step does on the device."""
        with model.in_bf16(self.device):
            parts, _ = losses(self.network, batch)
        loss = total(parts)
        self.optimizer.step(torch.autograd.grad(loss, self.optimizer.parameters))
        self.loss += loss.detach()

    def learn_or_repeat(self, batch):
        shape = tuple(batch.planes.shape)
        self.seen[shape] += 1
        if self.device.type == "cpu" or self.seen[shape] <= SEEN:
            self.learn(batch)
            return
        if shape not in self.recorded:
            self.recorded[shape] = Recorded(self.learn, batch, self.pool)
        self.recorded[shape].run(batch)

    def done(self):
        """The share of the run that is done, 0..1."""
        return min(1.0, (time.monotonic() - self.began) / (60 * self.options.minutes))

    def train_step(self, done):
        batch = self.draw()
        for i, rate in enumerate((self.options.rate_muon, self.options.rate_adam)):
            self.optimizer.rates[i].fill_(rate * schedule(done))
        self.learn_or_repeat(batch)
        self.step += 1
        self.samples += batch.size

    @torch.no_grad()
    def validate(self):
        """Figures of the averaged network on the held-out shard, a row for each board."""
        network = self.averaged()
        rows = []
        for kind in [(19, 19), (13, 13), (9, 9)]:
            sums, count = {}, 0
            for batch in self.held_out.all(kind, VALIDATION, 250):
                parts, value = losses(network, batch)
                entropy = -(batch.policy * torch.log(batch.policy + 1e-10)).sum(dim=1).mean()
                win = F.softmax(value, dim=1)
                figures = {name: float(part) for name, part in parts.items()}
                figures["policy"] -= float(entropy)
                figures["win_error"] = float(
                    (win[:, shard.WIN] - batch.values[:, shard.WIN]).abs().mean())
                for name, figure in figures.items():
                    sums[name] = sums.get(name, 0) + figure * batch.size
                count += batch.size
            rows.append({"board": kind[0], **{name: s / count for name, s in sums.items()}})
        return rows

    def report(self, since):
        """Prints figures; `since` is the step of the last report."""
        train = float(self.loss) / max(1, self.step - since)
        self.loss.zero_()
        print(f"{time.monotonic() - self.began:.0f} s, {self.samples} samples of "
              f"{self.corpus.count()} positions, loss {train:.4g}", flush=True)
        for row in self.validate():
            print("  " + " ".join(f"{name} {x:.4g}" for name, x in row.items()), flush=True)

    def run(self, check):
        """check: called now and then."""
        reported, exported, reported_step = self.began, self.began, 0
        while self.done() < 1:
            self.train_step(self.done())
            now = time.monotonic()
            if now - reported > REPORT:
                check()
                self.report(reported_step)
                reported, reported_step = time.monotonic(), self.step
            if now - exported > self.options.export * 60:
                self.export()
                exported = time.monotonic()
        self.report(reported_step)
        self.export()
