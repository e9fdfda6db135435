"""The links of what was rolled, a record or a die, and of programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from probcalc.analysis.fair.tests import LEFT_OUT, fair
from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.luck.series import Luck
from probcalc.dice_programs.dice import EmptyDistribution, ProgramOutput
from probcalc.dice_programs.running import outputs_of
from probcalc.exact.law.distribution import Distribution
from probcalc.links.records import luck
from probcalc.present.cards.card import card_svg
from probcalc.present.cards.parts import Bar, Number, Row
from probcalc.present.cards.told import Told, told_card_svg
from probcalc.present.numbers.decimals import decimal
from probcalc.present.reports.programs import output_sentence
from probcalc.present.sentences.fair import fair_verdict
from probcalc.present.sentences.luck import (
    difference_sentence,
    expectation_sentence,
    side_sentences,
    unit_of,
    verdict_of,
)
from probcalc.scenarios import registry
from probcalc.web.pages.fair.shown import verdict_of as die_verdict
from probcalc.web.pages.luck.shown import side_card
from probcalc.web.paths import TOOLS, encode
from probcalc.web.previewing.found import Fields, Found, preview_of
from probcalc.web.state.records import FAIR_FIELDS, fits, lines_of

_MOST_BARS = 40
_PROGRAM, _RECORD = "program", "record"


def of_record(fields: Fields) -> Found | None:
    """What the record of an evening shows: how lucky it was, and the law of what these rolls give."""
    text = fields.get(_RECORD, [""])[0]
    if not lines_of(text) or not fits(text):
        return None
    found = luck(text)
    sides = found["sides"]
    verdicts = [verdict_of(side) for side in sides]
    title = " ".join(verdict.sentence for verdict in verdicts)
    between = difference_sentence(found) if found["difference"] != NONE else ""
    about = " ".join([*([between] if between else []), *side_sentences(found, sides[0])[1:]])
    query = {_RECORD: text}
    preview = preview_of(title, about, TOOLS["luck"].path, query, f"luck?{encode(query)}")
    return Found(preview, partial(told_card_svg, _evening(found, title, between)))


def _evening(found: Luck, title: str, between: str) -> Told:
    """The card of a record: the one side with the law of its total, or a row for each side."""
    sides = found["sides"]
    if len(sides) > 1:
        rows = [
            Row(
                verdict_of(side).who, f"luckier than {int(100 * (1 - side['or_better']))} of 100", 1 - side["or_better"]
            )
            for side in sides
        ]
        return Told(between or "Was that luck?", TOOLS["luck"].title, title, rows=rows)
    side = sides[0]
    card = side_card(found, side)
    number = Number(expectation_sentence(found, side), card["number"], card["among"], card["words"])
    bars = _bars(side["law"], side["observed"], verdict_of(side).mood == "lucky")
    return Told(card["title"], TOOLS["luck"].title, title, number, bars=bars, unit=unit_of(found))


def _bars(law: Distribution, came: Fraction, is_lucky: bool) -> list[Bar]:
    """The totals, as many beside each other as can be seen; those as good as what came, or as bad, are coloured."""
    outcomes = sorted(law.items())
    each = -(-len(outcomes) // _MOST_BARS)
    found = []
    for start in range(0, len(outcomes), each):
        group = outcomes[start : start + each]
        first, last = Fraction(group[0][0]), Fraction(group[-1][0])
        counts = last >= came if is_lucky else first <= came
        weight = sum((chance for _, chance in group), Fraction(0))
        found.append(Bar(decimal(first), weight, "", "a" if counts else "tie"))
    return found


def of_dice(fields: Fields) -> Found | None:
    """What the rolls of a die show: whether it is fair, and how often each face came."""
    asked = {field: fields[field][0].strip() for field in FAIR_FIELDS if fields.get(field, [""])[0].strip()}
    if ("rolls" in asked) == ("counts" in asked):
        return None
    found = fair(asked.get("counts"), asked.get("rolls"), asked.get("die", "6"), asked.get("against"))
    sentences = fair_verdict(found).sentences
    verdict = die_verdict(found)
    die = found.rolled.die.name
    rolls = f"{found['rolls']:,} roll{'' if found['rolls'] == 1 else 's'} of a {die}"
    bars: Sequence[Bar] = ()
    if found["faces"] != LEFT_OUT and len(found["faces"]) <= _MOST_BARS:
        bars = [
            Bar(
                str(face["face"]),
                Fraction(face["count"]),
                f"{face['count']:,}",
                "a" if face["band"][0] <= face["count"] <= face["band"][1] else "b",
            )
            for face in found["faces"]
        ]
    number = Number(rolls, verdict["number"], verdict["among"], verdict["words"])
    told = Told(verdict["title"], TOOLS["fair"].title, sentences[0], number, bars=bars, unit="times")
    twin = f"fair?{encode(asked)}"
    return Found(
        preview_of(sentences[0], " ".join(sentences[1:]), TOOLS["fair"].path, asked, twin), partial(told_card_svg, told)
    )


def of_program(fields: Fields) -> Found | None:
    """What a program shows: its output as that of any question, or each of its outputs."""
    text = fields.get(_PROGRAM, [""])[0]
    parameter = registry.scenario("custom.program").parameter(_PROGRAM)
    if not text.strip() or parameter is None or len(text) > parameter.longest:
        return None
    outputs = outputs_of(text)
    if not outputs:
        return None
    query = {_PROGRAM: text}
    title = "; ".join(map(output_sentence, outputs))
    about = "A program in the language of AnyDice" + (f" with {len(outputs)} outputs" if len(outputs) > 1 else "")
    preview = preview_of(title, about, TOOLS["programs"].path, query, f"program?{encode(query)}")
    if len(outputs) == 1 and not isinstance(outputs[0].distribution, EmptyDistribution):
        answer = registry.answer("custom.program", {_PROGRAM: text})
        return Found(preview, lambda theme: card_svg(answer, theme=theme))
    told = Told(f"{len(outputs)} outputs of a program", TOOLS["programs"].title, title, rows=_rows(outputs))
    return Found(preview, partial(told_card_svg, told))


def _rows(outputs: Sequence[ProgramOutput]) -> list[Row]:
    """A row for each output, as far filled as its mean is of the greatest."""
    whole = [not isinstance(output.distribution, EmptyDistribution) for output in outputs]
    means = [output.distribution.mean if is_whole else None for output, is_whole in zip(outputs, whole, strict=True)]
    greatest = max((mean for mean in means if mean is not None), default=Fraction(0))
    are_drawn = greatest > 0 and all(mean is None or mean >= 0 for mean in means)
    return [
        Row(
            output.name,
            "" if mean is None else output_sentence(output).removeprefix(f"{output.name}: "),
            mean / greatest if mean is not None and are_drawn else None,
        )
        for output, mean in zip(outputs, means, strict=True)
    ]
