"""Writes a program that has every mutant at once (schemata: Untch, Offutt, Harrold 1993), so that a mutant costs no
compilation: each changed function becomes

    switch (mutant_active) {
    case 7: { its body with change 7 } break;
    default: { its body, which notes the statements with changes that it comes to } break;
    }"""

import collections
import pathlib
import re
import shutil
import subprocess

from operators import code_alone, function_bodies

SWITCH = '#include "tests/mutation/switch.h"\n'


def statement_starts(code, start, end):
    """Yields (place, opened): where a statement of the body may be put in, and the places of the brackets around it."""
    opened = []  # (place, whether statements stand in it)
    for at in range(start, end):
        character = code[at]
        if character in "([":
            opened.append((at, False))
        elif character == "{":
            before = code[:at].rstrip()
            is_block = code[at - 1] == " " and re.search(r"(\)|\belse|\bdo|:|;|\{|\})$", before[-8:]) is not None
            opened.append((at, at == start or (opened[-1][1] and is_block)))
        elif character in ")]":
            opened.pop()
        elif character == "}":
            opened.pop()
            if re.match(r"\s*(else\b|while \([^{]*;|[,;)\]])", code[at + 1 : at + 400]):
                continue
        elif character == ":":
            if not re.search(r"^ *(case [^:?]*|default)$", code[code.rfind("\n", 0, at) + 1 : at]):
                continue
        elif character != ";":
            continue
        if character not in "([)]" and opened and opened[-1][1]:
            yield at + 1, tuple(place for place, _ in opened)


def enclosing(code, start, at):
    opened = []
    for place in range(start, at):
        if code[place] in "([{":
            opened.append(place)
        elif code[place] in ")]}":
            opened.pop()
    return tuple(opened)


def statement_of(code, starts, body_start, at):
    """The last start of a statement that the program must pass on its way to `at`."""
    around = enclosing(code, body_start, at)
    return max(place for place, opened in starts if place <= at and opened == around[: len(opened)])


def changed_text(text, mutant, start=0, end=None):
    """The part of the text with the change; lines keep their numbers."""
    at, old = mutant["start"], mutant["old"]
    return text[start:at] + mutant["new"] + "\n" * old.count("\n") + text[at + len(old) : end]


def noting_body(text, code, start, end, numbered):
    starts = list(statement_starts(code, start, end))
    notes = collections.defaultdict(str)
    for number, mutant in numbered:
        notes[statement_of(code, starts, start, mutant["start"])] += f" mutant_reached[{number}] = 1;"
    parts, at = [], start + 1
    for place in sorted(notes):
        parts += [text[at:place], notes[place]]
        at = place
    return "".join(parts) + text[at:end]


def with_mutants(path, text, numbered):
    """The text of a file with its mutants, a list of (number, mutant)."""
    code = code_alone(text)
    parts, at = [SWITCH, f'#line 1 "{path}"\n'], 0
    for start, end in function_bodies(code):
        inside = [(n, m) for n, m in numbered if start < m["start"] < end]
        if not inside:
            continue
        line = text.count("\n", 0, start) + 1
        parts.append(text[at : start + 1] + "\nswitch (mutant_active) {")
        for number, mutant in inside:
            parts.append(f'\ncase {number}: {{\n#line {line} "mutant-{number}"\n')
            parts.append(changed_text(text, mutant, start + 1, end) + "\n} break;")
        parts.append(f'\ndefault: {{\n#line {line} "{path}"\n')
        parts.append(noting_body(text, code, start, end, inside) + "\n} break;\n}\n")
        parts.append(f'#line {text.count(chr(10), 0, end) + 1} "{path}"\n')
        at = end
    return "".join(parts) + text[at:]


def write_if_other(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class Tree:
    """A copy of the sources with the mutants in it, and what is built of it."""

    def __init__(self, folder, sanitized_folders=()):
        self.folder, self.sanitized_folders = pathlib.Path(folder), sanitized_folders
        self.build = self.folder / "build/mutation"

    def write(self, mutants):
        """Mutants: by number."""
        files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, check=True)
        names = [n for n in files.stdout.decode().splitlines() if pathlib.Path(n).is_file()]
        by_file = collections.defaultdict(list)
        for number, mutant in sorted(mutants.items()):
            by_file[mutant["file"]].append((number, mutant))
        for name in names:
            content = pathlib.Path(name).read_bytes()
            if name in by_file:
                content = with_mutants(name, content.decode(), by_file[name]).encode()
            write_if_other(self.folder / name, content)
            shutil.copymode(name, self.folder / name)
        for path in self.folder.rglob("*.[ch]"):
            name = path.relative_to(self.folder)
            if name.parts[0] != "build" and not name.exists():
                path.unlink()

    def make(self, jobs):
        """Builds the tests, the program and the engine with faults. Returns the numbers of the mutants that do not
        compile."""
        words = ["make", "-C", str(self.folder), f"-j{jobs}", "-k", "BUILD=mutation"]
        if self.sanitized_folders:
            words += ["SANITIZE=" + " ".join(self.sanitized_folders), "LDFLAGS=-fsanitize=address,undefined"]
        words += [f"build/mutation/{name}" for name in ("run-tests", "dihedra", "faulty-engine")]
        run = subprocess.run(words, capture_output=True, text=True)
        refused = {int(n) for n in re.findall(r"^mutant-(\d+):\d+:\d+: error", run.stderr, re.M)}
        if run.returncode != 0 and not refused:
            raise SystemExit(f"the program with the mutants does not compile:\n{run.stderr}")
        return refused
