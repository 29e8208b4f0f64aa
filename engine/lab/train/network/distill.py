"""Plays, labels and trains at once, for a machine with a GPU and many cores.

    python3 distill.py W TEXT --teacher T [--player MODEL] [--device cuda] [--minutes 60] [TRAIN...]

The cores play (make-shard by MODEL, into W/played), the GPU labels what they have played, keeps it in
its memory and trains on it as train.py does, whose options these are besides. Ends with the
training, or before if something fails. The same command goes on.
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


class Players:
    """Threads that each make one shard after another until they are stopped."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
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

    def play(self, slot):
        while not self.stopped and self.failure is None:
            number, path = self.next_path()
            line = [self.options.make_shard, self.options.player, str(number), path,
                    "--positions", str(self.options.positions)]
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
    """Training that ends if a player has failed."""

    def __init__(self, options, corpora, players):
        self.players = players
        super().__init__(options, corpora)

    def add_shards(self):
        self.players.check()
        super().add_shards()


def options_of(arguments):
    parser = train.options_parser()
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--player", default="inside")
    parser.add_argument("--players", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    parser.add_argument("--positions", type=int, default=96000, help="a shard")
    parser.add_argument("--make-shard", default="build/release/make-shard")
    parser.set_defaults(device="cuda")
    return parser.parse_args(arguments)


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
