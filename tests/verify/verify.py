#!/usr/bin/env python3
"""Checks proofs of `dihedra solve --proof`: verify.py [--all] [--every-path] FILE...

Written from verify/README.md alone, without a look at the program's code. Prints one line for
each file, such as "lower 2 upper 2 records 1234". Exit status 1, with the reason, if one is wrong; with --all the
line is "wrong: REASON", and the next file follows. --every-path walks those paths, too, that cannot fail.
"""
import sys
import zlib

EMPTY, WINNER, LOSER, PASS, NO_KO = 0, 1, 2, -1, -1
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
EVERY_PATH = "--every-path" in sys.argv


class Wrong(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Wrong(reason)


class Rules:
    def __init__(self, width, height, ko, suicide):
        self.cells, self.ko, self.suicide = width * height, ko, suicide
        self.beside = [[y * width + x for x, y in ((i % width - 1, i // width), (i % width + 1, i // width),
                                                   (i % width, i // width - 1), (i % width, i // width + 1))
                        if 0 <= x < width and 0 <= y < height] for i in range(self.cells)]
        self.images = []  # [g]: where each cell goes, and which cell comes to each place
        for g in range(8 if width == height else 4):
            to = []
            for i in range(self.cells):
                x, y = i % width, i // width
                x, y = width - 1 - x if g & 1 else x, height - 1 - y if g & 2 else y
                to.append(x * width + y if g & 4 else y * width + x)
            self.images.append((to, sorted(range(self.cells), key=to.__getitem__)))
        self.known = {}

    def least(self, board, ko):
        """The least image with its ko, and the symmetry that makes it."""
        if (board, ko) not in self.known:
            self.known[board, ko] = min(
                (bytes(map(board.__getitem__, origin)), NO_KO if ko < 0 else to[ko], g)
                for g, (to, origin) in enumerate(self.images))
        return self.known[board, ko]

    def region(self, same, start):
        """The cells connected to start for which same(cell)."""
        found, todo = {start}, [start]
        while todo:
            for i in self.beside[todo.pop()]:
                if i not in found and same(i):
                    found.add(i)
                    todo.append(i)
        return found

    def chain(self, board, start):
        cells = self.region(lambda i: board[i] == board[start], start)
        return cells, {j for i in cells for j in self.beside[i] if board[j] == EMPTY}

    def play(self, board, color, cell, ko):
        """The board and ko after a stone, or None if it is illegal."""
        if board[cell] != EMPTY or cell == ko:
            return None
        after, taken = bytearray(board), []
        after[cell] = color
        for i in self.beside[cell]:
            if after[i] == 3 - color:
                cells, liberties = self.chain(after, i)
                if not liberties:
                    taken += cells
                    for j in cells:
                        after[j] = EMPTY
        cells, liberties = self.chain(after, cell)
        if not liberties:
            if not self.suicide or len(cells) == 1:
                return None
            for j in cells:
                after[j] = EMPTY
        is_ko = len(taken) == 1 and len(cells) == 1 and len(liberties) == 1
        return bytes(after), taken[0] if is_ko else NO_KO

    def is_ko(self, board, mover, cell):
        """Can a simple ko forbid the cell after a move of the mover?"""
        return (board[cell] == EMPTY and all(board[i] == mover for i in self.beside[cell]) and
                any(self.chain(board, i) == ({i}, {cell}) for i in self.beside[cell]))

    def score(self, board):
        points, seen = board.count(WINNER) - board.count(LOSER), set()
        for i in range(self.cells):
            if board[i] == EMPTY and i not in seen:
                empty = self.chain(board, i)[0]
                seen |= empty
                colors = {board[j] for k in empty for j in self.beside[k]} - {EMPTY}
                points += len(empty) * ((colors == {WINNER}) - (colors == {LOSER}))
        return points

    def parts(self, cells):
        """The connected parts of a set of cells."""
        left = set(cells)
        while left:
            part = self.region(left.__contains__, min(left))
            left -= part
            yield part

    def life(self, board):
        """The points that the winner keeps unconditionally (Benson), and the stones it keeps them by."""
        alive = {i for i in range(self.cells) if board[i] == WINNER}
        while True:
            regions = list(self.parts(set(range(self.cells)) - alive))
            next_to = {i: {j for j in self.beside[i] if j in alive} for r in regions for i in r}
            dead = set()
            for chain in self.parts(alive):
                if sum(all(next_to[i] & chain for i in r) for r in regions) < 2:
                    dead |= chain
            if not dead:
                return len(alive) + sum(len(r) for r in regions if all(next_to[i] for i in r)), len(alive)
            alive -= dead


class Section:
    def __init__(self, rules, goal, records):
        self.rules, self.goal, self.records, self.moves = rules, goal, records, {}
        self.needed, self.goods, self.secures = (rules.cells + goal + 1) // 2, {}, {}
        self.past = 0, 0  # the life before the first move, if superko bans that board

    def good(self, board):
        if board not in self.goods:
            self.goods[board] = self.rules.score(board) >= self.goal
        return self.goods[board]

    def secure(self, board):
        if board not in self.secures:
            points, stones = self.rules.life(board)
            self.secures[board] = points >= self.needed and self.needed <= self.rules.cells and (
                self.needed <= 0 or self.needed > self.past[0] or stones >= self.past[1])
        return self.secures[board]

    def read(self):
        """Every record by itself: self.moves[position] = [move, ...]"""
        cells, last = self.rules.cells, b""
        for number, record in enumerate(self.records):
            place = "record %d: " % number
            position, packed = record[:-3], record[:-4]
            need(position > last or (position == last and self.rules.ko != "simple"), place + "order")
            last = position
            digits = [byte // 3 ** (4 - i) % 3 for byte in packed for i in range(5)]
            board, ko, move = bytes(digits[:cells]), position[-1] - 1, record[-1] - 1
            need(max(packed) < 243 and not any(digits[cells:]) and max(ko, move) < cells, place + "not a position")
            need(all(board[i] == EMPTY or self.rules.chain(board, i)[1] for i in range(cells)) and
                 (ko < 0 or board[ko] == EMPTY), place + "an impossible position")
            need(self.rules.least(board, ko) == (board, ko, 0), place + "not the least image")
            need(self.good(board) if move == PASS else self.rules.play(board, WINNER, move, ko),
                 place + "a wrong move")
            self.moves.setdefault((board, ko), []).append(move)

    def find(self, board, ko):
        """The winner's moves on the board as it lies."""
        board, ko, g = self.rules.least(board, ko)
        origin = self.rules.images[g][1]
        return [m if m == PASS else origin[m] for m in self.moves.get((board, ko), [])]

    def after(self, board, ko, move):
        return (board, NO_KO) if move == PASS else self.rules.play(board, WINNER, move, ko)

    def replies(self, board, ko, has_passed):
        """(is a pass, board, ko) after each reply that does not end the line."""
        for cell in range(self.rules.cells):
            played = self.rules.play(board, LOSER, cell, ko)
            if played:
                yield False, *played
        if not has_passed and not self.good(board):
            yield True, board, NO_KO

    def name(self, board):
        return self.rules.least(board, NO_KO)[0]

    def check(self, start, root, ko, to_move, has_passed, first):
        """root: the position after the first move, start: before it."""
        self.read()
        superko, edges, gaps = self.rules.ko != "simple", {}, []
        boards = {self.name(b) for b, _ in self.moves} | {self.name(start), self.name(root)}
        afters = [(key, m, self.after(*key, m)) for key, ms in self.moves.items() for m in ms]
        boards |= {self.name(after[0]) for _, _, after in afters}
        edges[self.name(start)] = {self.name(root)} - {self.name(start)} if superko else set()
        decided = self.secure(root) or (first == "pass" and to_move == WINNER and self.good(root))
        if to_move == WINNER:
            need(decided or self.find(root, ko), "the first position has no record")
        elif not decided:
            afters.append((None, PASS if has_passed else 0, (root, ko)))
        for key, move, (board, its_ko) in afters:
            if superko and key and move != PASS:
                edges.setdefault(self.name(key[0]), set()).add(self.name(board))
            if self.secure(board):
                continue
            for is_pass, reply, reply_ko in self.replies(board, its_ko, move == PASS):
                is_missing = not self.find(reply, reply_ko)
                if is_missing:
                    need(superko and not is_pass and self.name(reply) in boards,
                         "no record for a reply to %s of %s" % (move, key))
                    gaps.append((self.name(board), self.name(reply)))
                if superko and not is_pass:
                    edges.setdefault(self.name(board), set()).add(self.name(reply))
                elif not superko and key:
                    edges.setdefault(key, set()).add(self.rules.least(reply, reply_ko)[:2])
        self.part = components(edges, boards if superko else self.moves)
        if not superko:
            need(self.goal <= 0 or not cyclic(self.part, edges), "the strategy may return to a position")
            return
        need(all(self.part[a] == self.part[b] for a, b in gaps), "no record for a reply")
        self.cycles, self.walked = cyclic(self.part, edges), 0
        to_root = self.rules.least(root, ko)[:2] if to_move == WINNER and not decided else None
        self.may_fail = None if EVERY_PATH else self.find_failures(afters, self.name(start), self.name(root), to_root)
        self.walk_all(afters, None if decided else (start, root, ko, to_move, has_passed, first))

    def find_failures(self, afters, start, root, to_root):
        """The positions from which a path within their part may come to one where it fails."""
        part, cycles = self.part, self.cycles
        records = [(key, move, self.name(key[0]) if key else start, self.name(after[0]), after)
                   for key, move, after in afters]
        stays = {r[:2] for r in records if part[r[2]] == part[r[3]] and part[r[2]] in cycles}
        follows, makers, failing = {}, {}, set()
        for key, move, before, board, (after, after_ko) in records:
            follows[key, move] = []
            if (key, move) in stays:
                makers.setdefault(board, set()).add((key, move))
            if part[board] not in cycles or self.secure(after):
                continue
            for _, reply, reply_ko in self.replies(after, after_ko, move == PASS):
                position = self.rules.least(reply, reply_ko)[:2]
                if part.get(self.name(reply)) == part[board]:
                    follows[key, move] += [(position, m) for m in self.moves.get(position, ()) if (position, m) in stays]
                    if position not in self.moves:
                        failing.add(key)
        if to_root:
            records.append((None, 0, start, root, None))
            follows[None, 0] = [(to_root, m) for m in self.moves[to_root] if (to_root, m) in stays]
        on_cycle, banned = components(follows, follows), set()
        cyclic_records = cyclic(on_cycle, follows)
        for key, move, before, board, _ in records:
            bans_before = self.rules.ko == "psk" or not key
            wanted = makers.get(board, set()) | (makers.get(before, set()) if bans_before else set())
            if wanted - {(key, move)} or on_cycle[key, move] in cyclic_records:
                banned |= wanted & reachable(follows, follows[key, move])
        failing |= {key for key, moves in self.moves.items() if all((key, m) in banned for m in moves)}
        back = {}
        for (key, _), ends in follows.items():
            for end, _ in ends:
                back.setdefault(end, set()).add(key)
        return reachable(back, failing)

    def walk_all(self, afters, entry):
        entered = set()
        if entry:
            self.walk_root(*entry)
        for key, move, (board, its_ko) in afters:
            if self.secure(board):
                continue
            here = self.part[self.name(board)]
            if key and here in self.cycles and self.part[self.name(key[0])] != here:
                self.walk_loser(board, its_ko, move == PASS, [(board, LOSER)])
            for _, reply, reply_ko in self.replies(board, its_ko, move == PASS):
                there = self.part[self.name(reply)]
                position = self.rules.least(reply, reply_ko)[:2]
                if there in self.cycles and there != here and position in self.moves and position not in entered:
                    entered.add(position)
                    self.walk_winner(*position, [(position[0], WINNER)])

    def walk_root(self, start, root, ko, to_move, has_passed, first):
        path = [(start, LOSER if to_move == WINNER else WINNER)] if first != "-" else []
        path.append((root, to_move))
        if self.part[self.name(root)] in self.cycles:
            (self.walk_winner(root, ko, path) if to_move == WINNER
             else self.walk_loser(root, ko, has_passed, path))

    def banned(self, board, to_move, path):
        return any(b == board and (self.rules.ko == "psk" or side == to_move) for b, side in path)

    def walk_winner(self, board, ko, path):
        if self.may_fail is not None and self.rules.least(board, ko)[:2] not in self.may_fail:
            return
        self.walked += 1
        need(self.walked <= 100000 + 10 * len(self.records), "too many paths")
        for move in self.find(board, ko):
            after, after_ko = self.after(board, ko, move)
            if move == PASS or not self.banned(after, LOSER, path):
                if not self.secure(after) and self.part[self.name(after)] == self.part[self.name(board)]:
                    self.walk_loser(after, after_ko, move == PASS, path + [(after, LOSER)])
                return
        raise Wrong("superko bans the winner's moves at %s" % board.hex())

    def walk_loser(self, board, ko, has_passed, path):
        for is_pass, reply, reply_ko in self.replies(board, ko, has_passed):
            if is_pass or not self.banned(reply, WINNER, path):
                need(self.find(reply, reply_ko), "no record for a reply on a path, at %s" % board.hex())
                if self.part[self.name(reply)] == self.part[self.name(board)]:
                    self.walk_winner(reply, reply_ko, path + [(reply, WINNER)])


def reachable(edges, starts):
    """The starts, and what can be reached from them."""
    found, todo = set(starts), list(starts)
    while todo:
        for end in edges.get(todo.pop(), ()):
            if end not in found:
                found.add(end)
                todo.append(end)
    return found


def components(edges, nodes):
    """The strongly connected component of each node (Kosaraju and Sharir)."""
    order, seen, back = [], set(), {n: [] for n in nodes}
    for n, ends in edges.items():
        for end in ends:
            back[end].append(n)
    for root in nodes:
        stack = [] if root in seen else [(root, iter(edges.get(root, ())))]
        seen.add(root)
        while stack:
            end = next((e for e in stack[-1][1] if e not in seen), None)
            if end is None:
                order.append(stack.pop()[0])
            else:
                seen.add(end)
                stack.append((end, iter(edges.get(end, ()))))
    part = {}
    for root in reversed(order):
        todo = [root]
        while todo:
            n = todo.pop()
            if n not in part:
                part[n] = root
                todo += back[n]
    return part


def cyclic(part, edges):
    return {part[a] for a, ends in edges.items() for b in ends if part[a] == part[b]}


def vertex(text, width, height):
    if text in ("-", "pass"):
        return PASS
    return (height - int(text[1:])) * width + COLUMNS.index(text[0])


def verify(data):
    at, bounds, total = 0, [], 0

    def line(name):
        nonlocal at
        end = data.index(b"\n", at)
        words = data[at:end].decode("ascii").split(" ")
        need(words[0] == name, "byte %d: expected '%s'" % (at, name))
        at = end + 1
        return words[1:]

    need(line("dihedra") == ["proof", "2"], "not a proof of version 2")
    width, height = map(int, line("board")[0].split("x"))
    rules = Rules(width, height, line("ko")[0], line("suicide") == ["on"])
    black_moves, position = line("to-move") == ["black"], line("position")[0]
    banned, first = (line(name)[0] for name in ("banned", "first"))
    for _ in range(int(line("sections")[0])):
        color, goal, count = line("section")
        need(abs(int(goal)) <= rules.cells, "more points than the board has")
        size, records = -(-rules.cells // 5) + 4, []
        while len(records) < int(count):
            length, rows = int.from_bytes(data[at:at + 4], "little"), min(int(count) - len(records), 4096)
            columns = zlib.decompress(data[at + 4:at + 4 + length])
            need(len(columns) == rows * size, "byte %d: a block of another length" % at)
            records += [columns[row::rows] for row in range(rows)]
            at += 4 + length
        need(data[at:at + 1] == b"\n", "byte %d: expected a newline" % at)
        at, total = at + 1, total + len(records)
        stones = {".": EMPTY, "X": WINNER if color == "black" else LOSER, "O": LOSER if color == "black" else WINNER}
        start = bytes(stones[sign] for sign in position)
        to_move = WINNER if black_moves == (color == "black") else LOSER
        section, ko, has_passed = Section(rules, int(goal), records), vertex(banned, width, height), False
        need(ko < 0 or rules.is_ko(start, 3 - to_move, ko), "no ko")
        root = start
        if first != "-":
            has_passed = first == "pass" and to_move == WINNER
            need(not has_passed or section.good(start), "the loser may end the game with a pass")
            section.past = rules.life(start) if rules.ko != "simple" else section.past
            root, ko = (start, NO_KO) if first == "pass" else rules.play(
                start, to_move, vertex(first, width, height), ko) or (start, None)
            need(ko is not None, "the first move is illegal")
            to_move = 3 - to_move
        section.check(start, root, ko, to_move, has_passed, first)
        bounds.append("lower %d" % int(goal) if color == "black" else "upper %d" % -int(goal))
    hash_value = 0xCBF29CE484222325
    for byte in data[:at]:
        hash_value = (hash_value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    need(data[at:] == b"checksum %016X\n" % hash_value, "byte %d: the checksum does not match" % at)
    return " ".join(bounds) + " records %d" % total


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    wants_all = "--all" in sys.argv
    for name in sys.argv[1 + wants_all + EVERY_PATH:]:
        try:
            with open(name, "rb") as file:
                print(verify(file.read()))
        except (Wrong, ValueError, IndexError) as error:
            if not wants_all:
                sys.exit("%s: %s" % (name, error))
            print("wrong: %s" % error)
