"""Trains a network on shards.

    python3 train.py FOLDER 'c64 o o p o o' --shards 1 60 --samples 10000000

FOLDER/shards has the shards; number 0 is held out. FOLDER/NAME gets the checkpoint, from which a later
run continues, and curves.csv. FOLDER/snapshots gets the network with averaged weights every 15
minutes. Shards that appear during the run are used from then on. A run that was killed and resumed
gives the same result, with one thread and if no shards have appeared meanwhile.
"""

import argparse
import collections
import csv
import itertools
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
import shard

WEIGHTS = {"policy": 1.0, "value": 2.0, "score": 0.5, "lead": 1.0, "deviation": 0.1,
           "ownership": 1.5}
AVERAGE = 0.9995  # of the weights' moving average, at most, a step
CLIP = 1.0  # of the gradient's norm: it is rarely more
RESCAN = 100  # steps between searches for new shards
WINDOW = 25  # steps between measurements of our share of the cores
VALIDATION = 2000  # positions of each board size
SEEN = 2  # batches of one shape after which its step is recorded


def losses(network, batch):
    """The mean of each loss over the batch, as a dictionary of tensors."""
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

    def state(self):
        return {"means": self.means, "squares": self.squares, "steps": self.steps}

    def load(self, state, average):
        for name, values in self.state().items():
            values.copy_(state[name])
        for name, values in self.averaged().items():
            values.copy_(average[name])

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


def open_device(name):
    """Returns the device. A GPU then works on a stream of its own: nothing is recorded on the first."""
    if torch.device(name).type == "cuda":
        torch.cuda.set_stream(torch.cuda.Stream())
    return torch.device(name)


