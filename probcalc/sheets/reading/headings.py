"""From lines to what stands on a sheet: headings, steps and blocks, each line read by itself from the top."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from probcalc.exact.errors import suggestion
from probcalc.scenarios.scenario import Scenario
from probcalc.sheets.errors import SheetError, nearest, place
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.declarations import Declarations, Declared
from probcalc.sheets.reading.result_lines import expectation, result_line, sentence_line, settings
from probcalc.sheets.reading.sheet import (
    CarryLine,
    Group,
    Item,
    NamedDie,
    QuestionText,
    Refusal,
    RoundsBlock,
    RuleBlock,
    SheetText,
    Sides,
    Step,
    Try,
)
from probcalc.sheets.reading.source import Line, is_row, lines_of
from probcalc.sheets.reading.tables import table_of
from probcalc.sheets.reading.tokens import END, tokens_of
from probcalc.sheets.reading.words import HEADINGS, label_of, require_name

VERSION = 1
MOST_STEP = 300
_HEADING = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*:")
_STEP = re.compile(
    r"(next\s+)?[A-Za-z][A-Za-z0-9_]*(\s+of\s+[A-Za-z][A-Za-z0-9_]*)?(\s*,\s*[A-Za-z][A-Za-z0-9_]*)*\s*=(?!=)",
    re.IGNORECASE,
)
_TWICE = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*==(.*)")
_STATS = re.compile(r"[A-Za-z][A-Za-z0-9_]*\s+[A-Za-z][A-Za-z0-9_]*(\s+[0-9]|\?)")
_TEXT = re.compile(r'"([^"]*)"\s*$')
_AS_TEXT = ("game", "note", "question", "until", "expect")
"""The headings whose line is more than its tokens."""


def _heading_meant(text: str) -> str:
    """The heading that begins a line without its colon, or the step with two signs for one."""
    if (twice := _TWICE.match(text)) is not None:
        return suggestion(f'"{twice[1]} = {twice[2].strip()[:30]}"')
    first, _, rest = text.partition(" ")
    word = first.lower()
    if word == "let" or re.match(r"([0-9]*d[0-9{(]|roll\b)", text, re.IGNORECASE):
        rolled = rest if word in ("let", "roll") else text
        return suggestion(f'"{rolled[:30]}"' if _STEP.match(rolled) else f'"total = {rolled[:30]}"')
    meant = f'"{word}: {rest.replace(":", "", 1).strip()[:30]}"'
    return suggestion(meant if rest and (word in HEADINGS or _STATS.match(text)) else "")


class _Reading:
    """A sheet as far as it has been read."""

    def __init__(self, text: str) -> None:
        self.lines = lines_of(text)
        self.here = 0
        self.sheet = SheetText()
        self.sides: tuple[str, ...] = ()

    @property
    def items(self) -> list[Item]:
        return self.sheet.questions[-1].items if self.sheet.questions else self.sheet.common

    def read(self) -> SheetText:
        while self.here < len(self.lines):
            line = self.lines[self.here]
            self.here += 1
            self._line(line)
        return self.sheet

    def _line(self, line: Line) -> None:
        if line.indented:
            raise SheetError('an indented line belongs to "rule:", "rounds:" or "result:" above it', line.at(0))
        found = _HEADING.match(line.text)
        if found is None:
            if is_row(line.text) and not _STEP.match(line.text):
                raise SheetError('a row belongs to "table:" above it', line.at(0))
            self.items.append(self._step(line))
            return
        word, begin = found[1].lower(), found.end()
        read = getattr(self, f"_{word}", None) if word in HEADINGS else None
        if read is None:
            self._group(line, word, begin)
        else:
            read(line, begin if word in _AS_TEXT else self._tokens(line, begin))

    def _tokens(self, line: Line, begin: int = 0) -> Declarations:
        return Declarations(tokens_of(line, begin), self.sides)

    def _step(self, line: Line, within: str = "") -> Step:
        if not _STEP.match(line.text):
            if within and _HEADING.match(line.text):
                raise SheetError(f'"{line.text.partition(":")[0]}:" begins a line that is not indented', line.at(0))
            raise SheetError('a line begins with "word:" or "name ="' + _heading_meant(line.text), line.at(0))
        if len(line.text) > MOST_STEP:
            raise SheetError(f"a step has at most {MOST_STEP} characters, not {len(line.text)}", line.at(0))
        tokens = self._tokens(line)
        is_next = tokens.is_word("next")
        if is_next:
            if within != "rounds":
                raise SheetError('a "next" line stands in a block "rounds:"', line.at(0))
            tokens.take()
        names = [tokens.take()]
        side, side_at = "", 0
        if tokens.took_word("of"):
            side, side_at = tokens.next.text, tokens.take().at
        while tokens.took_sign(","):
            names.append(tokens.take())
        for name in names:
            require_name(name.shown, name.at)
        tokens.take()
        of: nodes.Expression
        if len(names) > 1:
            at = tokens.next.at
            counts = [tokens.value(pools=False)]
            while tokens.took_sign(","):
                counts.append(tokens.value(pools=False))
            tokens.need_word("from", '"from"')
            of = tokens.cards(counts, at)
            tokens.need_end()
            if len(counts) != len(names):
                raise SheetError(f"{len(names)} names stand for {len(counts)} hands", at)
        elif tokens.is_word("choose"):
            of = tokens.choose()
        else:
            of = tokens.whole()
        shown = tuple(name.shown for name in names)
        places = tuple(name.at for name in names)
        small = tuple(name.text for name in names)
        return Step(small, shown, places, side, side_at, is_next, of, line.first)

    def _block(self, within: str) -> tuple[Step, ...]:
        found: list[Step] = []
        while self.here < len(self.lines) and self.lines[self.here].indented:
            found.append(self._step(self.lines[self.here], within))
            self.here += 1
        return tuple(found)

    def _group(self, line: Line, word: str, begin: int) -> None:
        tokens = self._tokens(line, begin)
        first = tokens.next
        try:
            parameters = tokens.parameters(word)
        except SheetError:
            if word in HEADINGS:
                raise
            if near := nearest(word, HEADINGS):
                meant = suggestion(f"{near}:")
                raise SheetError(f'"{word}:" would be a group of parameters{meant}', line.at(0)) from None
            if first.kind in ("dice", "number"):
                said = f"{word} = {line.text[begin:].strip()[:30]}"
                raise SheetError(
                    f"{word}: begins a group of parameters; what is rolled is {said}", line.at(0)
                ) from None
            raise
        self.items.append(Group(word, tuple(parameters), at=line.at(0)))

    # -- headings ------------------------------------------------------------------------------------------------

    def _sheet(self, line: Line, tokens: Declarations) -> None:
        if line is not self.lines[0]:
            raise SheetError('"sheet:" is the first line or stands nowhere', line.at(0))
        at, version = tokens.next.at, tokens.number()
        if version != VERSION:
            raise SheetError(f"this sheet is of version {version}, and version {VERSION} is read", at)
        tokens.need_end()

    def _game(self, line: Line, begin: int) -> None:
        self.sheet.title = line.text[begin:].strip() or "My game"

    def _note(self, line: Line, begin: int) -> None:
        notes = self.sheet.questions[-1].notes if self.sheet.questions else self.sheet.notes
        if said := line.text[begin:].strip():
            notes.append(said)

    def _question(self, line: Line, begin: int) -> None:
        text = line.text[begin:].strip()
        sentence = ""
        if found := _TEXT.search(text):
            sentence, text = found[1].strip(), text[: found.start()].strip()
        elif '"' in text:
            raise SheetError("the quotation mark is never closed", line.at(line.text.rindex('"')))
        self.sheet.questions.append(QuestionText(text or self.sheet.title, sentence, line.at(0)))

    def _fixed(self, line: Line, tokens: Declarations) -> None:
        found = tuple(tokens.parameters("fixed"))
        if wrong := next((each for each in found if each.what != "number"), None):
            raise SheetError(f"a number that the rules fix is whole, and {wrong.shown} is none", wrong.at)
        self.items.append(Group("fixed", found, at=line.at(0)))

    def _sides(self, line: Line, tokens: Declarations) -> None:
        first = tokens.name()
        tokens.need_sign(",", "a comma and the second side")
        second = tokens.name()
        tokens.need_end()
        for token in (first, second):
            require_name(token.shown, token.at)
            if hasattr(Scenario, token.text):
                raise SheetError(f'"{token.shown}" cannot be the name of a side', token.at)
        if first.text == second.text:
            raise SheetError(f"{second.shown} is the first side already", second.at)
        self.sides = first.text, second.text
        self.items.append(Sides((first.shown, second.shown), (first.at, second.at), at=line.at(0)))

    def _ruling(self, line: Line, tokens: Declarations) -> None:
        name = tokens.new_name()
        options = [word.unquoted for word in tokens.listed(tokens.word, "|")]
        question = tokens.take().text if tokens.next.kind == "text" else label_of(name.shown)
        tokens.need_end()
        if len(options) < 2 or len({option.lower() for option in options}) < len(options):
            raise SheetError(f"{name.shown} needs two readings or more, such as {name.shown} a | b", name.at)
        made = Declared(name.text, name.shown, name.at, "choice", options[0], group="ruling", question=question)
        made = replace(made, options=tuple((option, None) for option in options), label=label_of(name.shown))
        self.items.append(Group("ruling", (made,), at=name.at))

    def _table(self, line: Line, tokens: Declarations) -> None:
        name = tokens.name()
        tokens.need_end()
        rows: list[Line] = []
        while self.here < len(self.lines) and is_row(self.lines[self.here].text):
            rows.append(self.lines[self.here])
            self.here += 1
        self.items.append(table_of(name, rows, line))

    def _die(self, line: Line, tokens: Declarations) -> None:
        name = tokens.new_name()
        die = tokens.list_faces(tokens.next.at)
        tokens.need_end()
        self.items.append(NamedDie(name.text, name.shown, die, at=name.at))

    def _rule(self, line: Line, tokens: Declarations) -> None:
        name = tokens.new_name()
        tokens.need_end()
        steps = self._block("rule")
        if not steps:
            raise SheetError(f"rule {name.shown} has no line; they stand below it, indented", line.at(0))
        for step in steps:
            if isinstance(step.of, nodes.Choose):
                raise SheetError("no choice stands in a rule", step.of.at)
        self.items.append(RuleBlock(name.text, name.shown, steps, at=name.at))

    def _rounds(self, line: Line, tokens: Declarations) -> None:
        most: nodes.Expression | None = None
        if tokens.took_word("at"):
            tokens.need_word("most")
            most = tokens.value(pools=False)
        elif tokens.next.kind != END:
            raise tokens.failure('"at most" and a number')
        tokens.need_end()
        steps = self._block("rounds")
        until: nodes.Expression | None = None
        following = self.lines[self.here] if self.here < len(self.lines) else None
        found = _HEADING.match(following.text) if following is not None else None
        if found and following and found[1].lower() == "until":
            self.here += 1
            until = self._tokens(following, found.end()).whole()
        if until is None and most is None:
            raise SheetError('these rounds need an end: "until: …" is missing', line.at(0))
        if not steps:
            raise SheetError("these rounds have no line; they stand below, indented", line.at(0))
        self.items.append(RoundsBlock(most, steps, until, at=line.at(0)))

    def _until(self, line: Line, begin: int) -> None:
        raise SheetError('"until:" stands right below the lines of "rounds:"', line.at(0))

    def _result(self, line: Line, tokens: Declarations) -> None:
        each: list[Any] = []
        found = result_line(tokens, line)
        while self.here < len(self.lines) and self.lines[self.here].indented:
            each.append(sentence_line(self.lines[self.here]))
            self.here += 1
        self.items.append(replace(found, each=tuple(each)))

    def _carry(self, line: Line, tokens: Declarations) -> None:
        name = tokens.name()
        if tokens.next.text != "=":
            raise tokens.failure('"="')
        tokens.take()
        self.items.append(CarryLine(name.text, name.shown, tokens.whole(), at=name.at))

    def _refuse(self, line: Line, tokens: Declarations) -> None:
        condition = tokens.any()
        why = tokens.sentence().text
        tokens.need_end()
        self.items.append(Refusal(condition, why, at=line.at(0)))

    def _try(self, line: Line, tokens: Declarations) -> None:
        name = tokens.sentence().text
        self.items.append(Try(name, settings(tokens, line), at=line.at(0)))

    def _expect(self, line: Line, begin: int) -> None:
        self.items.append(expectation(line, begin, self.sides))


def read_sheet(text: str) -> SheetText:
    r"""A sheet line by line, before anything is asked about its names.

    >>> read_sheet("hero: skill 3\nresult: done = d6 >= skill").common[0].parameters[0].default
    3

    Raises:
        SheetError: at the first line that cannot be read.
    """
    found = _Reading(text).read()
    if not found.questions:
        found.questions.append(QuestionText(found.title, "", place(1, 1)))
    return found
