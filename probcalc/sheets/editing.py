"""What an editor shows of a sheet: whose each name is, what is wrong at which place, and which tests hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from probcalc.sheets.errors import SheetError
from probcalc.sheets.game import Met, Sheet
from probcalc.sheets.words import HEADINGS, PARTS, RESERVED

_WORD = re.compile(r"[A-Za-z0-9_+-]+")
_SAID = re.compile(r" is (\S+), not \S")


def words_of(sheet: Sheet | None) -> dict[str, Any]:
    r"""The words that are coloured and completed: {names: {name: {label, kind, note}}, groups, headings, language}.

    >>> words_of(Sheet("hero: skill 3\nface = d6\nresult: done = face >= skill"))["names"]["face"]
    {'label': 'face', 'kind': 'step', 'note': 'line 2'}
    """
    names: dict[str, Any] = {}
    groups: dict[str, str] = {"given": "given"}
    for question in sheet.read if sheet is not None else ():
        known = [group.word for group in question.groups if group.word not in ("given", "fixed")]
        for number, word in enumerate(dict.fromkeys(known)):
            groups.setdefault(word, "first" if not number else "second")
        for key, entry in question.scope.entries.items():
            small = key.rpartition(".")[2]
            group = entry.declared.group if entry.declared is not None else ""
            if small.isidentifier() and entry.role in ("parameter", "step", "rule", "die", "ruling"):
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
        return [_at(lines, error, "wrong", error.nearest_word)]
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
