"""A chance in words: how likely it is, everyday odds within a tenth of it, cases among 100, and one in so many."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.numbers.decimals import decimal, nearest

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
    return Verdict(word, f"{said}{about}1 in {number_words(times)}", 1, times)


_HUNDREDTH = Fraction(1, 100)


def cases(p: Fraction) -> tuple[int, int]:
    """So many among how many: of 100 from 1/100 on, else 1 of N with two digits.

    >>> cases(Fraction(1, 7)), cases(Fraction(1, 36)), cases(Fraction(1, 2345)), cases(Fraction(999, 1000))
    ((14, 100), (3, 100), (1, 2300), (99, 100))
    """
    if p >= _HUNDREDTH:
        return min(99, max(1, nearest(p * 100))), 100
    return 1, one_in(p)


def one_in(p: Fraction) -> int:
    """The N of "1 in N", with two digits.

    >>> one_in(Fraction(1, 36)), one_in(Fraction(1, 2345))
    (36, 2300)
    """
    if not p:
        raise ValueError("what never comes is 1 in no number")
    inverse = 1 / p
    step = int(10 ** max(0, len(integer_text(int(inverse))) - 2))
    return nearest(inverse / step) * step


def number_words(number: int) -> str:
    """A number in a sentence, long ones as a power of ten.

    >>> number_words(2300), number_words(12 * 10**20)
    ('2,300', '1.2e21')
    """
    if number < 10**12:
        return f"{number:,}"
    exponent = len(str(number)) - 1 if number < 10**4000 else (number.bit_length() - 1) * 30103 // 100000
    return f"{decimal(Fraction(number, 10**exponent), 2)}e{exponent}"


def in_cases(p: Fraction, between: str = "in", what: str = "") -> str:
    """The words of it: "14 in 100 evenings".

    >>> in_cases(Fraction(1, 7), what="evenings"), in_cases(Fraction(1, 2345), "of", "cases")
    ('14 in 100 evenings', '1 of 2,300 cases')
    """
    found, among = cases(p)
    return f"{found} {between} {number_words(among)}{f' {what}' if what else ''}"


def is_one(p: Fraction) -> bool:
    """Whether these words have a verb in the singular: "1 in 100 evenings goes"."""
    return cases(p)[0] == 1
