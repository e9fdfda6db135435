"""A chance in words: how likely it is, and the everyday odds nearest to it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from probcalc.exact.numerals import integer_text

_LONG_SHOT, _NEARLY = Fraction(1, 40), Fraction(39, 40)
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
_SPOKEN = ((1, 20), (1, 10), (1, 6), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2))
_ODDS = tuple(Fraction(n, m) for n, m in _SPOKEN) + tuple(1 - Fraction(n, m) for n, m in reversed(_SPOKEN[:-1]))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A chance as one would say it.

    Attributes:
        word: "likely", "a long shot", "certain".
        odds: "about 2 in 3", "fails about 1 in 80"; "" where the word says all.
        n, m: the odds as two numbers; of "fails about" those of the failure.
    """

    word: str
    odds: str
    n: int
    m: int

    @property
    def words(self) -> str:
        """The shortest that says it: the odds, or the word where there are none."""
        return self.odds or self.word


def verdict(chance: Fraction | int) -> Verdict:
    """What a chance is called; odds that are exactly right are not "about".

    >>> verdict(Fraction(1659, 2500)).words, verdict(Fraction(1, 2)).words, verdict(Fraction(1)).words
    ('about 2 in 3', '1 in 2', 'certain')
    >>> verdict(Fraction(2, 301)), verdict(1 - Fraction(1, 1000)).words
    (Verdict(word='a long shot', odds='about 1 in 151', n=1, m=151), 'fails 1 in 1000')
    """
    exact = Fraction(chance)
    if exact in (0, 1):
        return Verdict("certain" if exact else "impossible", "", int(exact), 1)
    word = next((word for bound, word in _WORDS if exact < bound), _WORDS[-1][1])
    if exact < _LONG_SHOT:
        return _one_in(word, "", exact)
    if exact > _NEARLY:
        return _one_in(word, "fails ", 1 - exact)
    nearest = min(_ODDS, key=lambda odds: abs(odds - exact))
    about = "" if nearest == exact else "about "
    return Verdict(word, f"{about}{nearest.numerator} in {nearest.denominator}", nearest.numerator, nearest.denominator)


def _one_in(word: str, said: str, small: Fraction) -> Verdict:
    times = (2 * small.denominator + small.numerator) // (2 * small.numerator)
    about = "" if small * times == 1 else "about "
    return Verdict(word, f"{said}{about}1 in {_round_text(times)}", 1, times)


def _round_text(number: int) -> str:
    """A whole number to be read: of more than six digits the power of ten."""
    text = integer_text(number)
    return text if len(text) <= 6 else f"10^{len(text) - 1} or more"
