"""Everybody against everybody: who is too good, who is never worth taking, and what each should cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from probcalc.analysis.balance.asking import Balance, balance
from probcalc.analysis.balance.names import names_by_entry
from probcalc.analysis.balance.nudges import Nudge
from probcalc.analysis.balance.sided import Sided, sides_of
from probcalc.links import read_words
from probcalc.links.commands import to_balance_command, to_balance_python
from probcalc.present.cards.told import told_card_svg
from probcalc.present.charts.pictures import CardPicture
from probcalc.present.reports.all_against_all import balance_report
from probcalc.present.reports.what_evens import nudge_words, nudges_table
from probcalc.present.words.requests import value_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given
from probcalc.web.controls.charts_and_tables import file_name, show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_buttons, show_elsewhere, show_text
from probcalc.web.controls.inputs import pick_of
from probcalc.web.controls.spoken import st
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.everybody.drawn import everybody_card, everybody_one, settings_chips
from probcalc.web.pages.everybody.settings import answers, names_of, own_names, settings_of
from probcalc.web.pages.everybody.shown import picture_to_hand_on
from probcalc.web.parts.controls import Control
from probcalc.web.state import address, games, rosters
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.balances import Asked, question_of_view
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Evened, Visit


def draw(stands: Standing, visit: Visit) -> None:
    """What is asked, the card, and the same as a table."""
    view = visit.view(stands.model.id)
    show("everybody-asked", settings_of(stands, visit, view), answers(stands, visit))
    asked = question_of_view(stands.model.id, stands.given, view, own_names(stands))
    evened = visit.evened.get(stands.model.id, Evened())
    listed = asked.entries or (evened.names if evened.changes else None)
    entries = None if listed is None else _changed(stands, listed, evened)
    if evened.changes:
        # Said before they are tried: what is refused can be taken back.
        _say_changes(stands, visit, evened)
    with progress_bar(_key(stands, "stop"), repr((asked, entries))) as progress:
        found = balance(
            **(asked._asdict() | {"entries": entries}),
            scenario=stands.model.id,
            progress=progress,
            steps=spending(),
        )
    ties = _key(stands, "ties")
    show(
        "everybody",
        everybody_card(found, ties in visit.unfolded, by_rank=view.sort != "given"),
        {
            "fight": partial(_open, stands, visit),
            "look": partial(_look, stands, visit),
            "turn": lambda _: visit.turn(ties),
        },
    )
    _even(stands, visit, found, asked.field, evened)
    whole = balance_report(found)
    show_report(replace(whole, says=(), more=()), _key(stands, "table"), drawn=True, whole=whole)
    _share(stands, visit, found, asked._replace(entries=entries), _key(stands, "share"))


def _changed(stands: Standing, names: Iterable[str], evened: Evened) -> list[Any]:
    """The entries with what is changed of them, the reader's own with their figures."""
    two = sides_of(stands.model.id)
    assert two.table is not None
    own = {name: rosters.figures_of(stands.model.id, two.table.name, name) for name in own_names(stands)}
    figures = {name: {two.key(key): value for key, value in each.items()} for name, each in own.items()}
    return changed_entries(two, names, evened.changes, figures)


def _even(stands: Standing, visit: Visit, found: Balance, field: Mapping[str, str] | None, evened: Evened) -> None:
    """What evens one of them, once it is asked for."""
    names = names_by_entry(found)
    listed = {"": "one of them", **{name: names[name].name for name in found.names}}
    of = visit.view(stands.model.id).of
    of = of if of in listed else ""
    _pick(stands, visit, pick_of("of", "What evens", of, listed))
    if not of:
        return
    show("everybody-one", everybody_one(found, of))
    costs = {each.name: each.entry.cost for each in found.standings if each.entry.cost is not None}
    with progress_bar(_key(stands, "stop evening"), repr((found.given, found.standings, of, field))) as progress:
        asked = balance(
            stands.model.id,
            _changed(stands, found.names, evened),
            found.given,
            budget=found.budget,
            costs=costs or None,
            field=field,
            places=found.places,
            of=of,
            progress=progress,
            steps=spending(),
        )
    evens = nudges_table(asked, names_by_entry(asked))
    show_report(replace(evens, says=evens.says[-1:]), _key(stands, "nudges"), drawn=True, whole=evens)
    headcount = found.sided.headcount
    # How many of it fight the points say.
    fixed = found.sided.key(headcount.name) if headcount is not None and found.budget is not None else ""
    nudges = [each for each in asked.nudges if each.parameter != fixed]
    if not nudges:
        return
    listed = {str(place): nudge_words(asked, nudge) for place, nudge in enumerate(nudges)}
    chosen = visit.picked.get(_key(stands, "change"), "")
    chosen = chosen if chosen in listed else "0"
    _pick(stands, visit, pick_of("change", "Change", chosen, listed))
    nudge = nudges[int(chosen)]
    st.button(
        "Use this change",
        key=_key(stands, "use"),
        on_click=_use_change,
        args=(stands, visit, found.names, of, nudge),
    )


