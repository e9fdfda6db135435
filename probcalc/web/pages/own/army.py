"""An army list on the page of own units: pasted as text, told line by line, added; and written out to take along."""

from __future__ import annotations

from functools import partial
from typing import Any

from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.rosters import Line, Roster, army_list, read_list
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.scenarios.rosters.roster import figure_label, kinds_of
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.own.drawn import read_line
from probcalc.web.pages.own.form import tell
from probcalc.web.parts.controls import Action
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.state import rosters
from probcalc.web.state import visit as visits

_TYPED = "own:list"
_MOST_SHOWN, _MOST_CHANGED = 40, 4


def draw(roster: Roster) -> None:
    """The list to paste, what it says, and the own units as such a list."""
    st.header("Army list", anchor=False)
    key = f"{_TYPED}:{roster.system}"
    typed = visits.current().picked.get(key, "")
    st.text_area(
        "Paste or type",
        typed,
        max_chars=LONGEST_TEXT,
        placeholder=_placeholder(roster),
        help="One unit a line: its name, then what is different. A table copied from a spreadsheet is read too.",
        **widget(key, typed, partial(visits.current().pick, key)),
    )
    if typed.strip():
        lines, _ = read_list(typed, roster)
        rows = [_row(line, roster) for line in lines[:_MOST_SHOWN]]
        show("list", tag("ul.read", rows, role="status"), {"mend": partial(_mend, key)})
        good = [line for line in lines if not line.refused]
        if good:
            st.button(_label(good), key=f"{key}:add", type="primary", on_click=_add, args=(key,))
    if any(roster.entries.values()):
        text = army_list(roster)
        st.caption("Your units as text")
        st.code(text, language=None, height=min(320, 60 + 24 * text.count("\n")), wrap_lines=True)
        file_button("Save as text", text, f"{roster.system}-army.txt", f"{key}:save")


def _placeholder(roster: Roster) -> str:
    kind = next(iter(kinds_of(roster.system).values()))
    names = [figure.label.lower() for figure in kind.figures if figure.kind == "integer"][:2]
    return f"Levy: {', '.join(f'{name} 3' for name in names)}"


def _row(line: Line, roster: Roster) -> Markup:
    """What a line says, or why it cannot be read, with a tap that mends it."""
    if line.refused:
        mend: Action | None = None
        if line.instead:
            mend = {"label": f"Change to {line.instead[1]}", "tap": f"mend {line.number}"}
        return read_line(line.name[:40] or f"line {line.number}", f"line {line.number}: {line.refused}", True, mend)
    if line.key not in roster.entries.get(line.kind, {}):
        return read_line(line.name, f"new, otherwise like {line.like}" if line.like else "new")
    labels = {figure.name: figure_label(figure) for figure in kinds_of(roster.system)[line.kind].figures}
    now = line.figures or {}
    changes = [
        f"{labels[name]} {outcome_words(now[name])}, not {_was(before)}"
        for name, before in list((line.changed or {}).items())[:_MOST_CHANGED]
        if name in now
    ]
    return read_line(line.name, f"changes: {'; '.join(changes)}" if changes else "as it is")


def _was(value: Any) -> str:
    return "none" if value in (None, NOTHING) else outcome_words(value)


def _label(lines: list[Line]) -> str:
    new = sum(bool(line.changed is not None and not line.changed) for line in lines)
    parts = [f"Add {new}"] if new else []
    if changed := len(lines) - new:
        parts.append(f"change {changed}" if new else f"Change {changed}")
    return ", ".join(parts)


def _mend(key: str, number: str) -> None:
    """Write what was meant in place of a word that says nothing."""
    visit = visits.current()
    text = visit.picked.get(key, "")
    roster = rosters.roster_of(key.rpartition(":")[2])
    line = next((each for each in read_list(text, roster)[0] if str(each.number) == number), None)
    if line is not None and line.instead:
        rows = text.splitlines()
        rows[line.number - 1] = rows[line.number - 1].replace(*line.instead, 1)
        visit.pick(key, "\n".join(rows))


def _add(key: str) -> None:
    visit = visits.current()
    roster = rosters.roster_of(key.rpartition(":")[2])
    found, why = found_or_why(partial(read_list, visit.picked.get(key, ""), roster))
    if found is None:
        tell(why)
        return
    lines, changed = found
    rosters.keep(changed)
    left = [line for line in lines if line.refused]
    rows = visit.picked.get(key, "").splitlines()
    visit.picked[key] = "\n".join(rows[line.number - 1] for line in left)
    count = len(lines) - len(left)
    tell(f"{count} {'line is' if count == 1 else 'lines are'} in the roster.", True)
