"""How an answer is looked at, as fields of an address: written, read again, and held against the scenario.

The names begin with "show." and so cannot be parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace

from probcalc import links
from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.numbers.measure import Measure, read_number
from probcalc.exact.budget.bounds import metered
from probcalc.exact.errors import suggestion
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, nearest_name
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.rosters import place_names
from probcalc.scenarios.scenario import Scenario
from probcalc.web.state.called import names_from, names_text
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View

PREFIX = "show."
LONGEST, LONGEST_CONDITION = 40, 100
# All parts of a page may be open at once.
_LONGEST_TURNED = 400
LONGEST_LIST, LONGEST_TRIED = 1000, 1500
_SMALLEST, _GREATEST = -100_000, 1_000_000
_MOST_FIELDS = 40
_WORDS = {
    "tail": ("at_least", "at_most", "exactly"),
    "opponent": ("as_given", "best"),
    "order": ("listed", "free"),
    "look": ("no", "yes"),
    "places": ("both", "first"),
    "sort": ("rank", "given"),
    "change": ("no", "yes"),
    "room": ("decide", "why", "what_if", "more"),
}
# All that ids and points are written with, and all that a condition is; nothing of it begins a tag or an address.
_LIST = re.compile(r"[A-Za-z0-9_.,/= -]+")
_TRIED = re.compile(r"[\w .,:;<>=%+-]+")
_CONDITION = re.compile(r'[A-Za-z0-9_ .,()\[\]<>=!/%+*"-]+')


def view_query(view: View) -> dict[str, str]:
    """A view as query parameters, without what is as by default.

    >>> view_query(View(result="wounds", at_least=2))
    {'show.result': 'wounds', 'show.at_least': '2'}
    """
    pairs = ((f.name, getattr(view, f.name)) for f in fields(view))
    return {PREFIX + name: str(value) for name, value in pairs if value not in ("", None)}


def view_from(query: Mapping[str, str]) -> tuple[View, tuple[str, ...]]:
    """The view that query parameters name, and a notice for each that cannot be used.

    >>> view_from({"show.at_least": "2", "show.result": "wounds"})[0].at_least
    2
    >>> view_from({"show.result": "wounds >= 2"})[0].at_least
    2
    >>> view_from({"show.at_least": "inf"})[1]
    ('Ignored: show.at_least is a whole number, not inf.',)
    """
    view = View()
    notices: list[str] = []
    known = [f.name for f in fields(View)]
    for key, text in list(query.items())[:_MOST_FIELDS]:
        name = key.removeprefix(PREFIX)
        if name not in known:
            hint = nearest(name, known, PREFIX)
            notices.append(f"Ignored: {links.harmless(key)} is not a way to look at an answer{hint}")
            continue
        value, wanted = _value(name, text)
        if value is None:
            notices.append(f"Ignored: {PREFIX}{name} is {wanted}, not {links.harmless(text)}.")
        elif isinstance(value, Measure):
            view = replace(view, result=value.result, at_least=value.at_least, outcome=value.outcome or "")
        else:
            view = view.with_fields({name: value})
    return view, tuple(notices[: links.MOST_NOTICES])


def part_query(query: Mapping[str, Sequence[str]]) -> tuple[dict[str, Sequence[str]], View, tuple[str, ...]]:
    """The fields of requests, how they are looked at, and what of that cannot be used.

    >>> part_query({"s": ["chronopia.melee"], "show.result": ["wounds"]})[0]
    {'s': ['chronopia.melee']}
    """
    view, notices = view_from({key: texts[0] for key, texts in query.items() if key.startswith(PREFIX) and texts})
    return {key: texts for key, texts in query.items() if not key.startswith(PREFIX)}, view, notices


def address_word(text: str) -> str:
    """A few words of a page as one word of an address.

    >>> address_word("at most")
    'at_most'
    """
    return text.replace(" ", "_")


def _value(name: str, text: str) -> tuple[int | str | Measure | None, str]:
    """The value of a field, None for what cannot be one, and what it would have to be."""
    if name == "result" and not is_name(text):
        return _number(text), "a name, or a number like mean wounds, wounds >= 2 or slain and not panic"
    if name in ("at_least", "points"):
        return _whole(text), "a whole number"
    if name in ("that", "given", "aim"):
        fits = len(text) <= LONGEST_CONDITION and _CONDITION.fullmatch(text)
        return text if fits else None, f"a condition of at most {LONGEST_CONDITION} characters"
    if name in ("who", "budget", "costs", "field"):
        fits = len(text) <= LONGEST_LIST and "//" not in text and _LIST.fullmatch(text)
        return text if fits else None, f"ids or points of at most {LONGEST_LIST:,} characters, with commas"
    if name == "tried":
        fits = len(text) <= LONGEST_TRIED and _TRIED.fullmatch(text)
        return text if fits else None, f"what is searched, of at most {LONGEST_TRIED:,} characters"
    if name == "called":
        return names_text(names_from(text)) or None, "names by their places, like attacker:Iron Guard"
    if name in _WORDS:
        return text if text in _WORDS[name] else None, f"one of {', '.join(_WORDS[name])}"
    longest = {"turned": _LONGEST_TURNED, "asked": _LONGEST_TURNED, "together": LONGEST_CONDITION}.get(name, LONGEST)
    return text if len(text) <= longest and links.harmless(text, longest) == text else None, "a name"


def _number(text: str) -> Measure | None:
    """What counts, written as everywhere."""
    try:
        number = read_number(text) if len(text) <= LONGEST_CONDITION and _CONDITION.fullmatch(text) else None
    except InputError:
        return None
    if number is None or not _SMALLEST <= (number.at_least or 0) <= _GREATEST:
        return None
    # A view holds outcomes that are names; any other is looked at as the condition that it comes.
    return Measure(number.text) if isinstance(number.outcome, int) else number


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 7):
        return None
    return int(text) if _SMALLEST <= int(text) <= _GREATEST else None


def nearest(name: str, known: list[str], prefix: str = "") -> str:
    """The end of a notice: what was probably meant, if anything is near.

    >>> nearest("wouds", ["slain", "wounds"])
    '; did you mean wounds?'
    """
    near = nearest_name(name, known)
    return suggestion(near and prefix + near, ".")


def names_in(field: str) -> list[str]:
    """The names in a field: the parts of a page that are turned from what they are at first, rows that are open.

    >>> names_in("why,grid"), names_in("")
    (['why', 'grid'], [])
    """
    return [name for name in field.split(",") if name]


def with_name(field: str, name: str, is_in: bool) -> str:
    """A field with a name at its end, or without it.

    >>> with_name("why", "modifiers", True), with_name("why,entries", "entries", False)
    ('why,modifiers', 'why')
    """
    others = [each for each in names_in(field) if each != name]
    return ",".join([*others, name] if is_in else others)


def keep_known(view: View, field: str, known: list[str], what: str) -> tuple[View, tuple[str, ...]]:
    """The view without the names of a field that a page does not have, and a notice for each of them.

    >>> keep_known(View(turned="grit,why"), "turned", ["grid", "why"], "not a part of this page")[1]
    ('Ignored: show.turned names grit, which is not a part of this page; did you mean grid?',)
    """
    names = names_in(getattr(view, field))
    told = {name: f"names {name}, which is {what}{nearest(name, known)}" for name in names if name not in known}
    kept = ",".join(name for name in names if name in known)
    return view.with_fields({field: kept}), tuple(f"Ignored: {PREFIX}{field} {line}" for line in told.values())


def fitting(view: View, scenario_id: str, given: Given) -> tuple[View, tuple[str, ...]]:
    """The view without the names that the scenario does not know, and a notice for each of them.

    >>> fitting(View(result="wouds", over="cc"), "chronopia.melee", {})[1]
    ('Ignored: show.result names wouds, which is not a result here; did you mean wounds?',)
    """
    model = registry.scenario(scenario_id)
    orders = {result.name: result.order for result in model.results}
    if view.outcome in orders and view.outcome not in orders.get(view.result, (view.outcome,)):
        # Another result stands in place of an outcome, so a condition is meant; only here are the results known.
        view = replace(view, result=f"{view.result} = {view.outcome}", outcome="")
    unknown = dict(_unknown(view, model, given))
    notices = (f"Ignored: {PREFIX}{name} names {getattr(view, name)}, {why}" for name, why in unknown.items())
    return view.with_fields(dict.fromkeys(unknown, "")), tuple(notices)


def fitting_list(view: View, scenario_ids: Sequence[str]) -> tuple[View, tuple[str, ...]]:
    """The view of a list of requests without a result that none of its scenarios has, and a notice of it.

    >>> fitting_list(View(result="wouds"), ["chronopia.melee"])[1]
    ('Ignored: show.result names wouds, which is not a result here; did you mean wounds?',)
    """
    names = [result.name for scenario_id in scenario_ids for result in registry.scenario(scenario_id).results]
    # Results that are numbered depend on the request.
    if not view.result or view.result in names or view.result.rpartition("_")[2].isdigit():
        return view, ()
    told = f"Ignored: {PREFIX}result names {view.result}, which is not a result here{nearest(view.result, names)}"
    return replace(view, result=""), (told,)


def _unknown(view: View, model: type[Scenario], given: Given) -> Iterator[tuple[str, str]]:
    parameters = [p.name for p in model.parameters()]
    for field in ("entries", "rows", "columns", "each", "amount", "over"):
        for name in str(getattr(view, field)).split(","):
            if name and name not in parameters:
                yield field, f"which is not a parameter of {model.id}{nearest(name, parameters)}"
    if any(place not in place_names(model.id) for place in names_from(view.called)):
        yield "called", "which names somebody who takes no part here."
    sides = tuple(model.advising.sides) if model.advising else ()
    if view.side and view.side not in sides:
        yield "side", f"which decides nothing in {model.id}{nearest(view.side, list(sides))}"
    try:
        with metered(spending()):
            answer = registry.answer(model.id, given)
    except InputError:
        # Without an answer nothing can be said of its results; they are looked for when there is one.
        return
    if view.result and view.result not in answer:
        try:
            Measure(view.result).asked(answer)
        except InputError as error:
            is_condition = Measure(view.result).is_condition
            near = f"which is not a result here{nearest(view.result, list(answer))}"
            yield "result", f"which is not asked so: {str(error).removesuffix('?')}." if is_condition else near
    for name in view.together.split(","):
        if name and name not in answer:
            yield "together", f"which is not a result here{nearest(name, list(answer))}"
    outcomes = [str(outcome) for name, law in answer.laws.items() for outcome in (*answer.declared(name).order, *law)]
    if view.outcome and view.outcome not in outcomes:
        yield "outcome", f"which is not an outcome here{nearest(view.outcome, outcomes)}"
