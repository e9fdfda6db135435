"""A question of a sheet with all its names resolved: parameters, lines ready to be played, results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from probcalc.exact.distribution import Distribution
from probcalc.exact.steps import Known
from probcalc.sheets import nodes
from probcalc.sheets.choices import Choice, choice_line, choices_of
from probcalc.sheets.codes import Code, Values, applied, remembered
from probcalc.sheets.declarations import Declared
from probcalc.sheets.errors import SheetError, nearest, place
from probcalc.sheets.kinds import CONDITION, FAR, Kind, number
from probcalc.sheets.line_compiling import MOST_ROUNDS, LineCompiler
from probcalc.sheets.lines import Line, line_of
from probcalc.sheets.playing import Course
from probcalc.sheets.rounds import ROUND, ROUNDS, Given, Rounds
from probcalc.sheets.scope import Counted, Entry, Scope
from probcalc.sheets.sheet import (
    CarryLine,
    Expectation,
    Group,
    Item,
    NamedDie,
    QuestionText,
    Refusal,
    ResultLine,
    RoundsBlock,
    RuleBlock,
    Ruling,
    SheetText,
    Sides,
    Step,
    Table,
    Try,
)

MOST = {"parameters": 60, "steps": 80, "rules": 20, "results": 12, "tables": 12, "expectations": 100}


@dataclass(slots=True)
class Shown:
    """A result: its name, what it gives, how it is played, and how it is said; `lasts` of rounds without a last one."""

    name: str
    key: str
    code: Code
    line: Line | None
    text: ResultLine
    side: int | None
    lasts: bool = False


@dataclass(slots=True)
class Question:
    """A question, ready to be asked."""

    text: QuestionText
    scope: Scope
    groups: list[Group] = field(default_factory=list)
    parameters: list[tuple[Declared, int | None]] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    fixed: list[Declared] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    results: list[Shown] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    tries: list[Try] = field(default_factory=list)
    expectations: list[Expectation] = field(default_factory=list)
    refusals: list[tuple[Refusal, Code]] = field(default_factory=list)
    carries: list[tuple[CarryLine, Line, str]] = field(default_factory=list)
    rolls: dict[Any, Any] = field(default_factory=dict)
    _course: Course | None = None

    @property
    def course(self) -> Course:
        """The lines with those of the results, to be played."""
        if self._course is None:
            own = [shown.line for shown in self.results if shown.line is not None]
            self._course = Course([*self.lines, *own])
        return self._course

    def choices(self) -> list[Choice]:
        """All choices, those within rounds too."""
        inside = [line.lines if isinstance(line, Rounds) else [line] for line in self.lines]
        return choices_of([line for lines in inside for line in lines])

    def steps(self) -> list[Step]:
        """The steps as they are written, those of rounds and rules too."""
        found: list[Step] = []
        for item in self.items:
            found += [item] if isinstance(item, Step) else ()
            found += item.steps if isinstance(item, (RoundsBlock, RuleBlock)) else ()
        return found

    def played(self, shown: Shown, values: Values) -> Any:
        """What a result comes to: a value, or the tree of it."""
        if shown.lasts:
            law = self._lasting(values)
            assert law is not None
            return Known(law, "Rounds")
        return self.course.value(shown.key, values)

    def lasting_given(
        self, known: Sequence[Shown], holds: Callable[[Sequence[Any]], bool], values: Values
    ) -> Distribution | None:
        """How long rounds without a last one are where a condition holds of results; None where these are rolled."""
        return self._lasting(values, tuple(shown.key for shown in known), holds)

    def _lasting(
        self, values: Values, wanted: tuple[str, ...] = (), holds: Callable[[Sequence[Any]], bool] | None = None
    ) -> Distribution | None:
        place, rounds = next((place, line) for place, line in enumerate(self.lines) if isinstance(line, Rounds))
        given = None if holds is None else Given(Course(self.course.lines[place + 1 :]), wanted, holds)
        return rounds.lasting(Course(self.lines[:place]), values, given)


class Building:
    """A question in the making, line by line from the top."""

    def __init__(self, sheet: SheetText, text: QuestionText) -> None:
        self.items = [*sheet.common, *text.items]
        # A table stands anywhere: one below another question is known too, where this one has none of its name.
        self.elsewhere = [item for each in sheet.questions if each is not text for item in each.items]
        self.question = Question(text, Scope(), items=self.items)
        self.scope = self.question.scope
        self.has_rounds = self.bounded = False
        self.carried: dict[str, str] | None = None
        self.count: dict[str, int] = {}

    def built(self) -> Question:
        """The question.

        Raises:
            SheetError: at the first line that means nothing.
        """
        self._look_ahead()
        for item in self.items:
            getattr(self, f"_{type(item).__name__.lower()}")(item)
        if not self.question.results:
            raise SheetError("a question needs a result: line", self.question.text.at)
        # A choice looks at what stands below it, and later choices are settled first.
        lines = self.question.lines
        for here in range(len(lines) - 1, -1, -1):
            line = lines[here]
            if isinstance(line, Rounds):
                line.settle(lines[here + 1 :])
            for choice in choices_of([line]):
                choice.settle(lines[here + 1 :])
        self._require_worths()
        return self.question

    def _require_worths(self) -> None:
        """Refuse choices for the most of a word."""
        every = [each for line in self.question.lines for each in (line.lines if isinstance(line, Rounds) else [line])]
        kinds = {line.keys[0]: line.code.kind.what for line in every if line.code is not None}
        for choice in self.question.choices():
            if kinds.get(choice.aim, "number") not in ("number", "condition"):
                name = choice.purpose_words.partition(" ")[2]
                raise SheetError(
                    f"{name} is no number and no condition; give what is wanted a line, such as good = {name} is …",
                    choice.aim_at,
                )

    def _more(self, what: str, at: int) -> None:
        self.count[what] = self.count.get(what, 0) + 1
        if self.count[what] > MOST[what]:
            raise SheetError(f"a question has at most {MOST[what]} {what}", at)

    def _look_ahead(self) -> None:
        """Tables may stand anywhere; other names are used below where they stand."""
        below = self.scope.below
        for item in self.items:
            if isinstance(item, Table):
                if item.name in self.question.tables:
                    raise SheetError(f"{item.shown} is defined already", item.at)
                self._more("tables", item.at)
                self.question.tables[item.name] = item
            elif isinstance(item, (RuleBlock, NamedDie, Ruling)):
                below[item.name] = item.shown
            elif isinstance(item, Step):
                below.update(zip(item.names, item.shown, strict=True))
            elif isinstance(item, RoundsBlock):
                for step in item.steps:
                    if not step.is_next:
                        below.update(zip(step.names, step.shown, strict=True))
            elif isinstance(item, ResultLine):
                if item.of is not None:
                    self.scope.results[item.name.name.lower()] = item.name.name
            elif isinstance(item, Group):
                below.update({each.name: each.shown for each in item.parameters})

        for item in self.elsewhere:
            if isinstance(item, Table):
                self.question.tables.setdefault(item.name, item)

    def _defined(self, name: str) -> None:
        self.scope.below.pop(name, None)

    # -- parameters ----------------------------------------------------------------------------------------------

    def _sides(self, item: Sides) -> None:
        if self.scope.sides:
            raise SheetError("the sides are said already", item.at)
        self.scope.sides = item.names[0].lower(), item.names[1].lower()
        self.scope.shown_sides = item.names

    def _group(self, item: Group) -> None:
        self.question.groups.append(item)
        sides: Iterable[int | None] = (None,)
        if item.word == "each":
            if not self.scope.sides:
                raise SheetError('"each:" needs a line "sides: A, B" above it', item.at)
            sides = (0, 1)
        for declared in item.parameters:
            self._more("parameters", declared.at)
            kind, worth = self._kind(declared)
            for side in sides:
                key = declared.name if side is None else f"{self.scope.sides[side]}.{declared.name}"
                entry = Entry(key, declared.shown, "parameter", kind, declared.at >> 16, worth=worth, declared=declared)
                self.scope.define(declared.name, entry, side, declared.at)
                if item.word != "fixed":
                    self.question.parameters.append((declared, side))
            if item.word == "fixed":
                self.question.fixed.append(declared)
            self._defined(declared.name)

    def _kind(self, declared: Declared) -> tuple[Kind, dict[str, int] | None]:
        what = declared.what
        if what in ("number", "more", "less"):
            return Kind("number", declared.low, declared.high, _lacking(declared)), None
        if what == "switch":
            return CONDITION, None
        if what == "list":
            return Kind("list", declared.low, declared.high), None
        if what == "dice":
            return Kind("dice"), None
        if what == "row":
            table = self.question.tables.get(declared.table)
            if table is None:
                near = nearest(declared.table, [each.shown for each in self.question.tables.values()])
                raise SheetError(f'there is no table "{declared.table}"', declared.table_at, near)
            names = [row[0].text for row in table.rows]
            if declared.default is not None and str(declared.default).lower() not in [name.lower() for name in names]:
                raise SheetError(
                    f'{table.shown} has no row "{declared.default}"',
                    declared.at,
                    nearest(str(declared.default), names),
                )
            return Kind("word", words=("none", *(name.lower() for name in names))), None
        words = tuple(word.lower() for word, _ in declared.options)
        worth = {word.lower(): n for word, n in declared.options if n is not None} or None
        return Kind("word", words=words), worth

    def _ruling(self, item: Ruling) -> None:
        kind = Kind("word", words=tuple(option.lower() for option in item.options))
        self._more("parameters", item.at)
        self.scope.define(item.name, Entry(item.name, item.shown, "ruling", kind, item.at >> 16), None, item.at)
        self.question.rulings.append(item)
        self._defined(item.name)

    def _table(self, item: Table) -> None:
        pass

    def _nameddie(self, item: NamedDie) -> None:
        entry = Entry(item.name, item.shown, "die", Kind("die"), item.at >> 16, die=item.die)
        self.scope.define(item.name, entry, None, item.at)
        self._defined(item.name)

    # -- steps ---------------------------------------------------------------------------------------------------

    def sides_of(self, step: Step) -> tuple[int | None, ...]:
        """The sides that a step is played for."""
        if not step.side:
            return (None,)
        if step.side == "each" and self.scope.sides:
            return (0, 1)
        if step.side in self.scope.sides:
            return (self.scope.sides.index(step.side),)
        near = nearest(step.side, ("each", *self.scope.shown_sides)) if self.scope.sides else ""
        raise SheetError(f'"{step.side}" is no side', step.side_at, near)

    def compiled(self, step: Step, side: int | None) -> Code:
        """The code of a step."""
        self.scope.side = side
        try:
            code = LineCompiler(self.scope, step.shown[0]).compile(step.of)
        finally:
            self.scope.side = None
        if code.kind.what == "list":
            raise SheetError(
                f"{code.name} holds several numbers; write sum of {code.name} or best of {code.name}", code.at
            )
        return code

    def _step(self, step: Step) -> None:
        self._more("steps", step.places[0])
        made: list[tuple[int | None, Line, Kind, str]] = []
        for name, at in zip(step.names, step.places, strict=True):
            self._require_new(name, step, at)
        for side in self.sides_of(step):
            line: Line
            key = step.names[0] if side is None else f"{self.scope.sides[side]}.{step.names[0]}"
            if isinstance(step.of, nodes.Choose):
                if side is not None:
                    whose = f"for most … of {self.scope.shown_sides[side]}"
                    raise SheetError(f"a choice is of no side; write {step.shown[0]} = choose … {whose}", step.of.at)
                if self.carried is not None and not self.bounded:
                    raise SheetError('in rounds a choice needs "at most"', step.of.at)
                line, kind = choice_line(step.of, key, step.shown[0], self.scope, self.carried)
                made.append((side, line, kind, ""))
                continue
            code = self.compiled(step, side)
            line = line_of(key, code, step.places[0])
            if len(step.names) > 1:
                prefix = "" if side is None else f"{self.scope.sides[side]}."
                line = _hands_line(tuple(prefix + name for name in step.names), code, step.places[0])
            made.append((side, line, stored(code.kind), level_of(code)))
        for side, line, kind, level in made:
            self.question.lines.append(line)
            for name, shown, at in zip(step.names, step.shown, step.places, strict=True):
                key = name if side is None else f"{self.scope.sides[side]}.{name}"
                self.scope.define(name, Entry(key, shown, "step", kind, step.line, level), side, at)
        for name in step.names:
            self._defined(name)

    def _require_new(self, name: str, step: Step, at: int) -> None:
        """Refuse a name that is there already before anything is asked about its expression."""
        shown = step.shown[step.names.index(name)]
        for side in self.sides_of(step):
            self.scope.require_free(name, shown, side, at)

    def _ruleblock(self, item: RuleBlock) -> None:
        self._more("rules", item.at)
        above = replace(
            self.scope, entries=dict(self.scope.entries), sided=dict(self.scope.sided), gone=dict(self.scope.gone)
        )
        made: dict[int | None, tuple[list[Line], Code]] = {}

        def mentioned(compiler: LineCompiler) -> Code:
            side = compiler.scope.side
            if side not in made:
                made[side] = self._rule_lines(item, above, side)
            lines, last = made[side]
            return _rule_code(item, lines, last)

        # A rule is read where it stands, for whichever side it can be read.
        entry = Entry(f"rule {item.name}", item.shown, "rule", Kind("rule"), item.at >> 16, made=mentioned)
        self.scope.define(item.name, entry, None, item.at)
        sided = any(_mentions_side(step.of, self.scope) for step in item.steps)
        first = 0 if sided and self.scope.sides else None
        made[first] = self._rule_lines(item, above, first)
        self._defined(item.name)

    def _rule_lines(self, item: RuleBlock, above: Scope, side: int | None) -> tuple[list[Line], Code]:
        scope = replace(above, side=side, within={}, entries=dict(above.entries))
        scope.entries[item.name] = Entry("", item.shown, "rule", Kind("rule"), item.at >> 16)
        prefix = f"{item.name}/{'' if side is None else side}/"
        names = {name: shown for step in item.steps for name, shown in zip(step.names, step.shown, strict=True)}
        lines: list[Line] = []
        code: Code | None = None
        for step in item.steps:
            if step.side:
                raise SheetError("a rule is played for the side of the line that names it", step.side_at)
            scope.below = {**above.below, **{n: s for n, s in names.items() if n not in scope.within}}
            code = LineCompiler(scope, step.shown[0]).compile(step.of)
            keys = tuple(prefix + name for name in step.names)
            line = line_of(keys[0], code, step.places[0]) if len(keys) == 1 else _hands_line(keys, code, step.places[0])
            lines.append(line)
            for name, shown, at, key in zip(step.names, step.shown, step.places, keys, strict=True):
                if name in scope.within:
                    raise SheetError(f"{shown} is defined already in line {scope.within[name].line}", at)
                scope.within = {
                    **scope.within,
                    name: Entry(key, shown, "step", stored(code.kind), step.line, level_of(code)),
                }
        assert code is not None
        if code.kind.what not in ("number", "condition", "word"):
            LineCompiler(scope).as_number(code)
        return lines, code

    def _roundsblock(self, item: RoundsBlock) -> None:
        if self.has_rounds:
            raise SheetError("a question has one block of rounds", item.at)
        self.has_rounds = True
        most = None
        if item.most is not None:
            most = LineCompiler(self.scope).still(item.most, "the number of rounds")
            if isinstance(item.most, nodes.Number) and not 1 <= item.most.value <= MOST_ROUNDS:
                raise SheetError(f"at most 1..{MOST_ROUNDS:,} rounds are played, not {item.most.value:,}", item.most.at)
        outer, lines = self.question.lines, list[Line]()
        before = dict(self.scope.entries)
        before_sided = dict(self.scope.sided)
        carried = self._carried(item)
        self._carry_on(carried)
        known = dict(self.scope.entries)
        if most is not None:
            self.scope.entries["round"] = Entry(ROUND, "round", "step", number(1, MOST_ROUNDS), item.at >> 16)
        self.question.lines, self.carried, self.bounded = lines, carried, most is not None
        following: list[tuple[Step, int | None]] = []
        for step in item.steps:
            if step.is_next:
                following += [(step, side) for side in self.sides_of(step)]
            else:
                self._step(step)
        for step, side in following:
            self._next(step, side, before)
        self.question.lines, self.carried = outer, None
        inside = {name: entry.shown for name, entry in self.scope.entries.items() if name not in known}
        self.scope.entries = dict(known)
        self.scope.sided = before_sided
        self.scope.gone = {name.rpartition(".")[2]: shown for name, shown in inside.items() if name != "round"}
        until = None
        if item.until is not None:
            until = LineCompiler(self.scope).condition(item.until)
            if until.random:
                raise SheetError("nothing is rolled in until; it uses what stands above it", until.at)
        # What the block carries is another value behind it.
        for name, entry in known.items():
            if entry.key in carried:
                self.scope.entries[name] = replace(entry, level="")
        counted = Counted() if most is None else None
        played = number(0, FAR if most is None else MOST_ROUNDS)
        self.scope.entries[ROUNDS] = Entry(ROUNDS, "rounds", "step", played, item.at >> 16, "", counted=counted)
        self.question.lines.append(Rounds(lines, carried, most, until, item.at, counted))

    def _carry_on(self, carried: Mapping[str, str]) -> None:
        """What is carried may be anything from round to round: its kind stays, its parts do not."""
        entries = self.scope.entries
        for name, entry in list(entries.items()):
            if entry.key not in carried:
                continue
            kind = replace(entry.kind, check="", faces=frozenset(), parts=())
            if kind.what == "number":
                kind = replace(kind, high=FAR)
            elif kind.what == "word":
                kind = replace(kind, words=None)
            entries[name] = replace(entry, kind=kind, level="const")

    def _carried(self, item: RoundsBlock) -> dict[str, str]:
        found: dict[str, str] = {}
        for step in item.steps:
            if not step.is_next:
                continue
            for side in self.sides_of(step):
                name = step.names[0]
                key = name if side is None else f"{self.scope.sides[side]}.{name}"
                entry = self.scope.entries.get(key)
                if entry is None:
                    raise SheetError(f"nothing called {step.shown[0]} stands above the rounds", step.places[0])
                if entry.role != "step":
                    raise SheetError(f"{step.shown[0]} is a parameter; carry a step of your own", step.places[0])
                if entry.key in found:
                    raise SheetError(f"{step.shown[0]} has a next line already", step.places[0])
                found[entry.key] = f"next {entry.key}"
        return found

    def _next(self, step: Step, side: int | None, before: dict[str, Entry]) -> None:
        name = step.names[0] if side is None else f"{self.scope.sides[side]}.{step.names[0]}"
        code = self.compiled(step, side)
        wanted = before[name].kind.what
        if code.kind.what != wanted and {code.kind.what, wanted} != {"number", "condition"}:
            what = {"number": "a number", "condition": "a condition", "word": "a word"}
            raise SheetError(
                f"{step.shown[0]} is {what.get(wanted, 'dice')} before, and {what.get(code.kind.what, 'dice')} here",
                code.at,
            )
        line = line_of(f"next {name}", code, step.places[0])
        self.question.lines.append(line)

    # -- what is shown -------------------------------------------------------------------------------------------

    def _resultline(self, item: ResultLine) -> None:
        from probcalc.sheets.result_checks import check_result

        self._more("results", item.at)
        name = item.name
        side: int | None = None
        line: Line | None = None
        lasts = False
        if item.of is None:
            compiler = LineCompiler(self.scope, name.name)
            entry = self.scope.find(name)
            code = _rounds_code(entry, item.at) if entry.counted is not None else compiler.of_entry(entry, name)
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
                raise SheetError("a result with an expression of its own is of no side", name.side_at)
            if name.name.lower() != "_":
                self.scope.require_free(name.name.lower(), name.name, None, name.at)
            key = f"result {len(self.question.results)}"
            of = self.scope.find(item.of) if isinstance(item.of, nodes.Name) else None
            if of is not None and of.counted is not None:
                code, lasts = _rounds_code(of, item.at), True
            else:
                code = LineCompiler(self.scope, name.name).compile(item.of)
                line = line_of(key, code, item.at)
        if code.kind.what not in ("number", "condition", "word"):
            code = LineCompiler(self.scope).as_number(code)
        if code.kind.lacking:
            raise SheetError(f"{name.name} may be none, and a result is a number", name.at)
        shown = name.name if side is None else f"{self.scope.sides[side]}.{name.name}"
        if any(each.name.lower() == shown.lower() for each in self.question.results):
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
        parameters = {entry.key for entry in self.scope.entries.values() if entry.role in ("parameter", "ruling")}
        if code.random or not code.free <= parameters:
            raise SheetError("a refusal holds parameters and numbers only", code.at)
        self.question.refusals.append((item, code))

    def _carryline(self, item: CarryLine) -> None:
        entry = self.scope.find(nodes.Name(item.shown, item.at))
        if entry.role != "parameter" or entry.kind.what != "number":
            raise SheetError(f"{item.shown} is no parameter that is a number", item.at)
        code = LineCompiler(self.scope, item.shown).number(item.of)
        key = f"carry {item.name}"
        self.question.carries.append((item, line_of(key, code, item.at), key))


def _rounds_code(entry: Entry, at: int) -> Code:
    return Code(entry.kind, itemgetter(entry.key), frozenset({entry.key}), level="", at=at, name=entry.shown)


def _lacking(declared: Declared) -> Any:
    return "" if not declared.optional else "below" if declared.what == "less" else "above"


def stored(kind: Kind) -> Kind:
    """What a step holds of what was rolled."""
    return replace(kind, dice=False, words=None if kind.dice else kind.words)


def level_of(code: Code) -> str:
    """How a step depends on the counts of dice above it."""
    return "" if code.random and code.level == "const" else code.level


def _hands_line(keys: tuple[str, ...], code: Code, at: int) -> Line:
    def run(values: Values, asked: tuple[str, ...]) -> Any:
        return applied(itemgetter(*[keys.index(key) for key in asked]), [code.run(values)])

    return Line(keys, run, code.free, True, "", None, at)


def _rule_code(item: RuleBlock, lines: list[Line], last: Code) -> Code:
    inner = {key for line in lines for key in line.keys}
    free = frozenset().union(*(line.needs for line in lines)) - inner
    key, course = lines[-1].keys[0], Course(lines)
    random = any(line.random for line in lines)

    def run(values: Values) -> Any:
        return course.value(key, values)

    return Code(
        stored(last.kind),
        remembered(run, free) if random else run,
        free,
        random,
        "" if random else last.level,
        item.at,
        item.shown,
    )


def _mentions_side(node: Any, scope: Scope) -> bool:
    """Whether names of a side stand in an expression."""
    if isinstance(node, nodes.Name):
        return bool(node.side == "enemy" or (not node.side and node.name.lower() in scope.sided))
    return any(_mentions_side(part, scope) for part in parts_of(node))


def parts_of(node: Any) -> list[Any]:
    """The expressions within an expression."""
    from probcalc.notation.walking import inside

    found = list(inside(node))
    for value in (getattr(node, "cases", ()), getattr(node, "spans", ())):
        for pair in value:
            found.extend(pair)
    return found


def questions_of(sheet: SheetText) -> list[Question]:
    """All questions of a sheet.

    Raises:
        SheetError: at the first line that means nothing.
    """
    if len(sheet.questions) > 8:
        raise SheetError(
            f"a sheet has at most 8 questions, not {len(sheet.questions)}", sheet.questions[8].at or place(1, 1)
        )
    return [Building(sheet, text).built() for text in sheet.questions]
