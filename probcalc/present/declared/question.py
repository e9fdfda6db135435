"""One question about answers: declared once, and asked in the same way at every door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from probcalc.analysis.findings.report import Report
    from probcalc.analysis.numbers.measure import Measure
    from probcalc.analysis.numbers.trial import Progress, Trial
    from probcalc.scenarios import parameters
    from probcalc.scenarios.rosters import Roster
    from probcalc.scenarios.scenario import Scenario

F = TypeVar("F")
Model: TypeAlias = "type[Scenario]"
Of: TypeAlias = Literal["scenario", "request or system", "scenario or system", "system", "all", "requests", "nothing"]
"""What a question is asked of: one request of a scenario; the same, or a whole game; a scenario or a whole game; a
whole game; a scenario, a game or all games; several requests; or nothing but what its options say."""
OptionKind: TypeAlias = Literal[
    "text", "result", "number", "flag", "address", "file", "entry", "place", "out", "beside"
]
"""What an option holds: a text, the name of a result, a whole number, whether it is said at all, where the
pages are, the text of a file, entries of a table among the words of the request, or the place of a file: one that the
question writes itself, one that is written instead of the screen, one that is written beside it."""
Written: TypeAlias = "str | bytes | Mapping[str, Any] | Sequence[Report] | Iterator[bytes]"
"""What is written: a text, the bytes of a file, plain data, reports one below the other, or bytes as they come."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a question asks for beside the request.

    Attributes:
        name: its name in Python and of an address; the command line has it behind two dashes.
        help: what the command line says of it.
        words: what stands beside it on a page; "" where no page asks for it.
        fits: the parameters that it may name; None for any text.
        is_required: whether it is always said.
        is_list: whether it may be said several times.
        frees: whether what it names is no longer given.
        form: how it is written, in capitals.
        kind: what it holds.
        bounds: the least number and the greatest, of a file the number of its characters; None for any.
        choices: the texts of which it is one; () for any. Of a file that is written, how its name may end.
        results: the names of the results that it may name, where not all will do.
        default: the text that it holds where nothing is said.
        flag: its name on the command line, where that is another; "-" where it stands there without.
    """

    name: str
    help: str
    words: str = ""
    fits: Callable[[Model], Iterable[parameters.Parameter]] | None = None
    is_required: bool = False
    is_list: bool = False
    frees: bool = False
    form: str = "NAME"
    kind: OptionKind = "text"
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    results: Callable[[Model], Iterable[str]] | None = None
    default: str = ""
    flag: str = ""

    @property
    def unsaid(self) -> Any:
        """What it holds where nothing is said."""
        if self.is_list:
            return ()
        return {"number": None, "flag": False}.get(self.kind, self.default)


def _unheard(_: str) -> None:
    """Where nobody reads what is said beside an answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is asked of: a request, what its options say, and the number that is looked at.

    Attributes:
        place: the id of a scenario or of a game; "" for all games.
        given: the parameters of the request.
        said: what its options say, by their names.
        measure: the number that is looked at; None for the main one.
        progress: is told how far it has come.
        roster: units and weapons of somebody's own.
        requests: of several requests the scenario and the parameters of each.
        names: what those who take part are called; of several requests how each was written.
        chosen: those of its options alone that were said, be it by an empty text.
        called: the names of the roster's entries, by the places in which they stand.
        strong: marks a text that leads.
        remark: is told what is said beside the answer.
    """

    place: str
    given: Mapping[str, Any]
    said: Mapping[str, Any] = field(default_factory=dict)
    measure: Measure | None = None
    progress: Progress | None = None
    roster: Roster | None = None
    requests: Sequence[tuple[str, Mapping[str, Any]]] = ()
    names: Sequence[Any] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    strong: Callable[[str], str] = str
    remark: Callable[[str], None] = _unheard


@dataclass(frozen=True)
class Question(Generic[F]):
    """A question about answers.

    Attributes:
        order: its place in lists, the lowest first.
        short: what it finds, in one line.
        about: the same at length.
        kind: the class of what it finds, or several, by which a notebook knows it; None where it shows itself.
        find: finds it.
        reports: its reports, as it was asked, the one that answers first; none where it is written otherwise.
        examples: the words of commands, or whole lines, where something stands in front.
        words: what a page calls it; "" where it has a part of its own there.
        applies: whether a scenario can be asked it.
        of: what it is asked of.
        between: the word between its requests.
        options: what it asks for beside the request.
        is_measured: whether it looks at one number, which may be chosen.
        after: the command behind which it stands in a list of all; "" for the question before it.
        method: its name in Python, where that is another.
        needs: the libraries without which it is refused: what needs them, and the extra that has them.
        trials: the requests that were tried; where none of them has a number, a command is refused.
        notes: what is said below its report of how it was asked.
        forms: in which it can be written, beside text.
        writes: how it is written in a form, "" for text, where that is not its first report; a file that is written
            instead of the screen has the form of its ending.
        files: what is written to each file beside, and what is said of it.
        counted: what its progress counts, where a rate is of interest.
    """

    order: int
    short: str
    about: str
    kind: type[F] | tuple[type[Any], ...] | None
    find: Callable[[Asked], F]
    reports: Callable[[F, Asked], Sequence[Report]]
    examples: tuple[str, ...]
    words: str = ""
    applies: Callable[[Model], Any] | None = None
    of: Of = "scenario"
    between: str = ""
    options: tuple[Option, ...] = ()
    is_measured: bool = False
    after: str = ""
    method: str = ""
    needs: tuple[str, str] | None = None
    trials: Callable[[F], Iterable[Trial]] | None = None
    notes: Callable[[Asked], Iterable[str]] | None = None
    forms: tuple[str, ...] = ("json", "csv", "markdown")
    writes: Callable[[F, Asked, str], Written] | None = None
    files: Mapping[str, Callable[[F, Asked], tuple[str, str]]] = field(default_factory=dict)
    counted: str = ""

    def written(self, found: F, asked: Asked, form: str = "") -> Written:
        """What it found, in one of its forms.

        >>> from probcalc.present.questions import REGISTER
        >>> roll, said = REGISTER.question("roll"), {"roll": ["d6"], "result": "", "explain": False, "at_least": 6}
        >>> asked = Asked("", {}, said)
        >>> roll.written(roll.find(asked), asked, "line")
        'd6: result at least 6: 16.7% (1/6), d6 gives 3.50 on average'
        """
        if self.writes is not None:
            return self.writes(found, asked, form)
        report = self.reports(found, asked)[0]
        notes = self.notes(asked) if self.notes is not None else ()
        return [replace(report, notes=(*report.notes, *notes))]

    def can_ask(self, model: Model) -> bool:
        """Whether a scenario can be asked it."""
        return self.applies is None or bool(self.applies(model))

    @cached_property
    def function(self) -> Callable[..., F]:
        """The question as a function of a scenario, its parameters, and keywords for the options."""

        def ask(place: str, /, parameters: Mapping[str, Any] | None = None, **named: Any) -> F:
            return self.ask(place, parameters, **named)

        asked = signature(ask)
        *first, last = asked.parameters.values()
        needed = [option.name for option in self.options if option.is_required]
        keywords = [*(option.name for option in self.options), *["measured"] * self.is_measured, "budget"]
        kept = ((name, Parameter.empty if name in needed else None) for name in keywords)
        known = [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default in kept]
        found = self.kind if isinstance(self.kind, type) else Any
        ask.__signature__ = asked.replace(parameters=[*first, *known, last], return_annotation=found)  # type: ignore[attr-defined]
        ask.__doc__ = self.about
        return ask

    def ask(self, place: str, /, parameters: Mapping[str, Any] | None = None, **named: Any) -> F:
        """What it finds; options are keywords, and so are parameters that have the name of none.

        >>> from probcalc.present.laboratory import REGISTER
        >>> steps = REGISTER.question("steps")
        >>> steps.ask("chronopia.armour", {"damage": 30}, over="armour", measured="any_wound").flats
        ((-10, 31),)

        Raises:
            InputError: when a name is unknown, an option is missing, or the request is refused.
            TooMuch: when it would take too long.
        """
        from probcalc.analysis.numbers.measure import measure_of
        from probcalc.exact.budget.bounds import metered
        from probcalc.scenarios.errors import InputError
        from probcalc.scenarios.given_values import brief_value, merge_given

        said: dict[str, Any] = {}
        for option in self.options:
            value = named.pop(option.name, None) or option.unsaid
            if option.is_required and not value:
                raise InputError(f"{option.name} is missing: {option.help[:1].lower()}{option.help[1:]}", option.name)
            said[option.name] = value = (value,) if option.is_list and isinstance(value, str) else value
            # What else an option may hold is asked for by functions of their own, with types of their own.
            texts = value if option.is_list and isinstance(value, Sequence) else (value,)
            if option.kind == "text" and not all(isinstance(each, str) for each in texts):
                several = ", or several" * option.is_list
                raise InputError(
                    f"{option.name}: a text is expected{several}, and not {brief_value(value)}", option.name
                )
        budget, number = named.pop("budget", None), named.pop("measured", None) if self.is_measured else None
        whole = merge_given(parameters, named)
        wanted = None if number is None else measure_of(place, number, whole)
        asked = Asked(place, whole, said, wanted)
        if budget is None:
            return self.find(asked)
        with metered(budget):
            return self.find(asked)
