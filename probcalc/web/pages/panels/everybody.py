"""Everybody against everybody: who is too good, who is never worth taking, and what each should cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from probcalc.analysis.balance.asking import Balance, balance
from probcalc.analysis.balance.entries import number
from probcalc.analysis.balance.names import called
from probcalc.analysis.balance.sided import Sided, is_sided, sided
from probcalc.links import given_from_words
from probcalc.present.reports.all_against_all import balance_report, nudge_words, nudges_table
from probcalc.present.words import value_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.controls.taps import answer as answer_tap
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.shown.everybody import TIES, card_of
from probcalc.web.parts.everybody import everybody_card
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

_LONGEST = 4000
_CHANGED, _MET = "changed", "met"
_Changes: TypeAlias = "Mapping[str, Mapping[str, Any]]"
"""What is changed of each entry, by parameter."""
_ORDERS = {"both": "either first, half and half", "first": "the row always first"}


def fits(stands: Standing) -> bool:
    """Whether it has two sides with a table to pick from."""
    return is_sided(stands.model.id, by_table=True)


def draw(stands: Standing, visit: Visit) -> None:
    """What is asked, the card, and the same as a table."""
    two = sided(stands.model.id)
    assert two.table is not None
    labels = dict(zip(two.table.choices, two.table.choice_labels, strict=True))
    ids = [choice for choice in two.table.choices if choice != NOTHING]
    typed = st.text_input(
        f"Who plays, like {labels[ids[0]]}, {labels[ids[-1]]}; empty for all",
        key=_key(stands, "entries"),
        max_chars=_LONGEST,
    )
    chosen = ids_of(typed, labels)
    budget: str = ""
    costs: dict[str, Any] = {}
    if two.headcount is not None:
        budget = st.text_input("Points that each may spend", key=_key(stands, "budget"), max_chars=12).strip()
        written = st.text_area(
            f"Points of each, like {ids[0]}=10, one to a line or pasted from a spreadsheet",
            key=_key(stands, "costs"),
            max_chars=_LONGEST,
        )
        costs = costs_of(written, labels)
    order = st.selectbox("First place", _ORDERS, format_func=_ORDERS.__getitem__, key=_key(stands, "places"))
    changes = _changes(stands)
    found = _found(stands, two, chosen, budget, costs, order or "both", changes)
    if changes:
        _say_changes(stands, two, found, changes)
    ties = bool(st.session_state.get(_key(stands, TIES)))
    show("everybody", everybody_card(card_of(found, ties)), partial(_taken, stands, visit))
    whole = balance_report(found)
    show_report(replace(whole, says=(), more=()), _key(stands, "table"), drawn=True, whole=whole)
    _even(stands, found)


def _found(
    stands: Standing,
    two: Sided,
    chosen: list[str],
    budget: str,
    costs: dict[str, Any],
    order: str,
    changes: _Changes,
) -> Balance:
    # What holds of a side of this question does not hold of everybody.
    given = {name: value for name, value in stands.given.items() if not name.startswith(two.prefixes)}
    listed: list[str] | None = chosen or None
    if budget and listed is None and costs:
        # Whoever has points is meant.
        listed = list(costs)
    if changes and listed is None:
        listed = st.session_state.get(_key(stands, _MET))
    with progress_bar() as progress:
        return balance(
            stands.model.id,
            None if listed is None else changed_entries(two, listed, changes),
            given,
            budget=budget or None,
            costs=(costs or None) if budget else None,
            places=order,
            progress=progress,
            steps=spending(),
        )


def _even(stands: Standing, found: Balance) -> None:
    """What evens one of them, once it is asked for."""
    names = called(found)
    of = st.selectbox(
        "What evens",
        found.names,
        index=None,
        format_func=lambda one: names[one].name,
        placeholder="one of them",
        key=_key(stands, "of"),
    )
    if of is None:
        return
    costs = {each.name: each.entry.cost for each in found.standings if each.entry.cost is not None}
    with progress_bar() as progress:
        asked = balance(
            stands.model.id,
            changed_entries(found.sided, found.names, _changes(stands)),
            found.given,
            budget=found.budget,
            costs=costs or None,
            places=found.places,
            of=of,
            progress=progress,
            steps=spending(),
        )
    show_report(nudges_table(asked, called(asked)), _key(stands, "nudges"), drawn=True)
    if not asked.nudges:
        return
    place = st.selectbox(
        "Change",
        range(len(asked.nudges)),
        format_func=lambda number: nudge_words(asked, asked.nudges[number]),
        key=_key(stands, f"change of {of}"),
    )
    nudge = asked.nudges[place or 0]
    st.button(
        "Use this change",
        key=_key(stands, "use"),
        on_click=_used,
        args=(stands, found.names, of, nudge.parameter, nudge.new),
    )


def _changes(stands: Standing) -> _Changes:
    found: _Changes = st.session_state.get(_key(stands, _CHANGED), {})
    return found


def _used(stands: Standing, names: tuple[str, ...], of: str, parameter: str, value: Any) -> None:
    """The same is asked again with a change of one entry, beside those in use already."""
    changes = _changes(stands)
    st.session_state[_key(stands, _CHANGED)] = {**changes, of: {**changes.get(of, {}), parameter: value}}
    st.session_state[_key(stands, _MET)] = list(names)


def _say_changes(stands: Standing, two: Sided, found: Balance, changes: _Changes) -> None:
    """Which changes are in use, and a way back."""
    names = called(found)
    said = [f"{names[of].name if of in names else of}: {change_words(two, own)}" for of, own in changes.items()]
    st.caption(f"Changed: {'; '.join(said)}.")
    st.button("Without changes", key=_key(stands, "undo"), on_click=_undone, args=(stands,))


def _undone(stands: Standing) -> None:
    st.session_state[_key(stands, _CHANGED)] = {}


def change_words(two: Sided, changes: Mapping[str, Any]) -> str:
    """What is changed of an entry, in words.

    >>> change_words(sided("oathmark.combat"), {"fight": 2, "braced": True})
    'Fight 2, Braced yes'
    """
    found = []
    for key, value in changes.items():
        parameter = two.parameter(key)
        found.append(f"{key} {value}" if parameter is None else f"{parameter.label} {value_words(parameter, value)}")
    return ", ".join(found)


def changed_entries(two: Sided, names: Iterable[str], changes: _Changes) -> list[Any]:
    """The entries, those that are changed as set-ups by their own name.

    >>> changed_entries(sided("oathmark.combat"), ["troll", "ogre"], {"ogre": {"fight": 2}})
    ['troll', {'name': 'ogre', 'unit': 'ogre', 'fight': 2}]
    """
    assert two.table is not None
    key = two.key(two.table.name)
    return [{"name": name, key: name, **changes[name]} if name in changes else name for name in names]


def ids_of(written: str, labels: dict[str, str]) -> list[str]:
    """The ids of entries that are written by id or by name; what is neither stays as it is.

    >>> ids_of("Human Spearman, troll", {"troll": "Troll", "human_spearman": "Human Spearman"})
    ['human_spearman', 'troll']
    """
    ids = {label.casefold(): name for name, label in labels.items()}
    words = filter(None, (part.strip() for part in written.replace(";", ",").split(",")))
    return [ids.get(word.casefold(), word) for word in words]


def costs_of(written: str, labels: dict[str, str]) -> dict[str, Any]:
    r"""Points by id from lines or words like troll=20, or a name and a number side by side.

    >>> costs_of("troll=20, ogre = 15", {"troll": "Troll", "ogre": "Ogre"})
    {'troll': '20', 'ogre': '15'}
    >>> costs_of("Human Spearman\t4", {"human_spearman": "Human Spearman"})
    {'human_spearman': '4'}

    Raises:
        InputError: for a line that is not written so.
    """
    ids = {label.casefold(): name for name, label in labels.items()}
    found: dict[str, Any] = {}
    for line in filter(None, (part.strip() for part in written.replace(";", "\n").replace(",", "\n").split("\n"))):
        name, _, cost = line.rpartition("=" if "=" in line else "\t" if "\t" in line else " ")
        name, cost = name.strip(), cost.strip()
        if not name or number(cost) is None:
            raise InputError(f"points are written like {next(iter(labels))}=10, not {line[:40]}", "costs")
        key = ids.get(name.casefold(), name)
        if key in found:
            raise InputError(f"points: {name[:40]} is given twice", "costs")
        found[key] = cost
    return found


def _taken(stands: Standing, visit: Visit, tap: str) -> None:
    answer_tap(tap, {"fight": partial(_opened, stands, visit), "look": partial(_looked, stands)})


def _opened(stands: Standing, visit: Visit, rest: str) -> None:
    """The question becomes a fight of the map: what it said of the sides itself is gone."""
    two = sided(stands.model.id)
    kept = {name: value for name, value in stands.given.items() if not name.startswith(two.prefixes)}
    try:
        visit.ask(stands.model.id, {**kept, **given_from_words(stands.model.id, rest.split("&"))})
    except InputError:
        return


def _looked(stands: Standing, rest: str) -> None:
    name, _, text = rest.partition("=")
    if name == TIES:
        st.session_state[_key(stands, TIES)] = text == "yes"


def _key(stands: Standing, name: str) -> str:
    return f"{stands.model.id}:everybody:{name}"
