"""Plays, labels and trains at once, for a machine with a GPU and many cores.

    python3 distill.py W TEXT --teacher T [--player MODEL] [--device cuda] [--minutes 60] [TRAIN...]

The cores play (make-shard by MODEL, into W/played), the GPU labels what they have played (label.py,
into W/shards) and trains on it (train.py, which gets all options that are not listed here). Ends with
the training, or before if something fails. The same command goes on.
"""

import argparse
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


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

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running.values():
                process.terminate()
        for thread in self.threads:
            thread.join()


def start(script, *words):
    return subprocess.Popen([sys.executable, os.path.join(HERE, script), *map(str, words)])


def watch(players, labels, folder, train, children):
    """Starts training once there are two shards. Returns what has failed, or None."""
    training = None
    while True:
        if players.failure or labels.poll() is not None:
            return players.failure or "label.py has ended"
        if training is None and all(os.path.exists(os.path.join(folder, f"{n}.shard"))
                                    for n in (0, 1)):
            training = start("train.py", *train)
            children.append(training)
        if training is not None and training.poll() is not None:
            return "train.py has failed" if training.returncode != 0 else None
        time.sleep(0.5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("network")
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--player", default="inside")
    parser.add_argument("--players", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    parser.add_argument("--positions", type=int, default=96000, help="a shard")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--make-shard", default="build/release/make-shard")
    options, train = parser.parse_known_args()
    played, shards = (os.path.join(options.folder, name) for name in ("played", "shards"))
    os.makedirs(played, exist_ok=True)
    os.makedirs(shards, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    players = Players(options, played)
    labels = start("label.py", options.teacher, played, shards, "--device", options.device,
                   "--follow")
    children = [labels]
    try:
        failure = watch(players, labels, shards, [options.folder, options.network, "--device",
                                                  options.device, *train], children)
    finally:
        for child in children:
            child.terminate()
            child.wait()
        players.stop()
    if failure:
        sys.exit(f"distill.py: {failure}")


if __name__ == "__main__":
    main()