def _pick(stands: Standing, visit: Visit, listed: Control) -> None:
    """A list to pick from, below the map."""
    show(f"everybody-{listed['parameter']}", settings_chips((), (listed,)), {"set": partial(_look, stands, visit)})


def _use_change(stands: Standing, visit: Visit, names: tuple[str, ...], of: str, nudge: Nudge) -> None:
    """The same is asked again with a change of one entry, beside those in use already."""
    changes = visit.evened.get(stands.model.id, Evened()).changes
    changed = {**changes, of: {**changes.get(of, {}), nudge.parameter: nudge.new}}
    visit.evened[stands.model.id] = Evened(changed, names)


def _say_changes(stands: Standing, visit: Visit, evened: Evened) -> None:
    """Which changes are in use, and a way back."""
    two, labels = sides_of(stands.model.id), names_of(stands)
    said = [f"{labels.get(of, of)}: {change_words(two, own)}" for of, own in evened.changes.items()]
    st.caption(f"Changed: {'; '.join(said)}.")
    st.button("Without changes", key=_key(stands, "undo"), on_click=_undo, args=(stands, visit))


def _undo(stands: Standing, visit: Visit) -> None:
    visit.evened.pop(stands.model.id, None)


def change_words(two: Sided, changes: Given) -> str:
    """What is changed of an entry, in words.

    >>> change_words(sides_of("oathmark.combat"), {"fight": 2, "braced": True})
    'Fight 2, Braced yes'
    """
    parameters = {key: two.parameter(key) for key in changes}
    return ", ".join(f"{parameters[key].label} {value_words(parameters[key], v)}" for key, v in changes.items())


def changed_entries(
    two: Sided, names: Iterable[str], changes: Mapping[str, Given], own: Mapping[str, Given] | None = None
) -> list[Any]:
    """The entries, those that are changed or the reader's own as set-ups by their own name.

    >>> changed_entries(sides_of("oathmark.combat"), ["troll", "ogre"], {"ogre": {"fight": 2}})
    ['troll', {'name': 'ogre', 'unit': 'ogre', 'fight': 2}]
    """
    assert two.table is not None
    key, figures = two.key(two.table.name), own or {}
    return [
        {"name": name, **figures.get(name, {key: name}), **changes.get(name, {})}
        if name in changes or name in figures
        else name
        for name in names
    ]


def _open(stands: Standing, visit: Visit, rest: str) -> None:
    """The question becomes a fight of the map: what it said of the sides itself is gone."""
    two = sides_of(stands.model.id)
    kept = {name: value for name, value in stands.given.items() if not name.startswith(two.prefixes)}
    try:
        visit.ask(stands.model.id, {**kept, **read_words(stands.model.id, rest.split("&"))})
    except InputError:
        return


def _look(stands: Standing, visit: Visit, rest: str) -> None:
    name, _, text = rest.partition("=")
    if name == "sort":
        visit.look(stands.model.id, sort=text)
    elif name == "change":
        visit.pick(_key(stands, "change"), text)
    elif name == "of":
        # What was picked for another is no change of this one.
        visit.pick(_key(stands, "change"), "")
        visit.look(stands.model.id, of=text)


def _key(stands: Standing, name: str) -> str:
    return f"{stands.model.id}:everybody:{name}"


def _share(stands: Standing, visit: Visit, found: Balance, asked: Asked, key: str) -> None:
    """The same elsewhere: a link, pictures, the command, and Python."""
    scenario_id = stands.model.id
    page = visit.pages[registry.system_id_of(scenario_id)]
    view = replace(visit.view(scenario_id), turned="everybody")
    with st.popover("Share", key=key):
        link = address.link_to(page, address.query_of(scenario_id, stands.given, view))
        show_text("**Link**: who plays, and for how many points", link)
        picture, name = told_card_svg(picture_to_hand_on(found)), file_name(scenario_id, "balance")
        file_buttons(name, f"{key} ", {"png": CardPicture(picture, "png"), "svg": CardPicture(picture, "svg")})
        if games.game_of(scenario_id) is None:
            is_plain = asked.entries is None or all(isinstance(each, str) for each in asked.entries)
            command = to_balance_command(scenario_id, asked._asdict()) if is_plain else ""
            show_elsewhere("", command=command, python=to_balance_python(scenario_id, asked._asdict()))
