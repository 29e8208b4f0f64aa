"""Plays, labels and trains at once, for a machine with a GPU and many cores.

    python3 distill.py W TEXT --teacher T [--player MODEL...] [--device cuda] [--minutes 60] [TRAIN...]

The cores play (make-shard, into W/played, each shard by the next MODEL), the GPU labels what they have
played, keeps it in its memory and trains on it as train.py does, whose options these are besides.
The MODEL "student" is the last snapshot of the network that is trained, so that it learns what
follows from its own moves (S. Ross et al., "A Reduction of Imitation Learning and Structured
Prediction to No-Regret Online Learning", 2011); until there is one, the first MODEL plays instead.
Shards that are in W/played at the start are used, too. Ends with the training, or before if
something fails. The same command goes on.
"""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import corpus
import export
import label
import shard
import teacher
import train

STUDENT = "student"


class Players:
    """Threads that each make one shard after another until they are stopped."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.student = None  # the file of the last snapshot
        self.numbers, self.lock = itertools.count(), threading.Lock()
        self.running, self.failure, self.stopped = {}, None, False
        self.threads = [threading.Thread(target=self.play, args=(slot,))
                        for slot in range(options.players)]
        for thread in self.threads:
            thread.start()

    def next_path(self):
        with self.lock:
            for number in self.numbers:
                path = os.path.join(self.folder, f"{number}.shard")
                if not os.path.exists(path):
                    return number, path

    def player_of(self, number):
        models = self.options.player
        model = models[number % len(models)]
        return (self.student or models[0]) if model == STUDENT else model

    def play(self, slot):
        while not self.stopped and self.failure is None:
            number, path = self.next_path()
            line = [self.options.make_shard, self.player_of(number), str(number), path,
                    "--positions", str(self.options.positions),
                    "--serious", str(self.options.serious)]
            with self.lock:
                if self.stopped:
                    return
                try:
                    self.running[slot] = subprocess.Popen(line)
                except OSError as error:
                    self.failure = f"{line[0]}: {error.strerror}"
                    return
            if self.running[slot].wait() != 0 and not self.stopped:
                self.failure = f"{path}: make-shard has failed"

    def check(self):
        """Raises ValueError if one has failed."""
        if self.failure:
            raise ValueError(self.failure)

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running.values():
                process.terminate()
        for thread in self.threads:
            thread.join()


class Played(corpus.Corpus):
    """The shards that have been played, with the answers of a teacher instead of their own."""

    def __init__(self, folder, network, device):
        super().__init__(folder, network.name, device)
        self.kind = corpus.OnDevice
        self.network = network

    def find(self, first, last):
        """The number of the next shard: training goes on between shards, which take a while to label."""
        return [n for n in super().find(first, last) if n not in self.numbers][:1]

    def read(self, path):
        return shard.Shard(self.network.name, shard.read(path).groups)

    def upload(self, group):
        return label.label(self.network, group.width, group.height, super().upload(group))


def wait_for(players, folder, numbers):
    """Returns when there are shards with these numbers. Raises ValueError if none will be made."""
    while not all(os.path.exists(os.path.join(folder, f"{n}.shard")) for n in numbers):
        players.check()
        time.sleep(0.5)


class Run(train.Run):
    """Training that ends if a player has failed, and whose snapshots play."""

    def __init__(self, options, corpora, players):
        self.players = players
        super().__init__(options, corpora)

    def add_shards(self):
        self.players.check()
        super().add_shards()

    def export(self):
        self.players.student = super().export()


def options_of(arguments):
    parser = train.options_parser()
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--player", nargs="+", default=["inside"],
                        help=f"networks that play; {STUDENT}: the one that is trained")
    parser.add_argument("--serious", type=float, default=0,
                        help="share of games that are played as well as possible")
    parser.add_argument("--players", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    parser.add_argument("--positions", type=int, default=96000, help="a shard")
    parser.add_argument("--make-shard", default="build/release/make-shard")
    parser.set_defaults(device="cuda")
    options = parser.parse_args(arguments)
    if options.player[0] == STUDENT:
        parser.error(f"--player: the first must be a network, not {STUDENT}")
    return options


def distill(options):
    folder = os.path.join(options.folder, "played")
    os.makedirs(folder, exist_ok=True)
    network = teacher.load(options.teacher, train.open_device(options.device))
    players = Players(options, folder)
    try:
        wait_for(players, folder, (0, 1))
        held_out = Played(folder, network, options.device)
        held_out.add([0])
        Run(options, (Played(folder, network, options.device), held_out), players).run()
    finally:
        players.stop()


def main():
    options = options_of(sys.argv[1:])
    export.check_name(options.name)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        distill(options)
    except (OSError, ValueError) as error:
        sys.exit(f"distill.py: {error}")


if __name__ == "__main__":
    main()
