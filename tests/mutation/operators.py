"""What mutants there are: the places of the program's functions that an operator changes. README.md lists the
operators."""

import pathlib
import re


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def code_alone(text):
    """The text with comments, strings, characters, directives and assertions as blanks."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)
    return re.sub(r"\b(?:static_)?assert\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\);", blank, text)


def function_bodies(code):
    """Ranges of the bodies of functions."""
    depth = start = 0
    for at, character in enumerate(code):
        if character == "{":
            if depth == 0:
                start = at if code[:at].rstrip().endswith(")") else -1
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0 and start >= 0:
                yield start, at


REPLACEMENTS = [
    ("relation", r"(?<= )<(?= )", ["<=", ">="]),
    ("relation", r"(?<= )<=(?= )", ["<"]),
    ("relation", r"(?<= )>(?= )", [">=", "<="]),
    ("relation", r"(?<= )>=(?= )", [">"]),
    ("relation", r"(?<= )==(?= )", ["!="]),
    ("relation", r"(?<= )!=(?= )", ["=="]),
    ("arithmetic", r"(?<= )\+(?= )", ["-"]),
    ("arithmetic", r"(?<= )-(?= )", ["+"]),
    ("arithmetic", r"(?<= )\*(?= )", ["+"]),
    ("arithmetic", r"(?<= )/(?= )", ["*"]),
    ("arithmetic", r"(?<= )%(?= )", ["/"]),
    ("logic", r"(?<= )&&(?= )", ["||"]),
    ("logic", r"(?<= )\|\|(?= )", ["&&"]),
    ("negation", r"(?<![\w!])!(?=[\w(])", [""]),
    ("bits", r"(?<= )&(?= )", ["|"]),
    ("bits", r"(?<= )\|(?= )", ["&"]),
    ("bits", r"(?<= )\^(?= )", ["|"]),
    ("bits", r"(?<= )<<(?= )", [">>"]),
    ("bits", r"(?<= )>>(?= )", ["<<"]),
    ("bits", r"(?<![\w~])~(?=[\w(])", [""]),
    ("assignment", r"(?<= )\+=(?= )", ["-="]),
    ("assignment", r"(?<= )-=(?= )", ["+="]),
    ("assignment", r"(?<= )\|=(?= )", ["&=", "="]),
    ("assignment", r"(?<= )&=(?= )", ["|=", "="]),
    ("assignment", r"(?<= )\^=(?= )", ["|="]),
    ("step", r"\+\+", ["--"]),
    ("step", r"--", ["++"]),
    ("constant", r"(?<![\w.])0(?![\w.])", ["1"]),
    ("constant", r"(?<![\w.])1(?![\w.])", ["0", "2"]),
    ("constant", r"(?<![\w.])[2-9](?![\w.])|(?<![\w.])[1-9][0-9]+(?![\w.])", ["+1"]),
    ("truth", r"\btrue\b", ["false"]),
    ("truth", r"\bfalse\b", ["true"]),
    ("condition", r"\b(?:if|while) \((?=[^;{}]*\) \{)", ["0"]),
    ("statement", r"^ +(?!return\b)[A-Za-z_*(][\w.>\[\]-]*(?: [-+|&^]?= [^;{}]*|\([^;{}]*\)|\+\+|--);$", [";"]),
    ("statement", r"^ +(?:break|continue);$", [";"]),
]


def closing(code, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(code)):
        depth += (code[place] == "(") - (code[place] == ")")
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def changes(operator, text, match, replacement):
    """Where the change begins and ends, and the new text."""
    start, end = match.span()
    if operator == "condition":
        return end, closing(text, end - 1), "false"
    if operator == "statement":
        start += len(match.group()) - len(match.group().lstrip())
        return start, end, ";"
    if replacement == "+1":
        return start, end, str(int(match.group()) + 1)
    return start, end, replacement


DECLARATOR = r"\*?\w+(?:\[[^\]\n]*\])*"
ARRAYS = re.compile(rf"^ +(?:(?:static|const|struct) )*[A-Za-z_]\w* {DECLARATOR}(?:, {DECLARATOR})*(?: = [^;]*)?;", re.M)


def enlarged_arrays(code, bodies):
    """Ranges of the first dimensions of local arrays whose sizeof is not asked: no test sees that one is larger."""
    for start, end in bodies:
        body = code[start:end]
        for declaration in ARRAYS.finditer(body):
            before_value = declaration.group().split(" = ")[0]
            for size in re.finditer(r"(\w+)(\[[^]/%>-]*\])", before_value):
                if not re.search(rf"sizeof \(?{size[1]}\b", body):
                    at = start + declaration.start()
                    yield at + size.start(2), at + size.end(2)


def is_growth(old, new):
    return new in ("+1", "2") or (old, new) == ("0", "1")


def mutants_of(path):
    text = pathlib.Path(path).read_text()
    code = code_alone(text)
    bodies = list(function_bodies(code))
    sizes = list(enlarged_arrays(code, bodies))
    for operator, pattern, replacements in REPLACEMENTS:
        for match in re.finditer(pattern, code, re.M):
            if not any(start < match.start() < end for start, end in bodies):
                continue
            if operator == "statement" and re.match(r"\s*[a-z_]*free[a-z_]*\(", match.group()):
                continue  # leaks are the sanitizers' matter
            is_size = any(start <= match.start() < end for start, end in sizes)
            for replacement in replacements:
                if is_size and is_growth(match.group(), replacement):
                    continue
                start, end, new = changes(operator, code, match, replacement)
                line = text.count("\n", 0, start) + 1
                yield {
                    "file": path,
                    "line": line,
                    "code": text[text.rfind("\n", 0, start) + 1 :].split("\n", 1)[0].strip(),
                    "column": start - text.rfind("\n", 0, start),
                    "operator": operator,
                    "old": text[start:end],
                    "new": new,
                    "start": start,
                }
