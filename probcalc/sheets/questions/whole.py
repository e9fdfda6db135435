"""The questions of a sheet: what each shows, expects and refuses, what its sentences are held to, all in its order."""

from __future__ import annotations

import re
from typing import Any

from probcalc.exact.errors import suggestion
from probcalc.sheets.compiling.scope import Scope
from probcalc.sheets.compiling.whole_lines import LineCompiler, rounds_code
from probcalc.sheets.errors import SheetError, nearest, place
from probcalc.sheets.playing.choices import choices_of
from probcalc.sheets.playing.codes import Code
from probcalc.sheets.playing.lines import Line, line_of
from probcalc.sheets.playing.rounds import Rounds
from probcalc.sheets.questions.blocks import BlockBuilding
from probcalc.sheets.questions.question import Question, Shown
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.sheet import (
    CarryLine,
    Expectation,
    Refusal,
    ResultLine,
    Sentence,
    SheetText,
    Try,
)


class WholeBuilding(BlockBuilding):
    """A question in the making, to its last line."""

    def build(self) -> Question:
        """The question.

        Raises:
            SheetError: at the first line that means nothing.
        """
        self._look_ahead()
        for item in self.items:
            getattr(self, f"_{type(item).__name__.lower()}")(item)
        if not self.question.results:
            if step := next((each for each in self.question.steps() if each.names == ("result",)), None):
                raise SheetError('a result has a colon, "result: …", and this is a step called result', step.places[0])
            raise SheetError("a question needs a result: line", self.question.text.at)
        # A choice looks at what stands below it, and later choices are settled first.
        lines = self.question.lines
        for here in range(len(lines) - 1, -1, -1):
            line = lines[here]
            if isinstance(line, Rounds):
                line.settle(lines[here + 1 :])
            for choice in choices_of([line]):
                choice.settle(lines[here + 1 :])
        # Rulings stand last, as in every scenario.
        self.question.parameters.sort(key=lambda each: each[0].group == "ruling")
        self._require_worths()
        self._require_carried()
        for shown in self.question.results:
            shown.code.kind = self.scope.closed(shown.code.kind)
        return self.question

    def _resultline(self, item: ResultLine) -> None:
        self._more("results", item.at)
        name = item.name
        before, self.scope.entries = self.scope.entries, self.carried_on()
        side: int | None = None
        line: Line | None = None
        lasts = False
        if item.of is None:
            compiler = LineCompiler(self.scope, name.name)
            entry = self.scope.find(name)
            code = rounds_code(entry, item.at) if entry.counted is not None else compiler.of_entry(entry, name)
            key = entry.key
            lasts = entry.counted is not None
            side = self.scope.side_of(name)
            if lasts:
                pass
            elif entry.made is not None or entry.role != "step" or code.kind.dice:
                key = f"result {len(self.question.results)}"
                line = line_of(key, code, item.at)
        else:
            if name.side:
                own = f"{name.name} of {name.side.title()}"
                raise SheetError(
                    f"a result of a side is a step: write {own} = … in a line of its own, and result: {own}",
                    name.side_at,
                )
            if name.name.lower() != "_":
                self.scope.require_free(name.name.lower(), name.name, None, name.at)
            key = f"result {len(self.question.results)}"
            of = self.scope.find(item.of) if isinstance(item.of, nodes.Name) else None
            if of is not None and of.counted is not None:
                code, lasts = rounds_code(of, item.at), True
            else:
                code = LineCompiler(self.scope, name.name).compile(item.of)
                line = line_of(key, code, item.at)
        if code.kind.what not in ("number", "condition", "word"):
            code = LineCompiler(self.scope).as_number(code)
        self.scope.entries = before
        if code.kind.lacking:
            raise SheetError(f"{name.name} may be none, and a result is a number", name.at)
        shown = self.scope.key(name.name, side)
        if self.question.result_called(shown) is not None:
            raise SheetError(f"{name.name} is a result already", name.at)
        check_result(item, code, self.question)
        self.question.results.append(Shown(shown, key, code, line, item, side, lasts))

    def _try(self, item: Try) -> None:
        self.question.tries.append(item)

    def _expectation(self, item: Expectation) -> None:
        self._more("expectations", item.at)
        self.question.expectations.append(item)

    def _refusal(self, item: Refusal) -> None:
        code = LineCompiler(self.scope).condition(item.condition)
        parameters = {entry.key for entry in self.scope.entries.values() if entry.role == "parameter"}
        if code.random or not code.free <= parameters:
            raise SheetError("a refusal holds parameters and numbers only", code.at)
        self.question.refusals.append((item, code))

    def _carryline(self, item: CarryLine) -> None:
        entry = self.scope.find(nodes.Name(item.shown, at=item.at))
        if entry.role != "parameter" or entry.kind.what != "number" or entry.kind.lacking:
            raise SheetError(f"{item.shown} is not a parameter that is always a number", item.at)
        if self.question.carried is not None:
            raise SheetError("only one parameter can be carried into the next attack", item.at)
        match item.of:
            case nodes.Operation("-", (nodes.Name() as own, nodes.Name() as less)) if (
                own.name.lower() == item.name.lower()
            ):
                self.question.carried = entry.key, less
            case _:
                one, example = item.shown, f"carry: {item.shown} = {item.shown} - slain"
                raise SheetError(f"only a result can be taken off {one} for the next attack, as in {example}", item.at)

    def _require_carried(self) -> None:
        """Refuse to carry what is no result that counts."""
        if self.question.carried is None:
            return
        _, less = self.question.carried
        found = self.question.result_called(less.name)
        if found is None or found.code.kind.what != "number":
            raise SheetError(f"{less.name} is not a result that is a number", less.at)