class Run:
    def __init__(self, options, corpora=None):
        """corpora: those to train on instead of the shards of the folder, and the one held out."""
        self.options = options
        torch.manual_seed(options.seed)
        self.threads = Threads(options.threads)
        self.folder = os.path.join(options.folder, options.name)
        os.makedirs(self.folder, exist_ok=True)
        self.device = torch.device(options.device)
        self.network = self.place(model.Network(options.network))
        self.step = self.samples = 0
        self.seconds = 0.0
        self.began = None  # when the run began or went on; self.seconds are those before
        self.corpus, self.held_out = corpora or self.read_shards()
        self.extra = corpus.Corpus(self.corpus.folder, corpus.Corpus.ANY, self.device)
        self.seen, self.recorded = collections.Counter(), {}
        if self.device.type == "cuda":
            self.pool = torch.cuda.graph_pool_handle()
        self.optimizer = Optimizer(self.network)
        self.loss = torch.zeros((), device=self.device)  # the sum since the last report
        self.load()

    def read_shards(self):
        shards = os.path.join(self.options.folder, "shards")
        held_out = corpus.Corpus(shards, device=self.device)
        held_out.add([0])
        return corpus.Corpus(shards, held_out.teacher, self.device), held_out

    def place(self, network):
        return network.to(self.device, memory_format=torch.channels_last)

    def path(self):
        return os.path.join(self.folder, "checkpoint.pt")

    def start(self):
        first = export.read_snapshot(self.options.start,
                                     self.options.start_network or self.options.network)
        self.network.begin_as(first)
        self.optimizer.average.copy_(self.optimizer.values)

    def load(self):
        if not os.path.exists(self.path()):
            if self.options.start:
                self.start()
            return
        state = torch.load(self.path(), map_location=self.device)
        if state["text"] != self.network.text:
            raise SystemExit(f"{self.path()} is of another network: {state['text']}")
        self.network.load_state_dict(state["network"])
        self.optimizer.load(state["optimizer"], state["average"])
        self.step, self.samples, self.seconds = state["step"], state["samples"], state["seconds"]
        self.corpus.add(state["shards"])
        self.extra.add(state["extra"])

    def averaged_state(self):
        return {**self.network.state_dict(), **self.optimizer.averaged()}

    def save(self):
        """Raises ValueError, and keeps the last checkpoint, if training has diverged."""
        if not torch.isfinite(self.optimizer.values).all():
            raise ValueError(f"{self.path()}: weights are no longer finite: the last one is kept")
        state = {"text": self.network.text, "network": self.network.state_dict(),
                 "average": self.averaged_state(), "optimizer": self.optimizer.state(),
                 "step": self.step, "samples": self.samples, "seconds": self.elapsed(),
                 "shards": self.corpus.numbers, "extra": self.extra.numbers}
        with shard.replace_file(self.path()) as file:
            torch.save(state, file)

    def averaged(self):
        network = self.place(model.Network(self.network.text))
        network.load_state_dict(self.averaged_state())
        return network

    def export(self):
        """Writes a snapshot and returns its path."""
        name = f"{self.options.name}-s{self.samples}"
        folder = os.path.join(self.options.folder, "snapshots")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name + ".bin")
        with shard.replace_file(path) as file:
            file.write(export.write(self.averaged().cpu(), "dihedra-" + name))
        return path

    def add_shards(self):
        self.corpus.add(self.corpus.find(*self.options.shards))
        if self.options.extra:
            self.extra.add(self.extra.find(*self.options.extra))

    def draw(self):
        """The step's batch. Seeded by the step, so that a resumed run samples the same."""
        if self.step % RESCAN == 0:
            self.add_shards()
        rng = np.random.default_rng([self.options.seed, self.step])
        is_extra = self.extra.numbers and rng.random() < self.options.extra_share
        batch = (self.extra if is_extra else self.corpus).draw(rng, self.options.batch)
        if is_extra and self.options.outcome:
            batch.mix_outcome(self.options.outcome)
        return batch

    def learn(self, batch):
        """What a step does on the device."""
        with model.in_bf16(self.device):
            parts, *_ = losses(self.network, batch)
        loss = total(parts)
        self.optimizer.step(torch.autograd.grad(loss, self.optimizer.parameters))
        self.loss += loss.detach()

    def learn_or_repeat(self, batch, rounds):
        shape = (*batch.planes.shape, rounds)
        self.seen[shape] += 1
        if self.device.type == "cpu" or self.seen[shape] <= SEEN:
            self.learn(batch)
            return
        if shape not in self.recorded:
            self.recorded[shape] = Recorded(self.learn, batch, self.pool)
        self.recorded[shape].run(batch)

    def elapsed(self):
        return self.seconds + (0 if self.began is None else time.monotonic() - self.began)

    def done(self):
        """The share of the run that is done, 0..1."""
        options = self.options
        return min(1.0, self.elapsed() / (60 * options.minutes) if options.minutes else
                   self.samples / options.samples)

    def train_step(self):
        batch = self.draw()
        done = self.done()
        rounds = done >= 1 - self.options.rounding
        self.network.set_rounding(rounds)
        for i, rate in enumerate((self.options.rate_muon, self.options.rate_adam)):
            self.optimizer.rates[i].fill_(rate * schedule(done))
        self.learn_or_repeat(batch, rounds)
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
                parts, moves, value, scores = losses(network, batch)
                entropy = -(batch.policy * torch.log(batch.policy + 1e-10)).sum(dim=1).mean()
                win = F.softmax(value, dim=1)
                figures = {name: float(part) for name, part in parts.items()}
                figures["policy"] -= float(entropy)
                figures["same_move"] = float(
                    (moves.argmax(dim=1) == batch.policy.argmax(dim=1)).float().mean())
                figures["win_error"] = float(
                    (win[:, shard.WIN] - batch.values[:, shard.WIN]).abs().mean())
                lead = scores[:, model.LEAD] * model.SCALE
                figures["lead_error"] = float((lead - batch.values[:, shard.LEAD]).abs().mean())
                for name, figure in figures.items():
                    sums[name] = sums.get(name, 0) + figure * batch.size
                count += batch.size
            rows.append({"board": kind[0], **{name: s / count for name, s in sums.items()}})
        return rows

    def report(self, since):
        """Appends to the curves; `since` is the step of the last report."""
        train = float(self.loss) / (self.step - since)
        self.loss.zero_()
        path = os.path.join(self.folder, "curves.csv")
        is_new = not os.path.exists(path)
        with open(path, "a", newline="") as file:
            for row in self.validate():
                row = {"samples": self.samples, "step": self.step, "seconds": round(self.elapsed()),
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
        self.began = reported = exported = time.monotonic()
        reported_step = self.step
        while self.done() < 1:
            if self.step % WINDOW == 0:
                self.threads.adapt()
            self.train_step()
            now = time.monotonic()
            if now - reported > options.report * 60:
                self.report(reported_step)
                self.save()
                reported, reported_step = time.monotonic(), self.step
            if now - exported > options.export * 60:
                self.export()
                exported = time.monotonic()
        if self.step > reported_step:
            self.report(reported_step)
        self.save()
        self.export()


def trained_shard(text):
    """The number of a shard to train on, of an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number}: shard 0 is held out, so begin with 1")
    return number


def options_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("network")
    parser.add_argument("--name", default="run")
    parser.add_argument("--start", help="an exported network to start from")
    parser.add_argument("--start-network", help="its text: the first blocks of this one's")
    parser.add_argument("--device", default="cpu", help="cpu, or cuda: then in bf16")
    parser.add_argument("--rounding", type=float, default=0.1,
                        help="share of the samples, the last ones, that learn to be int8")
    parser.add_argument("--shards", type=trained_shard, nargs=2, default=[1, 1000000],
                        help="first and last")
    parser.add_argument("--extra", type=trained_shard, nargs=2, help="other shards, first and last")
    parser.add_argument("--extra-share", type=float, default=0.5, help="of the batches")
    parser.add_argument("--outcome", type=float, default=0,
                        help="share that the game's outcome has in the values of other shards")
    parser.add_argument("--samples", type=int, default=10000000, help="the run's length")
    parser.add_argument("--batch", type=int, default=64, help="positions of 19x19")
    parser.add_argument("--rate-muon", type=float, default=0.007)
    parser.add_argument("--rate-adam", type=float, default=0.001)
    parser.add_argument("--threads", type=int, default=1, help="0: adapts to the machine's load")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=float, default=5, help="minutes between reports")
    parser.add_argument("--export", type=float, default=15, help="minutes between snapshots")
    parser.add_argument("--minutes", type=float, default=0,
                        help="the run's length, instead of --samples")
    return parser


def main():
    options = options_parser().parse_args()
    export.check_name(options.name)
    try:
        open_device(options.device)
        Run(options).run()
    except (OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
