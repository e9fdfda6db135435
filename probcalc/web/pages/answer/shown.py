"""The result card's data: the sentence, the number that counts, its law, and what else a player asks at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Unit
from probcalc.analysis.numbers.contest import CHANCES, contest_in, winner_in
from probcalc.analysis.numbers.measure import Measure, headline_in
from probcalc.analysis.one_play.counted_part import CountedPart, Piece, counted_part
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.sentences.headline import Headline, headline
from probcalc.present.sentences.results import undecided_words
from probcalc.present.sentences.side_facts import SideFact as OtherNumber
from probcalc.present.sentences.verdict import verdict
from probcalc.present.words.phrases import count_words as counted_words
from probcalc.present.words.phrases import unit_of
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import lower_first, outcome_words, predicate
from probcalc.scenarios.sides import SIDES
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.answer.drawn import Behind, Contest, Line, Result, SideFact, contest_segments
from probcalc.web.pages.answer.law_drawn import Chance, Law, Names
from probcalc.web.pages.answer.law_shown import law_data, range_of_most
from probcalc.web.parts.numbers import amount, mean_text, with_minus
from probcalc.web.state.view import View

_MOST_FACTS, _MOST_NAMES, _LONGEST_NAMES = 3, 8, 40
LONGEST = 24
# Rows at the end of a law that hold less than this in all are one row; the law may end with a name for more.
_HARDLY, _MORE = Fraction(1, 100), "more"
# So many small letters stand beside each other over the bars of a law on a phone.
_LETTERS = 36


def card(answer: Answer, view: View) -> Result:
    """The result card of an answer.

    >>> import probcalc
    >>> found = card(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen"), View())
    >>> found["value"], found["law"]["outcomes"][1:], found["law"]["from_"]
    (Fraction(369, 625), [(1, Fraction(288, 625)), (2, Fraction(81, 625))], 1)
    """
    measure = measure_shown(answer, view)
    chosen = "" if measure.result == headline_in(answer) else measure.result
    head = headline(answer, view.at_least, chosen, measure.outcome)
    value = measure.of(answer)
    is_sure = measure.unit(answer) == "number" and len(answer[measure.result]) == 1
    kind: Unit = "count" if is_sure else measure.unit(answer)
    found: Result = {
        "sentence": with_minus(head.sentence),
        "value": value,
        "kind": kind,
        "fraction": fraction_text(value, longest=LONGEST),
        "unit": unit_of(amount(value, kind), answer.declared(measure.result).unit),
    }
    if head.verdict is not None:
        found["verdict"] = head.verdict
    if fought := contest(answer, measure):
        found["contest"] = fought
    else:
        found = {**found, **_law(answer, measure, value)}
    if is_sure:
        found["spread"] = "certain"
    elif kind == "number":
        found["spread"] = range_of_most(answer[measure.result])
    found["side_facts"] = side_facts(answer, head, found)
    return found


def _law(answer: Answer, measure: Measure, value: Fraction) -> Behind:
    """The law beside the number: the one that counts, else the one of which it is a part."""
    counts = answer[measure.result]
    if not isinstance(counts, Distribution):
        return _law_behind(answer, measure.result, value)
    if not counts.has_mean and measure.at_least is None:
        return {"names": {**_names(answer, measure.result, str(measure.outcome)), "count": measure.result}}
    if len(counts) < 2:
        return {}
    if not counts.has_mean:
        return {"names": _names(answer, measure.result)}
    return {"law": _from(law_data(answer, measure.result, measure.at_least), measure.at_least)}


def _law_behind(answer: Answer, result: str, value: Fraction) -> Behind:
    """The law of which a chance is a part, what counts marked in it; else another under its own title, unmarked."""
    numeric = [name for name, law in answer.laws.items() if law.has_mean and len(law) > 1]
    wanted = [name for name in numeric if answer.declared(name).better == "more"] or numeric
    # What counts is a tail of this law when it has the tail's chance: one wound slays.
    least = tail_of(answer[wanted[-1]], value) if wanted else None
    if least is not None:
        return {"law": _from(law_data(answer, wanted[-1], least), least)}
    part = counted_part(answer, result)
    if part is not None:
        return _part(answer, part)
    if wanted:
        data: Law = {**law_data(answer, wanted[-1]), "titled": True, "count": wanted[-1]}
        return {"law": data if "heights" in data else {**data, "counted": []}}
    named = [name for name, law in answer.laws.items() if len(law) > 1]
    return {"names": _names(answer, named[0])} if named else {}


def _from(data: Law, least: int | None) -> Law:
    """A law of which so many and more count, which a tap on another of its bars may change."""
    data = {**data, "count": data["result"]}
    if least is None or least not in [x for x, _ in data.get("outcomes", ())]:
        return data
    return {**data, "from_": least, "event": _event(least, data)}


def _part(answer: Answer, part: CountedPart) -> Behind:
    """The outcomes of which a chance counts some."""
    if part.is_whole and answer[part.law].has_mean:
        data = law_data(answer, part.law)
        event = counted_words(str(part.outcomes[0]), data["unit"]) if len(part.outcomes) == 1 else ""
        return {"law": data if "heights" in data else {**data, "counted": part.outcomes, "event": event}}
    if part.is_whole:
        return {"names": _names(answer, part.law, *part.outcomes)}
    words = [_piece_words(answer, piece) for piece in part.pieces]
    return {
        "names": {
            "result": part.law or next(piece.result for piece in part.pieces),
            "title": answer.declared(part.law).label if part.law else "",
            "counted": [text for text, piece in zip(words, part.pieces, strict=True) if piece.counts],
            "outcomes": [(text, piece.chance) for text, piece in zip(words, part.pieces, strict=True)],
        }
    }


def _piece_words(answer: Answer, piece: Piece) -> str:
    if piece.outcome is not None:
        return outcome_words(piece.outcome, answer.sides)
    declared = answer.declared(piece.result)
    said = predicate(declared.says, answer.parties) if declared.says else ""
    return said or lower_first(declared.label)


def tail_of(law: Distribution, value: Fraction) -> int | None:
    """The number from which on the law has that chance."""
    weights, total = law.weights, law.total
    rest = total
    for outcome, weight in weights.items():
        if Fraction(rest, total) == value and rest != total and rest:
            return int(outcome) if is_number(outcome) else None
        rest -= weight
    return None


def _event(least: int, data: Law) -> str:
    """What counts, over its bars: "1 wound or more"; without the unit where that is wider than they are."""
    outcomes = [x for x, _ in data["outcomes"]]
    words = with_minus(f"{counted_words(str(least), data['unit'])} or more")
    room = Fraction(len(outcomes) - outcomes.index(least), len(outcomes)) * _LETTERS
    return words if len(words) <= room else with_minus(f"{least} or more")


def _names(answer: Answer, name: str, *counted: Any) -> Names:
    sides = answer.outcome_names(name)
    law: Distribution = answer[name]
    rows = _fold([(outcome, law[outcome]) for outcome in law], counted)
    if len(rows) > _MOST_NAMES:
        kept = sorted(rows, key=lambda row: row[1], reverse=True)[: _MOST_NAMES - 1]
        rest = 1 - sum((p for _, p in kept), Fraction(0))
        rows = [row for row in rows if row in kept] + [("all others", rest)]
    return {
        "result": name,
        "title": answer.declared(name).label,
        "counted": [outcome_words(outcome, sides) for outcome in counted],
        "outcomes": [(outcome_words(outcome, sides), p) for outcome, p in rows],
        "raw": [str(outcome) if outcome in law else "" for outcome, _ in rows],
    }


def _fold(rows: list[tuple[Any, Fraction]], counted: Sequence[Any]) -> list[tuple[Any, Fraction]]:
    """The rows of a law over numbers with those at its end that hardly ever come up as one: "4 or more".

    >>> law = [(1, Fraction(5, 6)), (2, Fraction(33, 200)), (3, Fraction(1, 1200)), ("more", Fraction(1, 1200))]
    >>> _fold(law, ())[2:]
    [('3 or more', Fraction(1, 600))]
    """
    numbers = [outcome for outcome, _ in rows if is_number(outcome)]
    if not numbers or [outcome for outcome, _ in rows if not is_number(outcome)] not in ([], [_MORE]):
        return rows
    start, rest = len(rows), Fraction(0)
    while start > 1 and rest + rows[start - 1][1] < _HARDLY and rows[start - 1][0] not in counted:
        start -= 1
        rest += rows[start][1]
    return rows if start > len(rows) - 2 else [*rows[:start], (f"{rows[start][0]} or more", rest)]


def contest(answer: Answer, measure: Measure) -> Contest | None:
    """Win, tie and loss, where what counts is which of two sides comes out ahead.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.gossip")
    >>> contest(answer, Measure("victory", outcome="a_major"))["counted"]
    ('a', 'major', Fraction(0, 1))
    """
    found = contest_in(answer, measure.result)
    if found is None:
        return None
    names = side_names(answer)
    named = [names["a"], undecided_words(answer, measure.result), names["b"]]
    data: Contest = {"a": found.a, "tie": found.neither, "b": found.b, "names": named}
    side, kind = winner_in(measure.outcome), str(measure.outcome).partition("_")[2]
    # What counts may be one of several outcomes of its side, a major victory say: a part of that side's share.
    if side and kind and (p := measure.of(answer)) != {"a": found.a, "b": found.b}[side]:
        data["counted"] = side, outcome_words(kind), p
    law = answer[measure.result]
    if isinstance(law, Distribution):
        data["count"] = {each: f"{measure.result}={each}" for each in ("a", "tie", "draw", "b") if each in law}
    return data


def side_names(answer: Answer) -> dict[str, str]:
    """The two sides by the names of those who take part, else as their inputs are headed.

    >>> import probcalc
    >>> side_names(probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"}))
    {'a': 'Spearmen', 'b': 'Trolls'}
    """
    by_key = {party.key: party.name for party in answer.parties}
    if set(SIDES) <= set(by_key) and by_key["a"] != by_key["b"]:
        return {side: by_key[side] for side in SIDES}
    found = {"a": "one side", "b": "the other"} | {k: v for k, v in answer.sides.items() if k in SIDES}
    return {side: str(name) for side, name in found.items()}


def side_facts(answer: Answer, head: Headline, found: Result) -> list[SideFact]:
    """The other numbers of an answer, without those that its bars and rows show already."""
    shown: list[SideFact] = []
    law = found["law"].get("result", "") if "law" in found else ""
    if law and found["kind"] != "number" and answer[law].has_mean:
        declared = answer.declared(law)
        exact = answer[law].mean
        mean = str(exact) if exact.denominator == 1 and exact else mean_text(exact)
        counts = unit_of(mean, declared.unit) or lower_first(declared.label)
        shown.append((f"▲ {mean}", f"{counts} on average"))
    names = found.get("names")
    drawn = {law, names.get("result", "") if names else "", head.result}
    if "contest" in found:
        drawn |= {"tie", *(name for pair in CHANCES if head.result in pair for name in pair)}
    rows = names["outcomes"] if names else ()
    told = [
        s for s in head.side_facts if s.result not in drawn and len(s.label) <= _LONGEST_NAMES and not _is_row(s, rows)
    ]
    shown += [(fact.value, fact.label) for fact in told]
    return shown[:_MOST_FACTS]


def _is_row(fact: OtherNumber, rows: Sequence[Chance]) -> bool:
    """Whether a row says it already: "are lost" beside the row "lost" of the same chance."""
    return any(p == fact.exact and (words in fact.label or fact.label in words) for words, p in rows)


def chance_card(sentence: str, value: Fraction, facts: Sequence[SideFact]) -> Result:
    """The result card of a chance of several requests together, and other numbers of it."""
    exactly = fraction_text(value, longest=LONGEST)
    told: Result = {"sentence": sentence, "value": value, "kind": "chance", "fraction": exactly}
    return {**told, "verdict": verdict(value), "side_facts": facts}


def line(found: Result) -> Line:
    """The line that stays in view, of a result card."""
    shown: Line = {"value": amount(found["value"], found["kind"]), "sentence": found["sentence"]}
    if "contest" in found:
        shown["spark"] = [{"side": side, "p": p} for side, p in contest_segments(found["contest"])]
    elif "law" in found and "outcomes" in found["law"]:
        start = found["law"].get("from_")
        names = [x for x, _ in found["law"]["outcomes"]]
        first = names.index(start) if start is not None and start in names else 0
        shown["spark"] = [{"p": p, "on": n >= first} for n, (_, p) in enumerate(found["law"]["outcomes"])]
    return shown
