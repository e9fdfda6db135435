"""A sheet as a game: its questions as scenarios of one system, and its expectations held against them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Known, Tree
from probcalc.scenarios import finding
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.system import System
from probcalc.sheets.errors import SheetError, nearest, place
from probcalc.sheets.games.expected import ExpectedCompiler
from probcalc.sheets.games.model import SheetScenario
from probcalc.sheets.games.scenario_making import scenario_of
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.lines import line_of
from probcalc.sheets.questions.rows import check_tables, read_value
from probcalc.sheets.questions.whole import questions_of
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.headings import read_sheet
from probcalc.sheets.reading.sheet import Expectation, Setting

ID = "sheet"
_ABOUT = re.compile(r"about\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Met:
    """An expectation with what came out.

    Attributes:
        text: what is asked, as it is written.
        line: its line.
        wrong: why it does not hold; None where it does.
    """

    text: str
    line: int
    wrong: SheetError | None

    def __repr__(self) -> str:
        return f"<{self.wrong or f'line {self.line}: {self.text}'}>"


class Sheet:
    r"""A game on a page of text: what is on it, and what it comes to as a game among the others.

    >>> own = Sheet("hero: skill 4+ (2+..6+)\nresult: done = d6 >= skill")
    >>> own.questions, own.given(None, {"skill": "3+"})
    (('my_game',), {'skill': 3})

    Raises:
        SheetError: at the first line that cannot be read or means nothing.
    """

    def __init__(self, text: str, system_id: str = ID) -> None:
        if not isinstance(text, str):
            raise InputError("a sheet is a text")
        self.text, self.id = text, system_id
        try:
            read = read_sheet(text)
            found = questions_of(read)
        except SheetError as error:
            # Here and not above: a sheet that is read need not wait for what repairs one.
            from probcalc.sheets.games.meant import as_meant

            raise as_meant(text, error) from None
        except RecursionError:
            raise SheetError("a line of this sheet is nested too deeply", place(1, 1)) from None
        self.title = read.title
        self.notes = tuple(read.notes)
        for question in found:
            check_tables(question, found)
        names: list[str] = []
        for question in found:
            names.append(_free(_slug(question.text.title), names))
        self.questions = tuple(names)
        self.read = tuple(found)
        self._found = dict(zip(names, found, strict=True))
        self.scenarios = tuple(scenario_of(question, system_id, name) for name, question in self._found.items())
        self._models: dict[str, type[SheetScenario]] = dict(zip(names, self.scenarios, strict=True))
        first, tries = self.scenarios[0], [preset for name in names for preset in self._tries(name)]
        for name in names:
            for each in self._found[name].expectations:
                self._ask(name, each)
        famous = {"scenario": names[0], "question": first.question(), "parameters": {}}
        texts = {"presets.toml": {"preset": tries, "famous": famous}}
        self.system = System(
            system_id, self.title, "", "rule sheet", self.scenarios, not_modelled=self.notes, texts=texts
        )

    # -- asking --------------------------------------------------------------------------------------------------

    @contextmanager
    def along(self) -> Iterator[None]:
        """Within this block every question about scenarios can be asked of `sheet.NAME`."""
        with finding.along_with(self.system):
            yield

    def name_of(self, question: str | int | None) -> str:
        """The name of a question: as it is listed, by its number from 1, or the first.

        Raises:
            InputError: when there is none; the nearest is suggested.
        """
        if question is None:
            return self.questions[0]
        if isinstance(question, int) and 1 <= question <= len(self.questions):
            return self.questions[question - 1]
        small = _slug(question) if isinstance(question, str) else ""
        if small in self.questions:
            return small
        raise unknown_name("question", question, self.questions, " of this sheet")

    def id_of(self, question: str | int | None = None) -> str:
        """The id of a question's scenario."""
        return f"{self.id}.{self.name_of(question)}"

    def given(self, question: str | int | None, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters as they stand in a table or a command, as values of their kinds: 4+ as 4, yes as True.

        Raises:
            InputError: for a value that is none of its parameter.
        """
        name = self.name_of(question)
        found: dict[str, Any] = {}
        for key, value in flatten(parameters).items():
            small = key.lower()
            declared = self._declarations(name).get(small)
            if declared is None and (whose := self._whose(name, small)):
                raise InputError(f"whose {key}? write {whose}", key)
            if declared is None or not isinstance(value, str):
                found[key if declared is None else small] = value
                continue
            try:
                found[small] = read_value(declared, value, 0, self._found[name])
            except SheetError as error:
                said = error.said.removeprefix(f"{declared.shown} ")
                raise InputError(f"{key} {said}" if said != error.said else f"{key}: {said}", key) from None
        return found

    def _declarations(self, name: str) -> dict[str, Declared]:
        question = self._found[name]
        return {question.scope.key(each.name, side): each for each, side in question.parameters}

    def _whose(self, name: str, small: str) -> str:
        """Both names of a parameter that each of two sides has; "" where it is none."""
        sides = self._found[name].scope.sides
        found = [each for each in self._declarations(name) if each in {f"{side}.{small}" for side in sides}]
        return " or ".join(found)

    # -- expectations and ready questions ------------------------------------------------------------------------

    def _settings(self, name: str, settings: tuple[Setting, ...]) -> dict[str, Any]:
        declared, question = self._declarations(name), self._found[name]
        found: dict[str, Any] = {}
        for each in settings:
            small = each.name.lower()
            parameter = declared.get(small)
            if parameter is None:
                if whose := self._whose(name, small):
                    raise SheetError(f"whose {each.name}? write {whose}", each.at)
                raise SheetError(
                    f'"{each.name}" is no parameter of this question', each.at, nearest(each.name, declared)
                )
            if small in found:
                raise SheetError(f"{each.name} is given twice", each.at)
            found[small] = read_value(parameter, each.text, each.value_at, question)
        return found

    def _tries(self, name: str) -> Iterator[dict[str, Any]]:
        for each in self._found[name].tries:
            yield {"scenario": name, "name": each.name, "parameters": self._settings(name, each.settings)}

    def _ask(self, name: str, expected: Expectation) -> Any:
        """What an expectation asks, compiled: its value for what the names stand for, or the tree of it."""
        question = self._found[name]
        self._settings(name, expected.settings)
        _number(expected.value, expected.value_at)
        node = expected.asked
        if isinstance(node, nodes.Name):
            shown = question.result_called(question.scope.key(node.name, question.scope.side_of(node)))
            if shown is not None and (expected.kind != "chance" or shown.code.kind.what == "condition"):
                if expected.kind == "name" and shown.code.kind.what != "condition":
                    raise SheetError(f"{shown.name} is no chance; write mean of {shown.name}", node.at)
                return partial(question.play_result, shown)
        compiler = ExpectedCompiler(question)
        code = compiler.number(node) if expected.kind == "mean" else compiler.condition(node)
        return partial(Course([*question.course.lines, line_of("expected", code, expected.at)]).value, "expected")

    def check(self) -> list[Met]:
        r"""Every expectation, with what came out; all of them count in the meter that is open.

        >>> [met.wrong for met in Sheet("result: done = d6 >= 4\nexpect: done is 1/3").check()][0].said
        'done is 1/2, not 1/3'
        """
        return [
            self._check_expectation(name, each) for name in self.questions for each in self._found[name].expectations
        ]

    def _check_expectation(self, name: str, expected: Expectation) -> Met:
        asked_for = self._ask(name, expected)
        said = f"{expected.text} is {expected.value}"
        try:
            with self.along():
                scenario, _ = resolve(self._models[name], self._settings(name, expected.settings))
            values = scenario.values()
            found = asked_for(values)
        except SheetError as error:
            return Met(said, expected.at >> 16, error)
        except (InputError, TooLarge) as error:
            return Met(said, expected.at >> 16, SheetError(str(error), expected.at))
        mean = _mean(found)
        if _agrees(mean, expected.value, expected.value_at):
            return Met(said, expected.at >> 16, None)
        asked = ("the " if expected.text.startswith(("chance", "mean")) else "") + expected.text
        rounded = not _ABOUT.match(expected.value) and _agrees(mean, f"about {expected.value}", expected.value_at)
        hint = f"; rounded it is about {expected.value}" if rounded else ""
        line = f"{asked} is {mean}, not {expected.value}{hint}"
        return Met(said, expected.at >> 16, SheetError(line, expected.value_at))


def _mean(found: Any) -> Fraction:
    if isinstance(found, Known):
        # The mean of rounds without a last one is that of the whole law.
        return found.law.mean
    return Fraction(LawReader().mean(found)) if isinstance(found, Tree) else Fraction(found)


def _number(text: str, at: int) -> tuple[Fraction, int | None]:
    """An expected value, and to how many digits it is rounded."""
    about = _ABOUT.match(text)
    plain = text[about.end() :] if about else text
    if len(plain) < 300 and re.fullmatch(r"-?[0-9]+\s*/\s*[0-9]+", plain):
        top, bottom = map(int, plain.split("/"))
        if not bottom:
            raise SheetError("nothing is divided by 0", at)
        return Fraction(top, bottom), None
    digits = re.fullmatch(r"([+-]?(?=\.?[0-9])[0-9]{0,12}(?:\.([0-9]{1,12}))?)\s*(%?)", plain)
    if digits is None:
        raise SheetError(f'expected a value such as 3/8, 0.375 or 37.5%, not "{text[:20]}"', at)
    value, places = Fraction(digits[1]), len(digits[2] or "")
    if digits[3]:
        value, places = value / 100, places + 2
    return value, places if about else None


def _agrees(found: Fraction, text: str, at: int) -> bool:
    value, places = _number(text, at)
    if places is None:
        return found == value
    scale = 10**places
    # Half is rounded up.
    return Fraction((found * scale + Fraction(1, 2)).__floor__(), scale) == value


def _slug(title: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    return found or "question"


def _free(name: str, taken: list[str]) -> str:
    number, found = 2, name
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found
