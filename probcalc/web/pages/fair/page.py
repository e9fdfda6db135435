"""Fair dice: tap the faces as they are thrown, or paste rolls or counts, and see what a fair die would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from probcalc.analysis.fair.noticing import fair_power
from probcalc.analysis.fair.rolled import LONGEST_TEXT, Die, die_of, what_was_rolled
from probcalc.analysis.fair.tests import LEFT_OUT, Fairness, fair
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.reports.fair import fair_report, rows_of_tests
from probcalc.present.sentences.fair import (
    NOT_SAID,
    extreme_sentences,
    fair_verdict,
    power_sentence,
    rule_sentence,
)
from probcalc.present.sentences.verdict import in_cases
from probcalc.present.words.phrases import count_words
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import open_text, show_elsewhere, show_link
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.fair.noticed_drawn import noticing_card
from probcalc.web.pages.fair.shown import biases_of, cut_words, uneven_total, verdict_of
from probcalc.web.pages.frame import bar
from probcalc.web.pages.luck.rolled_drawn import (
    Key,
    faces_card,
    pad_card,
    tabs,
    tests_card,
    verdict_card,
    words_card,
)
from probcalc.web.parts.markup import Markup
from probcalc.web.state import address, records
from probcalc.web.state import visit as visits
from probcalc.web.state.records import DICE_NEWS, GAME_NEWS, dice_key
from probcalc.web.state.visit import Visit

_DICE = ("4", "6", "8", "10", "12", "20", "100", "2d6")
_CHANCE = "fair chance"
_TAPPED = "fair tapped"
"""Where a visit holds the faces that were tapped on top of counts, so that they can be taken back."""
_MOST_SHOWN = 8


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    query = address.query_of_news(visit)
    if query is not None:
        records.read_dice_query(visit, query)
    fields = {field: visit.picked.get(dice_key(field), "").strip() for field in records.FAIR_FIELDS}
    fields["die"] = fields["die"] or "6"
    found, refusal = _find(fields)
    bar.draw(visit, "fair", "Fair dice")
    st.title("Are my dice fair?", anchor=False)
    _tabs(visit, found)
    with st.container(key="board"):
        with st.container(key="left-verdict"):
            if found is not None:
                show("verdict", _verdict(found))
            elif not refusal:
                st.caption("Tap each throw, or paste rolls or counts below; the answer starts with the first roll.")
            if refusal:
                st.error(plain(refusal))
        with st.container(key="right-pad"):
            die, why = found_or_why(partial(die_of, fields["die"]))
            if die is None and not refusal:
                st.error(plain(why))
            _pad(visit, fields, die)
            _paste(visit, fields)
            if die is not None:
                _power(visit, fields["die"])
        if found is not None:
            _answers(found)
    if found is not None:
        _further(visit, fields, found)
    address.write(visit, records.dice_query(visit))


@lru_cache(maxsize=8)
def _ask(die: str, rolls: str, counts: str, against: str) -> Fairness:
    """The tests of what was rolled; those asked last are kept, since every tap draws the page anew."""
    if rolls and counts:
        raise InputError("Rolls and counts cannot both be given: empty one of the two fields.")
    return fair(counts or None, rolls or None, die, against or None)


def _find(fields: Mapping[str, str]) -> tuple[Fairness | None, str]:
    if not fields["rolls"] and not fields["counts"]:
        return None, ""
    return found_or_why(partial(_ask, fields["die"], fields["rolls"], fields["counts"], fields["against"]))


def _verdict(found: Fairness) -> Markup:
    card = verdict_of(found)
    total = uneven_total(found, "bad" if card["mood"] == "bad" else "good")
    return verdict_card({**card, "total": total, "note": cut_words(found)})


def _pad(visit: Visit, fields: Mapping[str, str], die: Die | None) -> None:
    """The faces to be tapped; of a die that cannot be read none, and another is a tap away."""
    counts, last = _so_far(fields)
    faces = [] if die is None else [str(face) for face in die.faces]
    dice: list[Key] = [
        {"label": name if name.startswith("2d") else f"d{name}", "tap": f"die {name}", "on": name == fields["die"]}
        for name in _DICE
    ]
    rolled = count_words(f"{sum(counts.values()):,}", "rolls")
    told = f"{rolled}. Last: {', '.join(last)}." if last else f"{rolled}."
    tapped = visit.picked.get(_TAPPED, "").split() if fields["counts"] else []
    undo = bool(last) or bool(tapped)
    title = f"Tap what a {die.name} shows" if die is not None else "Which die?"
    pad = pad_card(title, dice, {face: counts.get(face, 0) for face in faces}, told, undo)
    answers = {
        "face": partial(_add_roll, visit, faces),
        "undo": partial(_undo, visit, faces),
        "die": partial(_take_text, visit, dice_key("die")),
    }
    show("pad", pad, answers)


def _so_far(fields: Mapping[str, str]) -> tuple[dict[str, int], list[str]]:
    """How often each face came so far, and the last rolls, the last one in front."""
    try:
        seen = what_was_rolled(fields["counts"] or None, fields["rolls"] or None, fields["die"])
    except InputError:
        return {}, []
    counts = {str(face): count for face, count in zip(seen.die.faces, seen.counts, strict=True)}
    return counts, [str(face) for face in (seen.rolls or ())[: -_MOST_SHOWN - 1 : -1]]


def _add_roll(visit: Visit, faces: list[str], face: str) -> None:
    """Add a roll at the end, or one to the count of its face where counts are given."""
    if face not in faces:
        return
    visit.touch()
    if visit.picked.get(dice_key("counts"), "").strip():
        if _count_face(visit, faces, face, 1):
            visit.picked[_TAPPED] = f"{visit.picked.get(_TAPPED, '')} {face}".strip()
        return
    rolls = visit.picked.get(dice_key("rolls"), "").rstrip()
    visit.picked[dice_key("rolls")] = f"{rolls} {face}".strip()


def _count_face(visit: Visit, faces: list[str], face: str, more: int) -> bool:
    """Count a face once more, or once less, where counts are given; whether that could be done."""
    counts = visit.picked.get(dice_key("counts"), "").strip()
    numbers = _so_far({"die": visit.picked.get(dice_key("die"), "") or "6", "counts": counts, "rolls": ""})[0]
    if numbers.get(face, 0) + more < 0 or set(numbers) != set(faces):
        return False
    numbers[face] += more
    visit.picked[dice_key("counts")] = " ".join(str(numbers[each]) for each in faces)
    return True


def _undo(visit: Visit, faces: list[str], _: str) -> None:
    """Take back the last roll, or the last face that was tapped on top of counts."""
    visit.touch()
    if visit.picked.get(dice_key("counts"), "").strip():
        *before, last = visit.picked.get(_TAPPED, "").split() or [""]
        if last and _count_face(visit, faces, last, -1):
            visit.picked[_TAPPED] = " ".join(before)
        return
    rolls = visit.picked.get(dice_key("rolls"), "").split()
    visit.picked[dice_key("rolls")] = " ".join(rolls[:-1])


def _answers(found: Fairness) -> None:
    if found["faces"] != LEFT_OUT:
        with st.container(key="left-faces"):
            even = found["faces"][0]["expected"] if found.rolled.die.is_even else None
            show("faces", faces_card(found["faces"], even, extreme_sentences(found)))
    with st.container(key="left-tests"):
        show("tests", tests_card(rows_of_tests(found), found.notes))
    if biases := biases_of(found):
        with st.container(key="left-noticing"):
            show("noticing", noticing_card(found["rolls"], biases))


def _tabs(visit: Visit, found: Fairness | None) -> None:
    """The game and the dice; this page writes the verdict of its own."""
    news = ""
    if found is not None and found["chi_squared"] != LEFT_OUT:
        news = in_cases(found["chi_squared"]["p"]) if found["chi_squared"]["p"] < 1 else "always"
    visit.picked[DICE_NEWS] = news
    show("tabs", tabs(visit.picked.get(GAME_NEWS, ""), news, "fair"), {"go": partial(bar.go, visit)})


def _paste(visit: Visit, fields: Mapping[str, str]) -> None:
    with st.expander("Paste rolls or counts, another die", key="fair:paste"):
        _field(visit, fields, "die", "Die: its faces, or a roll like 2d6", st.text_input)
        _field(visit, fields, "rolls", "Rolls in their order, or lines like 6: 12", st.text_area)
        _field(visit, fields, "counts", "Or counts, one for each face", st.text_input)
        _field(visit, fields, "against", "Counts of another die, to compare", st.text_input)
        open_text("Open a file of rolls", "fair:open", LONGEST_TEXT, partial(_open, visit))


def _field(visit: Visit, fields: Mapping[str, str], field: str, label: str, drawn: Callable[..., Any]) -> None:
    key = dice_key(field)
    drawn(label, fields[field], **widget(key, fields[field], partial(_take_text, visit, key)))


def _open(visit: Visit, text: str) -> None:
    """The rolls of a file take the place of rolls and counts."""
    visit.picked |= {dice_key("rolls"): text, dice_key("counts"): ""}


def _take_text(visit: Visit, key: str, text: str) -> None:
    visit.picked.pop(_TAPPED, None)
    visit.pick(key, text)


def _power(visit: Visit, die: str) -> None:
    """How many rolls notice a face that comes with a chance of the reader's own."""
    if not die.isdecimal():
        return
    with st.expander("How many rolls would show it?", key="fair:power"):
        usual = fraction_text(Fraction(3, 2 * int(die)))
        chance = visit.picked.get(_CHANCE, "") or usual
        st.text_input(
            "One face comes with chance", chance, **widget(_CHANCE, chance, partial(_take_text, visit, _CHANCE))
        )
        power, why = found_or_why(partial(fair_power, die, chance))
        if power is None:
            st.error(plain(why))
        else:
            st.markdown(plain(f"{power_sentence(power)} {rule_sentence(power)}"))


def _further(visit: Visit, fields: Mapping[str, str], found: Fairness) -> None:
    show("not said", words_card("What it does not say", NOT_SAID, quiet=True))
    with st.expander("All numbers as a table", key="fair:table"):
        show_report(fair_report(found), "fair", drawn=True)
    with st.expander("Share: link, line to copy, command, Python", key="fair:share"):
        query, link = records.dice_query(visit), ""
        if {"rolls", "counts"} & set(query):
            link = address.link_to(visit.pages["fair"], query)
            show_link(link)
        else:
            st.caption("These rolls are too long for a link; paste their counts.")
        counts, die = [str(count) for _, count in found["counts"]], fields["die"]
        named = die if die.isdecimal() else f'"{die}"'
        lines = ["import probcalc", f"found = probcalc.fair([{', '.join(counts)}], die={named})"]
        lines.append('print(found["chi_squared"]["p"])')
        command = f"probcalc fair {' '.join(counts)} --die {die}"
        show_elsewhere(link, " ".join(fair_verdict(found).sentences), command, "\n".join(lines))
