"""Was that luck? A record of what was asked and what came, tapped in at the table, and how lucky it was."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.luck.asked import check_entry
from probcalc.analysis.luck.places import Places, places_of, result_of
from probcalc.analysis.luck.series import Luck
from probcalc.exact.law.distribution import Distribution
from probcalc.links.records import MOST_CHARACTERS, Parts, entry_of, luck, parts_of, without_remark
from probcalc.present.reports.luck import luck_report
from probcalc.present.sentences.luck import (
    NOT_SAID,
    request_label,
    side_name,
    verdict_of,
)
from probcalc.present.sentences.verdict import number_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.handing_on import file_button, open_text, show_elsewhere, show_link
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.frame import bar
from probcalc.web.pages.luck.rolled_drawn import (
    Key,
    adding_rolls,
    difference,
    record_card,
    side_picks,
    tabs,
    verdict_card,
    words_card,
)
from probcalc.web.pages.luck.shown import difference_card, number_of, side_card
from probcalc.web.parts.markup import Markup, join
from probcalc.web.parts.numbers import percent
from probcalc.web.state import address, records
from probcalc.web.state import visit as visits
from probcalc.web.state.records import ASKING, DICE_NEWS, GAME_NEWS, RECORD
from probcalc.web.state.visit import Visit

_SIDE, _OTHER, _WHOSE, BOTH = "luck side", "luck roll", "luck whose", "*"
_MOST_CHIPS, _NEAR, _MOST_KEYS = 8, 6, 60
_LONGEST_LABEL = 80
_LOOKED = (1, 5, 20, 52)
_EXAMPLES = ("d20 >= 11", "2d6", "12d6 >= 4")


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    query = address.query_of_news(visit)
    if query is not None:
        records.read_record_query(visit, query)
    text = visit.picked.get(RECORD, "")
    found, refusal = _find(text)
    bar.draw(visit, "luck", "Was that luck?")
    st.title("Was that luck?", anchor=False)
    _tabs(visit, found)
    with st.container(key="board"):
        with st.container(key="left-verdict"):
            if found is not None:
                show("verdicts", join(*_verdicts(visit, found)), {"whose": partial(visit.pick, _WHOSE)})
            elif not refusal:
                st.caption("Tap what was rolled and what came; the answer starts with the first roll.")
        with st.container(key="right-adding"):
            if refusal:
                st.error(plain(refusal))
            show("adding rolls", _adding(visit, text, found), _answers(visit))
            other = visit.picked.get(_OTHER, "")
            taken = widget(_OTHER, other, partial(_take_request, visit))
            st.text_input("Another roll, or a question as on the command line", other, **taken)
            if found is not None:
                show("record", record_card(found), {"remove": partial(_remove, visit)})
    _further(visit, text, found)
    address.put(visit, "luck", records.record_query(visit))


def _find(text: str) -> tuple[Luck | None, str]:
    return found_or_why(partial(luck, text)) if records.lines_of(text) else (None, "")


def _tabs(visit: Visit, found: Luck | None) -> None:
    """The game and the dice; this page writes the verdict of its own."""
    news = ""
    if found is not None:
        verdict = verdict_of(found["sides"][0])
        number, among = number_of(verdict)
        news = f"{number} in {number_words(among)}"
    visit.picked[GAME_NEWS] = news
    show("tabs", tabs(news, visit.picked.get(DICE_NEWS, ""), "luck"), {"go": partial(bar.go, visit)})


def _verdicts(visit: Visit, found: Luck) -> list[Markup]:
    """The side that is looked at, or both; the difference of two is drawn where both are."""
    sides = found["sides"]
    seen = visit.picked.get(_WHOSE, "")
    names = [side["side"] for side in sides]
    together = len(sides) > 1 and seen == BOTH
    seen = seen if seen in names or together else names[0]
    cards = []
    if len(sides) > 1:
        chips: list[Key] = [
            {"label": side_name(side["side"]), "note": verdict_of(side).mood, "tap": f"whose {side['side']}"}
            for side in sides
        ]
        chips.append({"label": "Both" if len(sides) == 2 else "All", "note": "compared", "tap": f"whose {BOTH}"})
        cards.append(side_picks([{**chip, "on": chip["tap"] == f"whose {seen}"} for chip in chips]))
    cards += [verdict_card(side_card(found, side)) for side in sides if together or side["side"] == seen]
    if found["difference"] != NONE:
        said, total = difference_card(found)
        cards.append(difference(said, total if together else None))
    return cards


def _lines(text: str) -> list[Parts]:
    return [parts_of(without_remark(line)) for line in records.lines_of(text) if "->" in without_remark(line)]


def _chips(visit: Visit, lines: Sequence[Parts]) -> list[str]:
    """What may be rolled next, first what is asked at present."""
    asking = visit.picked.get(ASKING, "")
    known = [_ask_text(line.request, line.result, line.options) for line in reversed(lines)]
    recent = [request for entry in visit.recent if (request := records.request_text(entry))]
    return list(dict.fromkeys([*([asking] if asking else []), *known, *recent, *_EXAMPLES]))[:_MOST_CHIPS]


def _sides(visit: Visit, lines: Sequence[Parts]) -> tuple[list[str], str]:
    """Who may roll, and who does at present."""
    sides = list(dict.fromkeys(line.side for line in lines if line.side))
    return ["", *(sides or ["opponent"])], visit.picked.get(_SIDE, sides[-1] if sides else "")


def _adding(visit: Visit, text: str, found: Luck | None) -> Markup:
    lines = _lines(text)
    chips, (sides, present) = _chips(visit, lines), _sides(visit, lines)
    near, others, told = _outcomes(chips[0])
    last = "Nothing yet."
    if lines:
        last = f"Last: {_label(_ask_text(lines[-1].request, lines[-1].result))}, {', '.join(lines[-1].came)}."
    now = " ".join([*(f"{verdict_of(side).lead}." for side in found["sides"])]) if found is not None else ""
    who: list[Key] = [
        {"label": side_name(side or NONE), "tap": f"side {side}", "on": side == present} for side in sides
    ]
    asked: list[Key] = [{"label": _label(chip), "tap": f"ask {chip}", "on": n == 0} for n, chip in enumerate(chips)]
    return adding_rolls(who, asked, _label(chips[0]), told, near, others, f"{now} {last}".strip(), bool(lines))


def _ask_text(request: str, result: str, options: str = "") -> str:
    """A request with its result and options, as a chip stands for it."""
    shown = request + (f" -> {result}" if result else "")
    return f"{shown} {options}" if options else shown


def _label(asking: str) -> str:
    """A chip as a reader has it; what cannot be read is shown as it was typed."""
    try:
        return request_label(check_entry(entry_of(_line(asking, "x"), []), 1, ""))
    except InputError:
        return asking if len(asking) <= _LONGEST_LABEL else f"{asking[: _LONGEST_LABEL - 1]}…"


def _line(asking: str, came: str) -> str:
    """The line of what came of a chip.

    >>> _line("chronopia.melee -> wounds ; wants less", "2"), _line("2d6", "7")
    ('chronopia.melee -> wounds = 2 ; wants less', '2d6 -> 7')
    """
    head, semicolon, options = asking.partition(" ;")
    request, _, result = head.partition(" -> ")
    return f"{request} -> {f'{result} = ' if result else ''}{came}{f' ;{options}' if semicolon else ''}"


def _outcomes(asking: str) -> tuple[list[Key], list[Key], str]:
    """The outcomes of a request as buttons: those around the mean first, then all others; and what is to be said."""
    try:
        entry = check_entry(entry_of(_line(asking, "x"), []), 1, "")
        answer = registry.answer(entry.scenario, entry.given)
        name = result_of(entry, answer)
        try:
            places = places_of(entry, answer)
        except InputError:
            return _which_counts(asking, answer[name])
    except (InputError, ValueError) as error:
        return [], [], str(error)
    said = "Tap what came." if entry.is_roll else f"{answer.declared(name).label}. Tap what came."
    if places.is_yes_no:
        return [_key("yes" if o else "no", w, places) for o, w in _weigh(places)][::-1], [], said
    keys = sorted(_weigh(places), key=lambda pair: pair[0]) if places.are_numbers else _weigh(places)
    if not places.are_numbers or len(keys) <= _NEAR + 2:
        return [_key(str(o), w, places) for o, w in keys], [], said
    mean = Fraction(sum(o * w for o, w in keys), places.total)
    nearest_ones = {o for o, _ in sorted(keys, key=lambda pair: abs(pair[0] - mean))[:_NEAR]}
    near = [_key(str(o), w, places) for o, w in keys if o in nearest_ones]
    others = [_key(str(o), w, places) for o, w in keys if o not in nearest_ones]
    return near, others[:_MOST_KEYS], said


def _weigh(places: Places) -> list[tuple[Any, int]]:
    pairs = zip(places.outcomes, places.chances, strict=True)
    return [(group[0] if len(group) == 1 else " or ".join(group), weight) for group, weight in pairs]


def _key(label: str, weight: int, places: Places) -> Key:
    return {
        "label": label,
        "note": percent(Fraction(weight, places.total)),
        "tap": f"came {label.partition(' or ')[0]}",
    }


def _which_counts(asking: str, law: Any) -> tuple[list[Key], list[Key], str]:
    """Names that nothing ranks: which of them is the good one."""
    if isinstance(law, Distribution) and not law.has_end:
        raise InputError("This has no end. Write ; at_least 7 behind it, say, and what came is yes or no.")
    if not isinstance(law, Distribution) or not all(isinstance(outcome, str) for outcome in law):
        raise InputError("This has no outcomes that can be tapped; ask for another result.")
    names = list(law)
    keys: list[Key] = []
    for name in names:
        others = " = ".join(other for other in names if other != name)
        keys.append({"label": name, "tap": f"ask {asking} ; order {others} < {name}"})
    return keys, [], "Which of these is the good outcome?"


def _take_request(visit: Visit, text: str) -> None:
    visit.pick(_OTHER, text)
    if text.strip():
        visit.picked[ASKING] = " ".join(text.split())


def _answers(visit: Visit) -> Answers:
    return {
        "ask": partial(visit.pick, ASKING),
        "side": partial(visit.pick, _SIDE),
        "came": partial(_came, visit),
        "undo": partial(_remove, visit),
    }


def _came(visit: Visit, came: str) -> None:
    text = visit.picked.get(RECORD, "")
    lines = _lines(text)
    sides, present = _sides(visit, lines)
    line = (f"@{present} " if present and present in sides else "") + _line(_chips(visit, lines)[0], came)
    visit.pick(RECORD, "\n".join([*text.splitlines(), line]))


def _remove(visit: Visit, number: str) -> None:
    """Take out the line of an entry by its number, or the last one."""
    lines = visit.picked.get(RECORD, "").splitlines()
    places = [at for at, line in enumerate(lines) if "->" in without_remark(line)]
    if places and (not number or (number.isdecimal() and 1 <= int(number) <= len(places))):
        del lines[places[int(number or len(places)) - 1]]
        visit.pick(RECORD, "\n".join(lines))


def _further(visit: Visit, text: str, found: Luck | None) -> None:
    """The record as text, how many evenings were looked at, and what to hand on."""
    if found is not None:
        number = found["sides"][0]["looked"]["n"]
        options = sorted({*_LOOKED, number})
        st.segmented_control(
            "You chose this evening, the worst or the best, from how many?",
            [str(option) for option in options],
            default=str(number),
            required=True,
            **widget("luck looked", str(number), partial(_write_number, visit)),
        )
        show("not said", words_card("What it does not say", NOT_SAID, quiet=True))
    with st.expander("The record as text: paste, mend, keep", key="luck:text"):
        st.text_area(
            "One line each: who, what, came", text, height=200, **widget(RECORD, text, partial(visit.pick, RECORD))
        )
        st.caption("As in: @anna chronopia.melee target=spearmen -> wounds = 2; statistic: signs in front, say.")
        if text.strip():
            file_button("Keep evening.txt", text, "evening.txt", "luck:evening.txt")
        open_text("Open a record that was kept", "luck:open", MOST_CHARACTERS, partial(visit.pick, RECORD))
    if found is None:
        return
    with st.expander("All lines as a table", key="luck:table"):
        show_report(luck_report(found), "luck", drawn=True)
    with st.expander("Share: link, line to copy, command, Python", key="luck:share"):
        link = ""
        if records.fits(text):
            link = address.link_of(visit, "luck", records.record_query(visit))
            show_link(link)
        else:
            st.caption(f"More than {records.MOST_LINES} lines are too long for a link; keep them as evening.txt.")
        said = f"Was that luck? {' '.join(luck_report(found).says)}"
        lines = ["import probcalc", f"found = probcalc.luck({json.dumps(text, ensure_ascii=False)})"]
        lines.append('print(found["sides"][0]["or_worse"])')
        show_elsewhere(link, said, "probcalc luck evening.txt", "\n".join(lines))


def _write_number(visit: Visit, number: str) -> None:
    """Write the number of evenings in front of the record."""
    lines = visit.picked.get(RECORD, "").splitlines()
    kept = [line for line in lines if not re.match(r"\s*looked\s*:", line)]
    visit.pick(RECORD, "\n".join(kept if number == "1" else [f"looked: {number}", *kept]))
