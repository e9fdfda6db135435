"""What becomes of each side of a fight, and a law over names: who wins, one bar of 100%, or the rows of many names."""

from __future__ import annotations

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.pages.answer.drawn import contest_bar, stack
from probcalc.web.pages.answer.law_drawn import named_rows
from probcalc.web.pages.answer.shown import contest, side_names
from probcalc.web.pages.fight.shown import common_words, looks, pairs
from probcalc.web.parts.markup import Markup, join, tag

_MOST_PIECES = 4


def fates_card(answer: Answer) -> Markup | None:
    """What becomes of each side, as bars of 100%, where that has names: "passed", "disordered"; None where it has not.

    The same fate looks the same in both rows, also where one side has fewer of them.
    """
    names = side_names(answer)
    for both in reversed(pairs(answer)):
        laws = [answer[result.name] for result in both]
        if all(isinstance(law, Distribution) and any(isinstance(o, str) for o in law) for law in laws):
            rows = []
            for side, result, law in zip(("a", "b"), both, laws, strict=True):
                fates = [(outcome_words(o), law[o], look) for o, look in zip(law, looks(result, law), strict=True)]
                rows.append(join(tag("span", names[side]), stack(side, fates)))
            shared = common_words(both[0].label, both[1].label)
            each = " of each side" if both[0].label.startswith(f"{shared} of ") else ""
            return tag("section.card", tag("h2", f"{shared}{each}"), tag("div.stacked", rows))
    return None


def named_law(answer: Answer, name: str) -> Markup:
    """A law over names below its title: who wins, or what becomes of a side in its colour, or the rows of many names.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat")
    >>> "The active unit" in named_law(answer, "winner"), 'class="stack b"' in named_law(answer, "b_morale")
    (True, True)
    """
    law: Distribution = answer[name]
    outcomes = [(outcome_words(outcome, answer.sides), law[outcome]) for outcome in law]
    if fought := contest(answer, Measure(name, outcome=Measure(name).default_outcome(answer))):
        drawn = contest_bar(fought)
    elif len(outcomes) > _MOST_PIECES:
        drawn = named_rows({"title": "", "counted": [], "outcomes": outcomes})
    else:
        side = "b" if any(name == result.name for _, result in pairs(answer)) else "a"
        shown = looks(answer.declared(name), law)
        drawn = stack(side, [(*piece, look) for piece, look in zip(outcomes, shown, strict=True)])
    return tag("div.named-law", tag("h3", answer.declared(name).label), drawn)
