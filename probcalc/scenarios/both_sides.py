"""Results that many questions have: of both sides, each pair declared once, and of every roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sides import SIDES

Roles: TypeAlias = tuple[str, str]
NAMED: Roles = ("Side A", "Side B")
_TURNED: Mapping[str, Literal["more", "less", ""]] = {"more": "less", "less": "more", "": ""}


def of_both(
    name: str,
    label: str,
    better: Literal["more", "less", ""] = "",
    unit: str = "",
    says: str = "",
    *,
    roles: Roles = NAMED,
    each: Mapping[Any, str] | None = None,
    order: tuple[Any, ...] = (),
    ranked: Literal["rising", "falling", ""] = "",
) -> tuple[Result, Result]:
    """One result of each side, said of `[own]` and `[other]`; what is better for the first is worse of the second.

    >>> for result in of_both("wounds", "Wounds of [own]", "less", "wounds", "[own] takes|take {amount}"):
    ...     print(result.name, result.label, result.better, result.says)
    a_wounds Wounds of Side A less [Side A] takes|take {amount}
    b_wounds Wounds of Side B more [Side B] takes|take {amount}
    """

    def of(own: int) -> Result:
        def say(text: str) -> str:
            return text.replace("[own]", f"[{roles[own]}]").replace("[other]", f"[{roles[1 - own]}]")

        sentences = {outcome: say(text) for outcome, text in (each or {}).items()}
        wanted = _TURNED[better] if own else better
        return Result(f"{SIDES[own]}_{name}", say(label), order, wanted, unit, "", ranked, say(says), sentences)

    return of(0), of(1)


def who_wins(label: str, neither: str, says: str, roles: Roles = NAMED) -> Result:
    """Who wins of two sides: a, b, or neither by its name and its verb.

    >>> result = who_wins("Winner", "draw", "draws|draw")
    >>> result.order, result.each["draw"]
    (('a', 'draw', 'b'), '[Side A] [against] [Side B] draws|draw')
    """
    verbs = {"a": "wins|win", neither: says, "b": "loses|lose"}
    met = "[{}] [against] [{}]".format(*roles)
    return Result("winner", label, tuple(verbs), each={outcome: f"{met} {verb}" for outcome, verb in verbs.items()})


def who_leads(lead: int, neither: str) -> str:
    """Who wins by the lead of the first over the second: a, b, or neither by its name.

    >>> who_leads(2, "tie"), who_leads(-1, "tie"), who_leads(0, "draw")
    ('a', 'b', 'draw')
    """
    return "a" if lead > 0 else "b" if lead < 0 else neither


def who_charges(a: Any, b: Any) -> str:
    """How the first of two sides meets the second, as whoever charges says it."""
    return "charges|charge" if a.charging else "is|are charged by" if b.charging else ""


BANDS = ("critical", "success", "failure", "fumble")
CRITICAL = Result("critical", "Critical", better="more", says="[the roll] is|are critical")
FUMBLE = Result("fumble", "Fumble", better="less", says="[the roll] fumbles|fumble")


def outcome_result(label: str) -> Result:
    """How a roll went, from the best band to the worst.

    >>> outcome_result("Outcome").each["failure"]
    '[the roll] fails|fail'
    """
    each = {
        "critical": "[the roll] is|are critical",
        "success": "[the roll] succeeds|succeed",
        "failure": "[the roll] fails|fail",
        "fumble": "[the roll] fumbles|fumble",
    }
    return Result("outcome", label, BANDS, each=each, ranked="falling")


def contest_results(margin: str = "Result of [the first roll] minus that of [the second roll]") -> tuple[Result, ...]:
    """Who rolls better, and by how much.

    >>> [result.name for result in contest_results()]
    ['a', 'b', 'tie', 'margin']
    """
    return (
        Result("a", "[the first roll] beats|beat [the second roll]", better="more"),
        Result("b", "[the second roll] beats|beat [the first roll]", better="less"),
        Result("tie", "Tie", says="Tie"),
        Result("margin", margin, better="more"),
    )
