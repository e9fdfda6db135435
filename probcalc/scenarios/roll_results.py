"""The results that every roll has, however it is written: how it went, and who rolls better."""

from __future__ import annotations

from probcalc.scenarios.scenario import Result

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
    first, second = "[the first roll] beats|beat [the second roll]", "[the second roll] beats|beat [the first roll]"
    return (
        Result("a", first, better="more", says=first),
        Result("b", second, better="less", says=second),
        Result("tie", "Tie", says="Tie"),
        Result("margin", margin, better="more"),
    )
