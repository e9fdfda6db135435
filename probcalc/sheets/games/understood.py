"""How each line of a sheet was read, in words, and what an editor shows: whose each name is, what is wrong where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from probcalc.notation.walking import walk
from probcalc.sheets.errors import SheetError
from probcalc.sheets.games.game import Met, Sheet
from probcalc.sheets.playing.expression_types import FAR, ExpressionType
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.tokens import MOST_NUMBER
from probcalc.sheets.reading.words import HEADINGS, PARTS, RESERVED

_NAMED = {"crit": "critical", "fumble": "fumble"}


def explain_lines(sheet: Sheet) -> list[tuple[str, list[tuple[int, str]]]]:
    r"""By question its steps and results, each with its line and how it was read.

    >>> from probcalc.sheets.games.game import Sheet
    >>> explain_lines(Sheet("hero: keen 10 (2..12)\nstrike = d12 >= 8 crit keen\nresult: strike"))
    [('My game', [(2, 'strike: yes or no, one roll; critical only on a natural keen')])]
    """
    return [(question.text.title, list(_lines(question))) for question in sheet.read]


def readings_by_line(sheet: Sheet) -> dict[int, str]:
    r"""How each line was read, by its number.

    >>> readings_by_line(Sheet("hits = 3d6 >= 4\nresult: hits in hits"))
    {1: 'hits: how many dice succeed, 0 to 3'}
    """
    found: dict[int, str] = {}
    for _, lines in explain_lines(sheet):
        for line, said in lines:
            found.setdefault(line, said)
    return found


def _lines(question: Question) -> Iterator[tuple[int, str]]:
    kinds = _kinds(question)
    for step in question.steps():
        kind = kinds.get(step.places[0])
        if step.is_next or (kind is None and not isinstance(step.of, nodes.Choose)):
            continue
        what = _choice(step.of) if isinstance(step.of, nodes.Choose) else _what(kind)
        sides = dict(zip(question.scope.sides, question.scope.shown_sides, strict=True))
        name = ", ".join(step.shown) + (f" of {sides.get(step.side, step.side)}" if step.side else "")
        yield step.line, "; ".join([f"{name}: {what}", *_faces(step.of)])
    for shown in question.results:
        said = []
        if shown.text.of is not None and not shown.lasts:
            said = [_what(shown.code.kind), *_faces(shown.text.of)]
        if shown.unordered:
            said.append(f"no order, as {shown.unordered}")
        if said:
            yield shown.text.at >> 16, f"{shown.name}: {'; '.join(said)}"


def _kinds(question: Question) -> dict[int, ExpressionType]:
    """What each step is, by where it stands."""
    found: dict[int, ExpressionType] = {}
    for line in [*question.every_line, *question.rule_lines]:
        if line.code is not None:
            found.setdefault(line.at, line.code.kind)
    return found


def _what(kind: ExpressionType | None) -> str:
    assert kind is not None
    match kind.what:
        case "condition":
            return "yes or no, one roll" if kind.check == "single" else "yes or no"
        case "number":
            ends = f", {kind.low} to {kind.high}" if abs(kind.low) < FAR and abs(kind.high) < FAR else ""
            if kind.low == kind.high:
                return f"the number {kind.low}"
            return f"how many dice succeed{ends}" if kind.check == "count" else f"a number{ends}"
        case "word":
            return "a word" if kind.words is None else f"one of {', '.join(kind.words)}"
        case "symbols":
            return f"symbols {', '.join(kind.letters)}"
        case _:
            return "dice as they lie"


def _choice(node: nodes.Choose) -> str:
    free = [option.word for option in node.options if option.when is None]
    bound = [option.word for option in node.options if option.when is not None]
    said = f"a choice; {' and '.join(free)} always"
    if bound:
        said += f", {' and '.join(bound)} only when what stands behind {'it' if len(bound) == 1 else 'each'} holds"
    return f"{said}; for the {'most' if node.most else 'least'} {node.aim.name}"


def _faces(node: nodes.Expression) -> Iterator[str]:
    """On which faces each roll of an expression is critical or a fumble."""
    for clause in walk(node):
        if isinstance(clause, nodes.Clause) and clause.word in _NAMED:
            spans = [_span(low, high) for low, high in clause.spans]
            alone = len(spans) == 1 and clause.spans[0][0] == clause.spans[0][1]
            under = " when its condition holds" if clause.when is not None else ""
            yield f"{_NAMED[clause.word]} {'only ' if alone else ''}on a natural {' or '.join(spans)}{under}"


def _span(low: nodes.Expression, high: nodes.Expression) -> str:
    if low == high:
        return _end(low)
    if isinstance(high, nodes.Number) and high.value == MOST_NUMBER:
        return f"{_end(low)} or more"
    if isinstance(low, nodes.Number) and low.value == -MOST_NUMBER:
        return f"{_end(high)} or less"
    return f"{_end(low)} to {_end(high)}"


def _end(node: nodes.Expression) -> str:
    if isinstance(node, nodes.Number):
        return str(node.value)
    return node.name if isinstance(node, nodes.Name) else "(…)"


_WORD = re.compile(r"[A-Za-z0-9_+-]+")
_SAID = re.compile(r" is (\S+), not \S")


def words_of(sheet: Sheet | None) -> dict[str, Any]:
    r"""The words that are coloured and completed: {names: {name: {label, kind, note}}, groups, headings, language}.

    >>> words_of(Sheet("hero: skill 3\nface = d6\nresult: done = face >= skill"))["names"]["face"]
    {'label': 'face', 'kind': 'step', 'note': 'line 2'}
    """
    names: dict[str, Any] = {}
    groups: dict[str, str] = {"given": "given", "ruling": "ruling"}
    for question in sheet.read if sheet is not None else ():
        known = [group.word for group in question.groups if group.takes_part or group.word == "each"]
        for number, word in enumerate(dict.fromkeys(known)):
            groups.setdefault(word, "first" if not number else "second")
        for key, entry in question.scope.entries.items():
            small = key.rpartition(".")[2]
            group = entry.declared.group if entry.declared is not None else ""
            if small.isidentifier() and entry.role in ("parameter", "step", "rule", "die"):
                kind = groups.get(group, "") if entry.role == "parameter" else entry.role
                note = group or f"line {entry.line}" if entry.line else group
                names[small] = {"label": entry.shown, "kind": kind or "step", "note": note}
    return {"names": names, "groups": groups, "headings": list(HEADINGS), "language": sorted({*RESERVED, *PARTS})}


def marks_of(text: str, error: SheetError | None, met: Iterable[Met]) -> list[dict[str, Any]]:
    """What is said of lines: [{line, kind: wrong, failed or met, text, from, to, fix: {line, from, to, text}}].

    >>> error = SheetError('"skil" is no name here', (1 << 16) + 3, "skill")
    >>> [(mark["from"], mark["to"], mark["fix"]["text"]) for mark in marks_of("x skil", error, ())]
    [(2, 6, 'skill')]
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if error is not None:
        mark = _at(lines, error, "wrong", error.nearest_word)
        if error.meant is not None:
            begin, end, meant = error.meant
            mark["fix"] = {"line": mark["line"], "from": begin, "to": end, "text": meant}
        return [mark]
    found = []
    for each in met:
        if each.wrong is None:
            found.append({"line": each.line, "kind": "met", "text": "\N{CHECK MARK}", "from": 0, "to": 0})
            continue
        said = _SAID.search(each.wrong.said)
        found.append(_at(lines, each.wrong, "failed", said[1] if said else ""))
    return found


def _at(lines: Sequence[str], error: SheetError, kind: str, instead: str) -> dict[str, Any]:
    line = min(max(1, error.line), len(lines))
    whole = lines[line - 1]
    begin = min(max(0, error.character - 1), len(whole))
    word = _WORD.match(whole, begin)
    end = word.end() if word else min(begin + 1, len(whole))
    if kind == "failed":
        # The value is what stands there up to a blank: 37.5%, 3/8.
        end = begin + len(whole[begin:].partition(" ")[0])
    fix = {"line": line, "from": begin, "to": end, "text": instead} if instead and end > begin else None
    where = f"Line {error.line}, character {error.character}: "
    return {"line": line, "kind": kind, "text": where + error.said, "from": begin, "to": end, "fix": fix}
