"""`Scenario`: one question about the rules, with its parameters, its play and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal, Self, TypeAlias

from probcalc.exact.budget.bounds import MAX_STEPS
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import Order, is_number
from probcalc.exact.records.fields import Fields, Offer
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.die import Die
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.steps import Event, Tree
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.decisions import Advising, Best, OpenPlay, Plan
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import Section, parameters_of
from probcalc.scenarios.models import MOST_MODELS
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.sentences import fill_pattern, roles_only

Played: TypeAlias = "Tree | Distribution | Event | Likeliest | int | list[int]"
StrikeDice: TypeAlias = "tuple[Count, Event]"
"""How many dice a side rolls when it strikes first, and what one of them is to show."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result as it is shown.

    Label, `says` and `each` may hold places for who takes part, as `[the attacker] slays|slay [the target]` does; the
    label is read with the roles in them, and `with_names` puts the names in.

    Attributes:
        name: its name in every answer.
        label: the player's words for it.
        order: the names in the order in which they are listed, those of a distribution over numbers with an end beyond
            them too: such names lie above every number, each above those listed before it.
        better: whether the player in the role of the scenario's first side wants more of it or less.
        unit: what an outcome counts ("wounds", "turns"), "" for names.
        lead: of a distribution over names, the name whose chance stands for it in one number; the first without.
        ranked: whether the names of the order, of a distribution over names alone, rise from each to the next, or fall;
            "" when none of them is higher than another.
        says: the sentence that the result makes, without its number; `{amount}` is how much of the unit. A label with
            a verb for one and for several is that sentence itself.
        each: of a distribution over names, the sentence that each name makes.
        words: what an outcome is called where its number or name says too little: 0 turns are "at once".
        pattern: the label with its places.
    """

    name: str
    label: str
    order: tuple[Any, ...] = ()
    better: Literal["more", "less", ""] = ""
    unit: str = ""
    lead: str = ""
    ranked: Literal["rising", "falling", ""] = ""
    says: str = ""
    each: Mapping[Any, str] = field(default_factory=dict, hash=False)
    words: Mapping[int | str, str] = field(default_factory=dict, hash=False)
    pattern: str = field(init=False, default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", self.label)
        if "|" in self.label and not self.says:
            object.__setattr__(self, "says", self.label)
        if "[" in self.label:
            object.__setattr__(self, "label", roles_only(self.label))

    def __repr__(self) -> str:
        return f"<{self.name}: {self.label}>"

    def with_names(self, parties: Sequence[Party]) -> Result:
        """The result with names in its label.

        >>> from probcalc.scenarios.parties import one_of
        >>> Result("lost", "Wounds of [the target]").with_names([one_of("target", "the target", "Ogre")]).label
        'Wounds of the Ogre'
        """
        if "[" not in self.pattern:
            return self
        found = replace(self)
        object.__setattr__(found, "label", fill_pattern(self.pattern, parties, again=True))
        object.__setattr__(found, "pattern", self.pattern)
        return found

    @property
    def outcome_order(self) -> Order | None:
        """Where the names among its outcomes stand; None where no name is declared, or none is higher than another.

        >>> Result("turn", "Turn of the failure", order=("lost",), unit="turn").outcome_order
        Order(names=('lost',), beyond=True)
        >>> Result("outcome", "Outcome", ("success", "failure"), ranked="falling").outcome_order
        Order(names=('failure', 'success'), beyond=False)
        """
        names = tuple(outcome for outcome in self.order if not is_number(outcome))
        # What counts something has numbers for outcomes, also where none of them stands in the order.
        if names and (self.unit or len(names) < len(self.order)):
            return Order(names, beyond=True)
        if not self.ranked:
            return None
        return Order(names if self.ranked == "rising" else names[::-1])


VARIANT = Parameter(
    "variant",
    "text",
    "",
    "Other dice and other numbers of the rules, like d20=2d10",
    "Variant of the rules",
    "setting",
    longest=400,
    signs=";{}()'",
)


class Scenario(Section):
    """A question with its parameters as fields; `play` is the rule, in the order in which players roll.

    The docstring's first line is the question it answers. `covers` holds the ids of the catalogue's rules,
    `results` all results that `play` may return, in order; `headline` names the result that a sentence leads with.
    `costly` names the parameter that a request too large to compute is blamed on, `most_steps` is what one answer may
    take, `advising` says what advice may be asked for, `variant` by which variant of the rules it is played,
    `other_dice` are the dice that `play` itself rolls in place of others (None where it has none, and a variant changes
    its trees), and `striking` is how what a side `strikes` with is said.
    """

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    covers: ClassVar[tuple[str, ...]] = ()
    results: ClassVar[tuple[Result, ...]] = ()
    headline: ClassVar[str] = ""
    costly: ClassVar[str] = ""
    most_steps: ClassVar[int] = MAX_STEPS
    advising: ClassVar[Advising | None] = None
    variant: ClassVar[str] = ""
    other_dice: ClassVar[Mapping[str, Die] | None] = None
    striking: ClassVar[str] = "die|dice, hits|hit"
    left_open: ClassVar[frozenset[str]] = frozenset()

    def play(self) -> Mapping[str, Played]:
        """The results as trees and events of trees, the likeliest of options, or plain numbers, by name."""
        raise TypeError(f"{type(self).__name__} does not say how it is played")

    def play_results(self) -> tuple[Mapping[str, Played], Callable[[], Sequence[str]]]:
        """The results as `play` has them, and what there is to be said about them once they have been read.

        What has to be worked out for it counts in the meter.
        """
        return self.play(), tuple

    # -- decisions ---------------------------------------------------------------------------------------------

    def is_open(self, side: str) -> bool:
        """Whether the decisions of a side are left open, so that the best play is looked for."""
        return side in self.left_open

    def opened(self, *sides: str) -> Self:
        """The same question with the decisions of these sides left open."""
        copy = self.with_values({})
        object.__setattr__(copy, "left_open", frozenset(sides))
        return copy

    def choose(
        self,
        side: str,
        when: str,
        *options: Option,
        fixed: int,
        seen: Mapping[str, Any] | None = None,
        so_far: Mapping[str, str] | None = None,
    ) -> Any:
        """What follows a decision: the option of place `fixed`, as the parameters say, or all of them where it is open.

        What follows an option is a function that makes it. `seen` are phrases for what is on the table, each with its
        value, `so_far` phrases for what has been added up, by field.
        """
        if not self.is_open(side):
            return options[fixed].follow()  # type: ignore[operator]
        made = tuple(Option(option.name, option.follow(), option.cost, option.also) for option in options)  # type: ignore[operator]
        if any(isinstance(option.follow, Fields) for option in made):
            return Offer(when, made, side, seen or {}, so_far or {})
        return Decision(when, made, side, seen or {})

    def open_play(self, side: str, opponent: str) -> OpenPlay:
        """The results that may be aimed at, the decisions of a side left open; with opponent "best" the other's too."""
        advising = type(self).advising
        sides = tuple(advising.sides) if advising is not None and opponent == "best" else (side,)
        return self.opened(*sides).play()  # type: ignore[return-value]

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """Who takes part, the one whose question it is first; `called` has names of the reader's own by parameter."""
        return ()

    def name_of(self, key: str) -> str:
        """What the side or unit of that key is called once it is known: "the Trolls", or its role."""
        return self._names.get(key, key)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        # A rule asks for them several times; they follow from what never changes.
        return {party.key: party.later for party in self.parties()}

    def meeting(self) -> str:
        """The verb of what the first does to the second ("charges|charge"); "" of two sides who only meet."""
        return ""

    def strikes(self) -> Mapping[str, StrikeDice]:
        """What each of two sides rolls when it strikes first, by the side; empty where no side strikes."""
        return {}

    def notes(self) -> list[str]:
        """Sentences about this request that a player should know, beside those the framework finds itself."""
        return []

    def least_steps(self) -> int:
        """How many steps the answer takes at the least, as its size tells; 0 where it tells nothing."""
        return 0

    def carryover(self) -> Carryover | None:
        """What this attack leaves behind on its target for the next one; None where there is no such thing."""
        return None

    def check_aim(self, name: str) -> None:
        """Refuse an aim that these parameters do not ask for."""

    def check_advice(self, mean: bool, points: int) -> None:
        """Refuse advice that would take too long, for a mean or for a chance, with so many points to spend.

        Raises:
            TooLarge: with the bound and the estimate.
        """

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        """What the side may fix beforehand, the first decision varying slowest."""
        return ()

    def points_at_hand(self, points: int) -> int:
        """How many of the points the side can spend here."""
        return points

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """Every parameter, rulings included, by flat name in the order of declaration."""
        return _parameters(cls)

    @classmethod
    def parameter(cls, name: str) -> Parameter | None:
        """The parameter of that name, or None; `variant` is one that every scenario takes."""
        return VARIANT if name == VARIANT.name else _by_name(cls).get(name)

    @classmethod
    def question(cls) -> str:
        """The question it answers, in one sentence."""
        # Python that is told to leave docstrings out leaves the title.
        return (cls.__doc__ or cls.title).strip().splitlines()[0]

    def value_of(self, name: str) -> Any:
        """The value of a parameter by its flat name."""
        found: Any = self
        for part in name.split("."):
            found = getattr(found, part)
        return found

    def replaced(self, values: Mapping[str, Any]) -> Any:
        """A copy with other values by flat name, unchecked."""
        return replaced(self, values)


@lru_cache(maxsize=MOST_MODELS)
def _parameters(model: type[Section]) -> tuple[Parameter, ...]:
    return parameters_of(model)


@lru_cache(maxsize=MOST_MODELS)
def _by_name(model: type[Section]) -> dict[str, Parameter]:
    return {p.name: p for p in _parameters(model)}


def replaced(model: Section, values: Mapping[str, Any]) -> Any:
    """A copy of a model with other values by flat name ("a.models"), unchecked."""
    own: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        head, dot, rest = name.partition(".")
        if dot:
            nested.setdefault(head, {})[rest] = value
        else:
            own[name] = value
    for head, inner in nested.items():
        own[head] = replaced(getattr(model, head), inner)
    return model.with_values(own)


def refused(parameter: str, why: str) -> InputError:
    """The refusal of a combination: one line that names the parameter and says why.

    >>> str(refused("watchers", "only a civilian is watched"))
    'watchers: only a civilian is watched'
    """
    return InputError(f"{parameter}: {why}", parameter)
