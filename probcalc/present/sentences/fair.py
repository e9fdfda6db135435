"""What the tests of a die say, in sentences: the verdict first, and what so many rolls could have shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from probcalc.analysis.fair.noticing import Noticing, fair_power
from probcalc.analysis.fair.tests import LEFT_OUT, Fairness
from probcalc.analysis.findings.findings import NONE
from probcalc.present.numbers.decimals import decimal
from probcalc.present.sentences.verdict import in_cases, number_words, one_in
from probcalc.present.words.phrases import capital

Mood = Literal["fair", "hint", "unfair"]
_TWENTIETH, _HUNDREDTH = Fraction(1, 20), Fraction(1, 100)

_LEADS: dict[Mood, str] = {
    "fair": "Nothing speaks against this die",
    "hint": "A hint, no proof",
    "unfair": "Chance hardly explains this",
}

NOT_SAID = (
    "This is how often a fair die is as uneven. The chance that this one is fair also depends on how many are not.",
    "Look at many faces, or many dice, and something rare turns up: the chi-squared test looks at all faces at once.",
    "Roll a fixed number of times: stopping when it looks bad is not a fair sample.",
)


@dataclass(frozen=True, slots=True)
class FairVerdict:
    """What the tests say of a die: how it stands, the words that lead, the chance, and all sentences."""

    mood: Mood
    lead: str
    p: Fraction | None
    sentences: tuple[str, ...]


def fair_verdict(found: Fairness) -> FairVerdict:
    """The verdict on a die.

    >>> import probcalc
    >>> fair_verdict(probcalc.fair([18, 22, 15, 17, 20, 28])).sentences[0]
    'Nothing speaks against this die: a fair one is as uneven or more in 39 of 100 tests of 120 rolls.'
    """
    p = found["chi_squared"]["p"] if found["chi_squared"] != LEFT_OUT else None
    mood, lead, verdict = _verdict(found, p)
    noticed, is_enough = _sentences_of_noticing(found)
    sentences = [verdict, *noticed] if is_enough else [*noticed, verdict]
    if found["same"] not in (NONE, LEFT_OUT):
        same = found["same"]["p"]
        told = "Nothing tells the two dice apart" if same >= _TWENTIETH else "The two dice differ"
        sentences.append(f"{told}: two alike differ as much or more in {in_cases(same, 'of', 'cases')}.")
    return FairVerdict(mood, lead if is_enough else "Too few rolls to say anything", p, tuple(sentences))


def _verdict(found: Fairness, p: Fraction | None) -> tuple[Mood, str, str]:
    rolls = f"{found['rolls']:,} roll{'' if found['rolls'] == 1 else 's'}"
    if p is None:
        return _by_extreme(found, rolls)
    if p >= _TWENTIETH:
        lead = _LEADS["fair"]
        often = "always" if p == 1 else f"in {in_cases(p, 'of', 'tests')} of {rolls}"
        return "fair", lead, f"{lead}: a fair one is as uneven or more {often}."
    mood: Mood = "hint" if p >= _HUNDREDTH else "unfair"
    lead = _LEADS[mood]
    return mood, lead, f"{lead}: 1 fair die in {number_words(one_in(p))} is as uneven or more in {rolls}."


def _by_extreme(found: Fairness, rolls: str) -> tuple[Mood, str, str]:
    """Where the test by chi-squared is left out, the most uncommon face speaks."""
    extreme = found["extreme"]
    if extreme == LEFT_OUT:
        lead = "These counts are too many for an exact verdict"
        return "fair", lead, f"{lead}; each face has its own below."
    p = extreme["corrected"]
    mood: Mood = "fair" if p >= _TWENTIETH else "hint" if p >= _HUNDREDTH else "unfair"
    lead = _LEADS[mood]
    among = f"some face is as far off as {extreme['face']} in {in_cases(p, 'of', 'tests')} of {rolls} with a fair die"
    return mood, lead, f"{lead}: {among}."


def _sentences_of_noticing(found: Fairness) -> tuple[list[str], bool]:
    """What so many rolls could have shown, and whether that is anything."""
    die = found.rolled.die
    faces = len(die.faces)
    if not die.is_even:
        return [], True
    rolls = f"{found['rolls']:,} roll{'' if found['rolls'] == 1 else 's'}"
    notices = "notices" if found["rolls"] == 1 else "notice"
    if faces > 3:
        thrice = fair_power(faces, Fraction(3, faces), rolls=found["rolls"])["power"]
        if thrice < Fraction(1, 3):
            often = "never" if not thrice else f"in {in_cases(thrice, 'of', 'cases')}"
            return [
                f"Too few rolls to say anything: {rolls} {notices} even a face that comes three times as often {often}."
            ], False
    power = fair_power(faces, Fraction(3, 2 * faces), rolls=found["rolls"])["power"]
    often = "never" if not power else f"in {in_cases(power, 'of', 'cases')}"
    return [f"{capital(rolls)} {notices} a face that comes half as often again {often}."], True


def extreme_sentences(found: Fairness) -> list[str]:
    """The face that is farthest off, and how often some face is; none where it was left out or is nothing.

    >>> import probcalc
    >>> extreme_sentences(probcalc.fair([3, 9, 4, 4, 5, 5]))[0]
    '2 came 9 times instead of 5: 10 in 100 for a face named beforehand.'
    """
    extreme = found["extreme"]
    if extreme == LEFT_OUT or found["faces"] == LEFT_OUT or extreme["corrected"] == 1:
        return []
    face = next(face for face in found["faces"] if face["face"] == extreme["face"])
    times = f"{face['count']} time{'' if face['count'] == 1 else 's'}"
    came = f"{extreme['face']} came {times} instead of {decimal(face['expected'])}"
    often = in_cases(extreme["corrected"], "of", "tests")
    return [
        f"{came}: {in_cases(extreme['two_sided'])} for a face named beforehand.",
        f"You looked at {len(found['faces'])} faces, and then something as rare comes in {often}.",
    ]


def power_sentence(found: Noticing) -> str:
    """How many rolls notice a bias, in one sentence.

    >>> power_sentence(fair_power(6, "1/4"))
    '206 rolls notice in 90 of 100 cases that a face of a d6 comes with chance 1/4, not 1/6.'
    """
    asked = found.asked
    rolls = f"{found['rolls']:,} roll{'' if found['rolls'] == 1 else 's'}"
    that = f"that a face of a d{asked['die']} comes with chance {asked['chance']}, not 1/{asked['die']}"
    if found["critical"] == NONE:
        return f"{rolls} never notice {that}: no outcome is rare enough."
    return f"{rolls} notice in {in_cases(found['power'], 'of', 'cases')} {that}."


def rule_sentence(found: Noticing) -> str:
    """When the die is called unfair, and how often a fair one is; "" where it never is."""
    if found["critical"] == NONE:
        return ""
    if found.asked["test"] == "chi_squared":
        when = f"when chi-squared is {decimal(found['critical'])} or more"
    else:
        side = "more" if found.asked["chance"] > Fraction(1, found.asked["die"]) else "fewer"
        when = f"when the face comes {found['critical']} times or {side}"
    return f"The die is called unfair {when}; a fair one is in {in_cases(found['level'], 'of', 'cases')}."
