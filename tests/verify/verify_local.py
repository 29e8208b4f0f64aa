#!/usr/bin/env python3
"""Checks proofs of `dihedra tsumego --proof`: verify_local.py FILE...

Written from verify/README.md alone, without a look at the program's code. Prints "FILE: right" or
"FILE: REASON" for each file. Exit status 1 if one is wrong.
"""
import re
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLORS = {"black": "X", "white": "O"}
OTHER = {"X": "O", "O": "X"}
PASS = None


class Wrong(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Wrong(reason)


class Board:
    """The points of a file, and the rules of one claim on them. A position is a tuple: the points as a string, the
    point that a simple ko forbids or None, the threats left to X and O, and the numbers of the captured targets."""

    def __init__(self, width, height, playable, targets, owner):
        self.points, self.playable, self.targets, self.owner = width * height, playable, targets, owner
        self.beside = [[y * width + x for x, y in ((i % width - 1, i // width), (i % width + 1, i // width),
                                                   (i % width, i // width - 1), (i % width, i // width + 1))
                        if 0 <= x < width and 0 <= y < height] for i in range(self.points)]

    def connected(self, start, same):
        found, todo = {start}, [start]
        while todo:
            for i in self.beside[todo.pop()]:
                if i not in found and same(i):
                    found.add(i)
                    todo.append(i)
        return found

    def chain(self, stones, start):
        chain = self.connected(start, lambda i: stones[i] == stones[start])
        return chain, {j for i in chain for j in self.beside[i] if stones[j] == "."}

    def play(self, position, mover, point):
        """The position after a move, or None if the rules forbid it."""
        stones, banned, threats, captured = position
        if point is PASS:
            return stones, None, threats, captured
        if point not in self.playable or stones[point] != ".":
            return None
        if point == banned:
            if threats["XO".index(mover)] == 0:
                return None
            threats = tuple(n - (color == mover) for color, n in zip("XO", threats))
        after, taken = list(stones), set()
        after[point] = mover
        for i in self.beside[point]:
            if after[i] == OTHER[mover] and not self.chain(after, i)[1]:
                taken |= self.chain(after, i)[0]
        for i in taken:
            after[i] = "."
        chain, liberties = self.chain(after, point)
        if not liberties:
            return None
        banned = None
        if len(taken) == len(chain) == len(liberties) == 1:
            if self.kos == "simple":
                banned = min(taken)
            elif COLORS[self.kos] != mover:
                return None
        captured |= {n for n, i in enumerate(self.targets) if after[i] != self.owner}
        return "".join(after), banned, threats, captured

    def living(self, stones, color, inside=True):
        """The points of a color that live by Benson's rule with eyes in the region, or by a liberty that is never
        filled; or, not inside, with eyes outside of it."""
        safe, chains, seen = set(), [], set()
        for i in range(self.points):
            if stones[i] == color and i not in seen:
                chain, liberties = self.chain(stones, i)
                seen |= chain
                (safe.update if inside and liberties - self.playable else chains.append)(chain)
        while True:
            alive = safe.union(*chains)
            regions, left = [], {i for i in range(self.points) if stones[i] != color}
            while left:
                region = self.connected(min(left), lambda i: stones[i] != color)
                left -= region
                border = {j for i in region for j in self.beside[i]} - region
                if (region <= self.playable if inside else not region & self.playable) and border <= alive:
                    regions.append([i for i in region if stones[i] == "."])
            kept = [chain for chain in chains
                    if sum(all(chain & set(self.beside[i]) for i in region) for region in regions) >= 2]
            if len(kept) == len(chains):
                return alive
            chains = kept

    def walls(self, stones, winners):
        """The first points of the winners' free walls that are not alive."""
        free, seen, alive = [], set(), set()
        for color in "XO":
            alive |= self.living(stones, color, inside=False)
        for i in range(self.points):
            if stones[i] == "." or i in seen:
                continue
            chain, liberties = self.chain(stones, i)
            seen |= chain
            outside = liberties - self.playable
            near = chain.union(*(self.beside[j] for j in chain))
            need(outside or chain <= self.playable or not near & self.playable, "a chain outside may be captured")
            if not outside or not near & self.playable or chain <= alive or stones[i] not in winners:
                continue
            need(len(outside) >= 2, "a wall has one liberty outside")
            need(self.has_room(stones, chain, stones[i], alive), "a wall has no room")
            free.append(i)
        for i in range(self.points):
            if stones[i] == "." and i not in self.playable and set(self.beside[i]) & self.playable:
                for color in winners:
                    need(self.has_room(stones, {i}, color, self.living(stones, color, inside=False)), "a way out has no room")
        return free

    def has_room(self, stones, start, color, alive):
        reached, todo = set(start), list(start)
        while todo:
            for k in self.beside[todo.pop()]:
                if k not in reached and k not in self.playable and stones[k] in (".", color):
                    reached.add(k)
                    todo.append(k)
        return sum(stones[k] == "." for k in reached) >= 7 or bool(reached & alive)

    def judge(self, position):
        """Whether the goal is reached (True) or held (False) as the position stands; None: neither."""
        stones, _, _, captured = position
        if captured if self.goal == "capture-any" else len(captured) == len(self.targets):
            return self.goal != "live"
        alive = self.living(stones, self.owner)
        living = [n not in captured and i in alive for n, i in enumerate(self.targets)]
        if all(living) if self.goal == "capture-any" else any(living):
            return self.goal == "live"
        return None


def check_claim(board, root, first, reached, moves):
    """Follows the winner's moves against all replies."""
    reacher = board.owner if board.goal == "live" else OTHER[board.owner]
    winner = reacher if reached else OTHER[reacher]
    numbers, path, state = {}, [], {}  # positions with the winner to move; state: True while replies are followed
    later = []
    replies = sorted(board.playable) + [PASS]

    def enter(position):
        if position in numbers:
            need(not reached or not state[position], "play in a circle")
            return
        need(len(numbers) < len(moves), "a position without a move")
        move = moves[len(numbers)]
        after = board.play(position, winner, move)
        need(after is not None, "an illegal move")
        numbers[position], state[position] = len(numbers), True
        result = board.judge(after)
        need(result is None or result == reached, "a move that loses")
        path.append((position, follow(after, OTHER[winner]) if result is None else iter(())))

    def follow(position, loser):
        for reply in replies:
            after = board.play(position, loser, reply)
            if after is not None:
                result = board.judge(after)
                need(result is None or result == reached, "a reply wins")
                if result is None and reached and reply == position[1] and reply is not PASS and after[2] == position[2]:
                    later.append(after)
                elif result is None:
                    yield after

    def run():
        while path:
            position, after = path[-1][0], next(path[-1][1], None)
            if after is None:
                state[position] = False
                path.pop()
            else:
                enter(after)

    result = board.judge(root)
    need(result is None or result == reached, "the position shows the opposite")
    if result is None and COLORS[first] == winner:
        enter(root)
        run()
    elif result is None:
        for position in follow(root, COLORS[first]):
            enter(position)
            run()
    for position in later:
        enter(position)
        run()
    need(len(numbers) == len(moves), "a move that no position needs")


def verify(data):
    lines, at = data.decode("ascii").split("\n"), 0

    def line(pattern):
        nonlocal at
        need(at < len(lines), "cut")
        found = re.fullmatch(pattern, lines[at], re.ASCII)
        at += 1
        need(found, "line %d: expected '%s'" % (at, pattern))
        return found.groups()

    line("dihedra local proof 2")
    width, height = map(int, line(r"board ([1-9]\d?)x([1-9]\d?)"))
    need(width <= 25 and height <= 25, "the board is too large")
    stones, = line("position ([XO.]*)")
    mask, = line("playable ([#.]*)")
    need(len(stones) == len(mask) == width * height, "another number of points")
    owner, = line("owner (black|white)")
    targets = []
    for vertex in line("targets ([A-Z0-9 ]+)")[0].split(" "):
        need(re.fullmatch(r"[A-HJ-Z][1-9]\d?", vertex), "no vertex")
        x, y = COLUMNS.index(vertex[0]), height - int(vertex[1:])
        need(x < width and 0 <= y < height, "not a vertex of the board")
        targets.append(y * width + x)
    need(len(targets) <= 32 and all(stones[i] == COLORS[owner] for i in targets), "a target is not a stone of its owner")
    board = Board(width, height, {i for i, sign in enumerate(mask) if sign == "#"}, targets, COLORS[owner])
    need(all(board.chain(stones, i)[1] for i in range(board.points) if stones[i] != "."), "a chain has no liberty")
    safe, = line("safe ([A-Z0-9 ]+|none)")
    line("assumes no play outside, passes allowed, suicide illegal")
    goals, winners = set(), set()
    count = int(line(r"claims ([1-9]\d?)")[0])
    need(count <= 32, "too many claims")
    for _ in range(count):
        board.goal, first, board.kos, black, white, outcome, moves = line(
            "claim (capture-all|capture-any|live) first (black|white) kos (black|white|simple) "
            r"threats (\d|any) (\d|any) (reached|held) (0|[1-9]\d*)")
        goals.add(board.goal)
        winners.add(board.owner if (outcome == "reached") == (board.goal == "live") else OTHER[board.owner])
        need(not goals >= {"capture-all", "capture-any"}, "claims about all targets and about any of them")
        text, = line("((?:..)*)")
        need(len(text) == 2 * int(moves), "another number of moves")
        points = []
        for i in range(0, len(text), 2):
            x, y = ord(text[i]) - 97, ord(text[i + 1]) - 97
            is_pass = text[i:i + 2] == "--"
            need(is_pass or (0 <= x < width and 0 <= y < height), "no move")
            points.append(PASS if is_pass else y * width + x)
        root = stones, None, tuple(float("inf") if n == "any" else int(n) for n in (black, white)), frozenset()
        check_claim(board, root, first, outcome == "reached", points)
    names = [COLUMNS[i % width] + str(height - i // width) for i in board.walls(stones, winners)]
    need(safe == (" ".join(names) or "none"), "other walls are assumed to be safe")
    value, place = line("checksum ([0-9A-F]{16})")[0], len("\n".join(lines[:at - 1])) + 1
    need(lines[at:] == [""], "the file goes on")
    sum_of_bytes = 0xCBF29CE484222325
    for byte in data[:place]:
        sum_of_bytes = (sum_of_bytes ^ byte) * 0x100000001B3 & (1 << 64) - 1
    need(value == "%016X" % sum_of_bytes, "the checksum does not match")


if __name__ == "__main__":
    all_right = True
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:
                verify(file.read())
            print(name + ": right")
        except (Wrong, ValueError) as error:
            print("%s: %s" % (name, error))
            all_right = False
    sys.exit(not all_right)
