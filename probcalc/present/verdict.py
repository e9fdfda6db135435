"""A chance in words: how likely it is, and everyday odds that are within a tenth of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.rarity import one_in

_NEARLY = Fraction(39, 40)
# Up to and without each bound, the word for a chance.
_WORDS = (
    (Fraction(1, 40), "a long shot"),
    (Fraction(1, 10), "very unlikely"),
    (Fraction(7, 20), "unlikely"),
    (Fraction(9, 20), "a little against"),
    (Fraction(11, 20), "even"),
    (Fraction(13, 20), "a little for"),
    (Fraction(9, 10), "likely"),
    (Fraction(39, 40), "very likely"),
    (Fraction(1), "nearly certain"),
)
_MOST_EXACT = 20
"""Odds of so many or fewer are said as they are: 11 in 20."""
_RARE, _FREQUENT = Fraction(1, 5), Fraction(4, 5)
_BETWEEN = ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5), (4, 5), (3, 10), (7, 10), (9, 20), (11, 20))
_NEAR = Fraction(1, 10)
"""By how much of the smaller of a chance and its opposite spoken odds may differ from it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A chance as one would say it.

    Attributes:
        word: "likely", "a long shot", "certain".
        odds: "about 2 in 3", "all but about 1 in 80"; "" where the word says all, or no everyday odds are near.
        n, m: the odds as two numbers; of "all but" those of what fails, without odds those of 1 in 1 or 0 in 1.
    """

    word: str
    odds: str
    n: int
    m: int

    @property
    def in_brackets(self) -> str:
        """What stands in brackets behind a percentage: the odds, or that it is certain; "" where no odds are near."""
        return self.odds or (self.word if self.word in ("certain", "impossible") else "")

    @property
    def words(self) -> str:
        """The shortest that says it: the odds, or the word where there are none."""
        return self.odds or self.word


def verdict(chance: Fraction | int) -> Verdict:
    """What a chance is called; odds that are exactly right are not "about", and none are off by more than a tenth.

    >>> verdict(Fraction(1659, 2500)).words, verdict(Fraction(1, 2)).words, verdict(Fraction(1)).words
    ('about 2 in 3', '1 in 2', 'certain')
    >>> verdict(Fraction(1, 8)).words, verdict(Fraction(27, 1000)).words, verdict(Fraction(9, 40)).words
    ('1 in 8', 'about 1 in 37', 'unlikely')
    >>> verdict(Fraction(2, 301)), verdict(1 - Fraction(1, 1000)).words
    (Verdict(word='a long shot', odds='about 1 in 150', n=1, m=150), 'all but 1 in 1,000')
    """
    exact = Fraction(chance)
    if exact in (0, 1):
        return Verdict("certain" if exact else "impossible", "", int(exact), 1)
    word = next((word for bound, word in _WORDS if exact < bound), _WORDS[-1][1])
    if exact.denominator <= _MOST_EXACT:
        return Verdict(word, f"{exact.numerator} in {exact.denominator}", exact.numerator, exact.denominator)
    if exact < _RARE:
        return _one_in(word, "", exact)
    if exact > _NEARLY:
        return _one_in(word, "all but ", 1 - exact)
    if exact > _FREQUENT:
        times = one_in(1 - exact)
        about = "" if (1 - exact) * times == 1 else "about "
        return Verdict(word, f"{about}{times - 1} in {times}", times - 1, times)
    most = _NEAR * min(exact, 1 - exact)
    for n, m in _BETWEEN:
        if abs(Fraction(n, m) - exact) <= most:
            return Verdict(word, f"about {n} in {m}", n, m)
    return Verdict(word, "", int(exact > Fraction(1, 2)), 1)


def _one_in(word: str, said: str, small: Fraction) -> Verdict:
    times = one_in(small)
    about = "" if small * times == 1 else "about "
    return Verdict(word, f"{said}{about}1 in {_round_text(times)}", 1, times)


def _round_text(number: int) -> str:
    """A whole number to be read: of more than six digits the power of ten."""
    text = integer_text(number)
    return f"{number:,}" if len(text) <= 6 else f"10^{len(text) - 1} or more"
