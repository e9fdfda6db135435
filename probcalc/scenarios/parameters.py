"""Parameters as every reader sees them: command line, pages, links, sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from probcalc.scenarios.errors import unknown_name
from probcalc.scenarios.joining import join_words

Role: TypeAlias = Literal["preset", "stat", "modifier", "setting", "ruling"]
ParameterKind: TypeAlias = Literal["integer", "boolean", "choice", "list", "text"]
Belonging: TypeAlias = Literal["attacker", "target", "situation"]
Given: TypeAlias = Mapping[str, Any]
"""Values of parameters by their flat names: what a request gives, or what an entry of a table stands for."""
NOTHING = "none"
CUSTOM = "custom stats"
"""What holds where nobody is picked from a table whose entries fill stats."""
_MOST_LISTED = 12
_LONGEST_ROW = 3


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter as every reader sees it.

    Attributes:
        name: the flat name, with the side in front where there is one ("a.models").
        kind: integer, boolean, choice (of names), list (of integers) or text.
        default: the value without presets; None is "none".
        low, high: bounds of an integer, or of each entry of a list.
        choices: the names or numbers allowed, in order, for a choice.
        optional: whether "none" is a value.
        shortest, longest: bounds on the length of a list or text.
        derived: in words, the default that follows from other parameters; "" when it is plain.
        table: the preset table's title for a preset, else "".
        section: the side or part it belongs to, "" for the scenario itself.
        belongs_to: whether it is a figure or a choice of the one who acts, of the one who is acted on, or of neither.
        cost: what choosing it costs by the rules, as "1 Command Point"; "" for nothing.
        cost_short: the same where there is little room: "1 CP".
        absent: what holds where nothing is picked: "own weapon", "no save".
        signs: the signs that a text may hold in a link, beside letters, digits, blanks and . , + = _ -
        varied: the place among the parameters that are raised, or ranked, when none is named; 0 comes after all others.
        called: other words for choices, each with its choice: ("Spearmen", "spearmen").
        headcount: whether it says how many fight on a side, and stands beside its name.
        beside: of a list, the list with whose entries its own belong: "wills" for a re-roll of each unit.
        shares: of a list, the number whose parts it lists: the skill that is split among attacks.
        places: the list of which a number names one place, or a text pairs of places: "1-2,2-3".
        label_pattern, help_pattern: label and help with places for who takes part, "" where they have none.
    """

    name: str
    kind: ParameterKind
    default: Any
    help: str
    label: str
    role: Role
    low: int | None = None
    high: int | None = None
    choices: tuple[Any, ...] = ()
    choice_labels: tuple[str, ...] = ()
    called: tuple[tuple[str, Any], ...] = ()
    optional: bool = False
    shortest: int = 0
    longest: int = 0
    derived: str = ""
    table: str = ""
    section: str = ""
    signs: str = ""
    belongs_to: Belonging = "situation"
    cost: str = ""
    cost_short: str = ""
    absent: str = NOTHING
    varied: int = 0
    headcount: bool = False
    beside: str = ""
    shares: str = ""
    places: str = ""
    label_pattern: str = ""
    help_pattern: str = ""

    def __repr__(self) -> str:
        return f"<{self.name}: {self.help}; {self.values_in_words}>"

    @property
    def values_in_words(self) -> str:
        """The values allowed, in words: "1..30", "none or 1..6", "none, shield or warshield"."""
        if self.kind == "integer":
            text = f"{self.low}..{self.high}"
        elif self.kind == "boolean":
            text = "true or false"
        elif self.kind == "list":
            text = f"{self.shortest} to {self.longest} whole numbers, each {self.low}..{self.high}"
        elif self.kind == "text":
            text = f"text of at most {self.longest} characters"
        else:
            names = _in_spans(self.choices)
            if self.role == "preset" and len(names) > _MOST_LISTED:
                return f"none or one of the {len(names) - 1} in the table {self.table}"
            text = join_words(names, "or")
        return f"none or {text}" if self.optional else text

    def may_hold(self, text: str) -> bool:
        r"""Whether a text has nothing in it but what can be printed, and the signs of its own: the ends of lines, say.

        >>> Parameter("roll", "text", "", "", "Roll", "setting").may_hold("2d6\n")
        False
        """
        return text.isprintable() or all(c.isprintable() or c in self.signs for c in text)

    @property
    def turn(self) -> tuple[bool, int]:
        """What sorts parameters by the place at which they are varied; those without a place come last.

        >>> Parameter("noa", "integer", 1, "", "Attacks", "stat", varied=2).turn
        (False, 2)
        """
        return self.varied == 0, self.varied

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and greatest value of an integer, or of an entry of a list.

        Raises:
            TypeError: for a parameter of another kind.
        """
        if self.low is None or self.high is None:
            raise TypeError(f"{self.name} is {self.kind} and has no bounds")
        return self.low, self.high


def _in_spans(choices: tuple[Any, ...]) -> list[str]:
    """The names of a choice, with four or more numbers in a row as a range."""
    names: list[str] = []
    row: list[int] = []
    for one in (*choices, None):
        if type(one) is int and (not row or one == row[-1] + 1):
            row.append(one)
            continue
        names += [f"{row[0]}..{row[-1]}"] if len(row) > _LONGEST_ROW else map(str, row)
        row = [one] if type(one) is int else []
        names += [str(one)] if one is not None and not row else []
    return names


def default_label(name: str) -> str:
    """The label of a parameter for which none is said: its name in words.

    >>> default_label("weapon_strength")
    'Weapon strength'
    """
    return name.replace("_", " ").capitalize()


def named_or_first(found: Sequence[Parameter], name: str, kind: str, where: str) -> Parameter:
    """The parameter of a name among those found; without a name the first.

    >>> attacks = Parameter("noa", "integer", 1, "", "Attacks", "stat")
    >>> named_or_first([attacks], "", "whole-number parameter", " of chronopia.melee") is attacks
    True

    Raises:
        InputError: when there is none of that name, with the nearest one.
    """
    if not name:
        return found[0]
    for parameter in found:
        if parameter.name == name:
            return parameter
    raise unknown_name(kind, name, [parameter.name for parameter in found], where)