def questions_of(sheet: SheetText) -> list[Question]:
    """All questions of a sheet.

    Raises:
        SheetError: at the first line that means nothing.
    """
    if len(sheet.questions) > 8:
        raise SheetError(
            f"a sheet has at most 8 questions, not {len(sheet.questions)}", sheet.questions[8].at or place(1, 1)
        )
    return [WholeBuilding(sheet, text).build() for text in sheet.questions]


_PLACE = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[\[\]{}]")


def check_result(item: ResultLine, code: Code, question: Any) -> None:
    """Refuse words that never occur, and sentences about who takes no part.

    Raises:
        SheetError: at the first of them.
    """
    if code.kind.what == "condition":
        _require_no_amount(item)
    if item.order:
        _require_words(item.order, code, question.scope)
    if item.says is not None:
        _check_sentence(item.says, question)
    if item.each and code.kind.what != "word":
        raise SheetError("sentences below a result are those of its words, and this has none", item.each[0][1])
    _require_words([(word, at) for word, at, _ in item.each], code, question.scope)
    for _, _, sentence in item.each:
        _check_sentence(sentence, question)


def _require_no_amount(item: ResultLine) -> None:
    """What is yes or no counts nothing."""
    name = item.name.name
    text = item.says.text if item.says is not None else ""
    if "{amount}" in text:
        assert item.says is not None
        place = item.says.at + 1 + text.index("{amount}")
        raise SheetError(
            f"{name} is yes or no, and {{amount}} is a number; dice that are counted are written (a + b) d6 >= 4", place
        )
    if item.unit:
        raise SheetError(f"{name} is yes or no, so there are no {item.unit} of it", item.name.at)


def _require_words(words: Any, code: Code, scope: Scope) -> None:
    if words and code.kind.what != "word":
        raise SheetError("words in an order are those of a result with words, and this has none", words[0][1])
    for word, at in words:
        scope.require_word(code.kind, code.name or "this", word, at)


def _check_sentence(sentence: Sentence, question: Any) -> None:
    roles = [group.word for group in question.groups if group.takes_part]
    roles += list(question.scope.shown_sides)
    for found in _PLACE.finditer(sentence.text):
        text, at = found[0], sentence.at + 1 + found.start()
        if text == "{amount}":
            continue
        if text[0] in "{}":
            raise SheetError("only {amount} stands in braces", at)
        inner = text[1:-1].strip()
        who = inner[4:].strip() if inner.lower().startswith("the ") else inner
        if who.lower() not in [role.lower() for role in roles]:
            near = nearest(who, roles)
            hint = suggestion(near and f"[the {near}]")
            raise SheetError(f"{text} takes no part{hint}", at)
