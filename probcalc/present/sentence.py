"""The answer in one sentence, with a threshold that the reader may choose."""

from __future__ import annotations

from typing import Any

from probcalc.present.headline import headline
from probcalc.scenarios.answer import Answer


def sentence(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> str:
    """Who does what to whom, and how likely that is; then a mean, then what may go wrong.

    The headline leads, or the result named; `at_least` asks for so many, `outcome` for one name of a law over names.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> sentence(answer)
    'A Cursed slays a Spearman: 59.0% (about 3 in 5). 0.72 wounds on average. The Cursed ends up Dazed: 9.8%.'
    >>> sentence(answer, at_least=2, result="wounds")
    'A Cursed causes at least 2 wounds: 13.0% (about 1 in 8). 0.72 wounds on average. The Cursed ends up Dazed: 9.8%.'
    """
    return headline(answer, at_least, result, outcome).text
