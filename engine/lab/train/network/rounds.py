"""Makes the network inside stronger: plays, labels and trains on.

    python3 engine/lab/train/network/rounds.py W --teacher T [--player MODEL...] [--minutes 10]

The cores play (make-shard, into W/played, each shard by the next MODEL). The GPU gives the positions
the answers of the teacher T, keeps them in its memory and trains on them, from the network inside on.
The MODEL "student" is the network that is trained, as it is every minute, so that it learns what
follows from its own moves (S. Ross et al., "A Reduction of Imitation Learning and Structured
Prediction to No-Regret Online Learning", 2011). W/network.bin is the result.
"""

import argparse
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import corpus
import export
import model
import teacher
import train

STUDENT = "student"


class Players:
    """Threads that each make one shard after another until they are stopped."""

    def __init__(self, options, folder, student):
        """student: the file that the MODEL of this name plays by; until it is there, the start does."""
        self.options, self.folder, self.student = options, folder, student
        self.numbers, self.lock = itertools.count(), threading.Lock()
        self.running, self.failure, self.stopped = {}, None, False
        self.threads = [threading.Thread(target=self.play, args=(slot,))
                        for slot in range(options.players)]
        for thread in self.threads:
            thread.start()

    def model_of(self, number):
        chosen = self.options.player[number % len(self.options.player)]
        if chosen != STUDENT:
            return chosen
        return self.student if os.path.exists(self.student) else self.options.start or "inside"

    def play(self, slot):
        while self.failure is None:
            with self.lock:
                if self.stopped:
                    return
                number = next(self.numbers)
                path = os.path.join(self.folder, f"{number}.shard")
                if os.path.exists(path):
                    continue
                line = [self.options.make_shard, self.model_of(number), str(number), path,
                        "--positions", str(self.options.positions)]
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


def make(options, result):
    """Plays, labels and trains. Writes the result."""
    folder = os.path.join(options.folder, "played")
    os.makedirs(folder, exist_ok=True)
    train.open_device(options.device)
    network = teacher.load(options.teacher, options.device)
    start = export.read(options.start, options.text) if options.start else model.Network(options.text)
    corpora = [corpus.Corpus(folder, network, options.device) for _ in range(2)]
    players = Players(options, folder, result)
    try:
        for number, into in ((0, corpora[1]), (1, corpora[0])):  # shard 0 is held out
            while not os.path.exists(os.path.join(folder, f"{number}.shard")):
                players.check()
                time.sleep(0.5)
            into.add(number)
        corpora[0].numbers.append(0)
        train.Run(options, corpora, start, result).run(players.check)
    finally:
        players.stop()


def read_options(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--teacher", required=True, help="a KataGo network")
    parser.add_argument("--start", default="engine/eval/inside/network.bin",
                        help="the network to go on from; '': random weights")
    parser.add_argument("--text", default="c128 o o p o o p", help="what it is like: model.py")
    parser.add_argument("--name", default="dihedra-4")
    parser.add_argument("--player", nargs="+", default=[STUDENT],
                        help=f"networks that play; {STUDENT}: the one that is trained")
    parser.add_argument("--players", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    parser.add_argument("--positions", type=int, default=96000, help="a shard")
    parser.add_argument("--device", default="cuda", help="cuda, which computes in bf16, or cpu")
    parser.add_argument("--minutes", type=float, default=10, help="of training")
    parser.add_argument("--batch", type=int, default=256, help="positions of 19x19")
    parser.add_argument("--rate-muon", type=float, default=0.012)
    parser.add_argument("--rate-adam", type=float, default=0.001)
    parser.add_argument("--export", type=float, default=1, help="minutes between snapshots")
    parser.add_argument("--make-shard", default="build/release/make-shard")
    return parser.parse_args(arguments)


def main():
    options = read_options(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        make(options, os.path.join(options.folder, "network.bin"))
    except (OSError, ValueError) as error:
        sys.exit(f"rounds.py: {error}")


if __name__ == "__main__":
    main()
