"""What a record's luck is, in sentences: the verdict first, then what it rests on, and what it does not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.luck.series import Luck
from probcalc.present.numbers.decimals import decimal, nearest
from probcalc.present.sentences.verdict import in_cases, is_one, number_words, one_in
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import given_words
from probcalc.scenarios import registry
from probcalc.scenarios.sentences import lower_first
from probcalc.scenarios.value_text import value_text

Mood = Literal["unlucky", "lucky", "average"]
_THIRD, _TENTH, _HUNDREDTH = Fraction(1, 3), Fraction(1, 10), Fraction(1, 100)
_MIXED = "points"

NOT_SAID = (
    "This is the chance of the rolls if the dice are fair, not the chance that they are, or that somebody cheats.",
    "Look at many evenings, lines or tests, and something rare turns up: decide what counts before the first roll.",
    "A record begun in anger, or ended on a high, is not a fair sample.",
    "Luck is what the dice did, not what was chosen; requests are taken as they were made.",
)

POINTS = {
    "signs": "A roll better than its middle counts 1, one worse than it −1.",
    "percentiles": "A roll counts its percentile: 1 would be better than all others, 1/2 is the middle.",
}
"""What a point is, by the statistic, where it is not what was rolled."""


@dataclass(frozen=True, slots=True)
class LuckVerdict:
    """How lucky a side was.

    Attributes:
        mood: unlucky, lucky, or average.
        who: the side as a sentence begins with it: "Anna", "You".
        lead: "Anna was unlucky".
        tail: the chance that the verdict goes by.
        goes: how the evenings go that the tail counts: "go as badly or worse".
        rank: "Unluckier than 97 of 100 players who roll the same." or "".
    """

    mood: Mood
    who: str
    lead: str
    tail: Fraction
    goes: str
    rank: str

    @property
    def sentence(self) -> str:
        """All of it in one sentence."""
        if self.mood == "average":
            return f"{self.lead}: of 100 such evenings {nearest(self.tail * 100)} {self.goes}."
        return f"{self.lead}: {in_cases(self.tail)} {self.of_series}."

    @property
    def of_series(self) -> str:
        """What the tail says of evenings: "evenings with these rolls go as badly or worse"."""
        return f"evenings {self.goes}" if self.mood == "average" else f"evenings with these rolls {self.goes}"


def side_name(side: str) -> str:
    """A side as a sentence begins with it.

    >>> side_name("anna"), side_name("none")
    ('Anna', 'You')
    """
    return "You" if side == NONE else capital(side)


def verdict_of(side: Mapping[str, Any]) -> LuckVerdict:
    """The verdict on a side, by its two-sided chance.

    >>> import probcalc
    >>> verdict_of(probcalc.luck("12d6 >= 4 -> 3")["sides"][0]).sentence
    'You were a little unlucky: 7 in 100 evenings with these rolls go as badly or worse.'
    >>> [verdict_of(probcalc.luck(f"12d6 >= 4 -> {came}")["sides"][0]).lead for came in (1, 2, 5)]
    ['You were very unlucky', 'You were unlucky', 'That was about what these rolls give']
    """
    who = side_name(side["side"])
    was = "were" if who == "You" else "was"
    worse, better, both = side["or_worse"], side["or_better"], side["two_sided"]
    if both >= _THIRD:
        # Where what came is likely and few evenings go worse, those that go as badly say more.
        tail, how = (1 - better, "worse") if 1 - better >= _THIRD else (worse, "as badly or worse")
        goes = "goes" if nearest(tail * 100) == 1 else "go"
        owner = "" if who == "You" else f" for {who}"
        return LuckVerdict("average", who, f"That was about what these rolls give{owner}", tail, f"{goes} {how}", "")
    mood: Mood = "unlucky" if worse < better else "lucky"
    degree = "a little " if both >= _TENTH else "" if both >= _HUNDREDTH else "very "
    tail = min(worse, better)
    goes = "goes" if is_one(tail) else "go"
    how = "as badly or worse" if mood == "unlucky" else "as well or better"
    others = 1 - (worse if mood == "unlucky" else better)
    beaten = 100 * others.numerator // others.denominator
    comparative = "Unluckier" if mood == "unlucky" else "Luckier"
    rank = f"{comparative} than {beaten} of 100 players who roll the same." if beaten >= 1 else ""
    return LuckVerdict(mood, who, f"{who} {was} {degree}{mood}", tail, f"{goes} {how}", rank)


def unit_of(found: Luck) -> str:
    """What the totals of a record count: "wounds", "wins", or "points" where lines count different things."""
    if found["statistic"] == "wins":
        return "good rolls"
    if found["statistic"] != "amount":
        return _MIXED
    declared = ((line, registry.scenario(line.asked.scenario).results) for line in found.lines)
    units = {next((r.unit for r in results if r.name == line.places.result), "") for line, results in declared}
    whole = all(line.asked.weight == 1 for line in found.lines)
    return units.pop() if len(units) == 1 and whole and "" not in units else _MIXED


def request_words(asked: Any) -> str:
    """What a line asks, as it is typed.

    >>> import probcalc
    >>> request_words(probcalc.luck("chronopia.melee cc=11 -> wounds = 1").lines[0].asked)
    'chronopia.melee cc=11'
    """
    if asked.is_roll:
        return str(asked.given["roll"])
    words = [f"{name}={value_text(value)}" for name, value in asked.given.items()]
    return " ".join([asked.scenario, *(f'"{word}"' if " " in word else word for word in words)])


def request_label(asked: Any) -> str:
    """What a line asks, as a reader has it.

    >>> import probcalc
    >>> record = "chronopia.melee attacker=the_cursed target=spearmen charging=true cc=12 -> wounds = 1"
    >>> request_label(probcalc.luck(record).lines[0].asked)
    'Close combat attack: The Cursed, Crystal Lotus Spearmen, CC 12, charging'
    """
    if asked.is_roll:
        return request_words(asked)
    answer = registry.answer(asked.scenario, asked.given)
    words = []
    for said in given_words(answer):
        label, colon, value = said.partition(": ")
        if colon and value in ("yes", "no"):
            words.append(lower_first(label) if value == "yes" else f"no {lower_first(label)}")
        else:
            words.append(value if colon and value[:1].isalpha() else f"{label} {value}" if colon else said)
    title = type(answer.scenario).title
    return f"{title}: {', '.join(words)}" if words else title


def line_name(found: Luck, place: int) -> str:
    """A line as a sentence names it: "line 7 (the Ogre's charge)"."""
    asked = next(line.asked for line in found.lines if line.asked.place == place)
    return f"line {place} ({asked.name or request_label(asked)})"


def side_sentences(found: Luck, side: Mapping[str, Any]) -> list[str]:
    """The verdict on a side, and what it rests on, a sentence each."""
    verdict = verdict_of(side)
    said = [verdict.sentence]
    if verdict.rank:
        said.append(verdict.rank)
    said.append(_difference_from_mean(found, side))
    said += _rarest(side, verdict)
    said += _words_for_looked(side, verdict)
    return said


def expectation_sentence(found: Luck, side: Mapping[str, Any]) -> str:
    """How far what came is from what was expected.

    >>> import probcalc
    >>> found = probcalc.luck("12d6 >= 4 -> 3")
    >>> expectation_sentence(found, found["sides"][0])
    'It was 3 successes below expectation (3 instead of 6).'
    """
    luck, unit = side["luck"], unit_of(found)
    if not luck:
        return f"It was exactly as expected ({decimal(side['observed'])} {unit})."
    own = [line for line in found.lines if line.asked.side == side["side"]]
    observed, expected = side["observed"], side["expected"]
    place = "below" if luck < 0 else "above"
    if found["statistic"] == "amount" and all(line.places.wants == "less" for line in own):
        # Where less is wanted the totals are negative, and read better as what they count.
        observed, expected, place = -observed, -expected, "above" if luck < 0 else "below"
    size = decimal(abs(luck), 2) if abs(luck) < 10 else decimal(abs(luck))
    return f"It was {size} {unit} {place} expectation ({decimal(observed)} instead of {decimal(expected)})."


def _difference_from_mean(found: Luck, side: Mapping[str, Any]) -> str:
    """How far what came is from what was expected, and the line that did most for it.

    >>> import probcalc
    >>> for record in (["2d6 -> 12", "d6 -> 4"], ["d6 -> 6", "d6 -> 6", "d6 -> 5"]):
    ...     found = probcalc.luck(record)
    ...     print(_difference_from_mean(found, found["sides"][0]).partition(". ")[2])
    Most of that is line 1 (2d6): without it the evening was average (58th of 100).
    The largest part is line 1 (d6): without it the evening was lucky (94th of 100).
    """
    text, luck, most = expectation_sentence(found, side), side["luck"], side["most"]
    if luck and side["lines"] > 1 and most["luck"] * luck > 0:
        share = "Most of that is" if 2 * abs(most["luck"]) > abs(luck) else "The largest part is"
        at = most["percentile_without"]
        text += f" {share} {line_name(found, most['line'])}: without it the evening was {_standing(at)}."
    return text


def _standing(percentile: Fraction) -> str:
    """Where a percentile stands.

    >>> _standing(Fraction(1, 2)), _standing(Fraction(1, 10)), _standing(Fraction(99, 100))
    ('average (50th of 100)', 'unlucky (10th of 100)', 'lucky (99th of 100)')
    """
    place = min(100, max(1, nearest(percentile * 100)))
    mood = "average" if _THIRD <= percentile <= 1 - _THIRD else "unlucky" if percentile < _THIRD else "lucky"
    return f"{mood} ({_ordinal(place)} of 100)"


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _rarest(side: Mapping[str, Any], verdict: LuckVerdict) -> list[str]:
    """Whether the rarest line was to be expected among so many."""
    good = verdict.mood == "lucky"
    line, tail = (side["best_line"], "or_better") if good else (side["worst_line"], "or_worse")
    if side["lines"] < 2 or line[tail] > _TENTH:
        return []
    what = f"the 1-in-{number_words(one_in(line[tail]))} in line {line['line']}"
    corrected = line["corrected"]
    comes = "something so rare comes in"
    among = f"among {side['lines']} rolls {comes} {in_cases(corrected, 'of', 'evenings')}"
    if corrected >= _TENTH:
        return [f"{capital(what)} was to be expected: {among}."]
    return [f"{capital(what)} stands out: {among}."]


def _words_for_looked(side: Mapping[str, Any], verdict: LuckVerdict) -> list[str]:
    number = side["looked"]["n"]
    if number == 1 or verdict.mood == "average":
        return []
    word, bad = ("worst", "bad") if verdict.mood == "unlucky" else ("best", "good")
    p = side["looked"][word]
    weighs = "it is nothing" if p >= _TENTH else "it still stands out"
    often = in_cases(p, "of", "cases")
    return [f"As the {word} of {number} evenings {weighs}: the {word} of {number} is so {bad} in {often}."]


def difference_sentence(found: Luck) -> str:
    """Of two sides, which was the luckier, and how often by so much; "" where there are not two."""
    difference = found["difference"]
    if difference == NONE:
        return ""
    first, second = map(side_name, difference["sides"])
    luck = difference["luck"]
    if not luck:
        return f"{first} and {second} were equally lucky."
    tail = difference["or_better"] if luck > 0 else difference["or_worse"]
    winner, loser = (first, second) if luck > 0 else (second, first)
    size = decimal(abs(luck), 2) if abs(luck) < 10 else decimal(abs(luck))
    often = in_cases(tail, "of", "evenings")
    was = "were" if winner == "You" else "was"
    other = "you" if loser == "You" else loser
    return f"{winner} {was} luckier than {other} by {size} {unit_of(found)}; by so much or more in {often}."
