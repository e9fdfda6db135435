"""A parameter as a chip, a stepper, faces to tap, a list to pick from or a line to type in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypedDict

from probcalc.web.parts.markup import Attribute, Markup, tag
from probcalc.web.parts.numbers import MINUS, with_minus
from probcalc.web.parts.numbers import signed_whole as signed

_WIDEST = 6
_LONGEST_LINE = 400


class Key(NamedTuple):
    """One of several to tap: its name, the value that it sets, and whether it is chosen."""

    label: str
    value: str
    chosen: bool


class Control(TypedDict, total=False):
    """A parameter to change: by its kind a chip, a stepper, a list to pick from, a line to type in, rows or keys.

    What is `off` has no effect, and this is why. A number that is None is said as `absent`; one that is `signed` is a
    modifier; `values` are what a chip sets for no and yes. What cannot be read stays as `typed`, with the reason why it
    is `refused` and what would `repair` it.
    """

    kind: Literal["chip", "step", "pick", "segment", "line", "rows", "faces"]
    parameter: str
    label: str
    spoken: str
    help: str | None
    value: Any
    off: str
    changed: bool
    cost: str
    values: tuple[str, str]
    low: int
    high: int
    absent: str
    signed: bool
    typed: str
    refused: str
    repair: str
    options: Sequence[tuple[str, Any]]
    shown: str
    example: str
    shortest: int
    longest: int
    names: Sequence[str]
    rows: Sequence[Sequence[Control]]
    ways: Sequence[Control]
    keys: Sequence[Key]


class Group(TypedDict):
    """Controls below a heading: those of one side, say; "" is none."""

    of: str
    items: Sequence[Control]


class Action(TypedDict):
    """Something to tap."""

    label: str
    tap: str


class Way(TypedDict):
    """Where a link within the pages leads, and the tap that goes there."""

    href: str
    tap: str


class Link(Action, Way):
    """The way to another page."""


class Turn(Action):
    """Something to tap that opens or closes."""

    open: bool


def step_control(name: str, label: str, value: int | None, low: int, high: int, absent: str = "") -> Control:
    """A whole number to make smaller or greater; `absent` holds where there is none."""
    bounds: Control = {"low": low, "high": high, "absent": absent}
    return {"kind": "step", "parameter": name, "label": label, "value": value, **bounds}


def after_step(items: Iterable[Control], rest: str) -> str:
    """What a tap on one of these steppers sets: "cc=1" where it shows 11 is "cc=12"; "" for what is none of them.

    >>> after_step([step_control("cc", "CC", 11, 1, 12)], "cc=1"), after_step([], "cc=1")
    ('cc=12', '')
    """
    name, _, by = rest.partition("=")
    listed = list(items)
    inner = [entry for item in listed for row in item.get("rows", ()) for entry in row]
    steppers = (item for item in (*listed, *inner) if item["kind"] == "step" and item["parameter"] == name)
    stepper = next(steppers, None)
    if by not in ("1", "-1") or stepper is None:
        return ""
    # Of several taps at once each goes on from the one before.
    stepper["value"] = min(stepper["high"], max(stepper["low"], (stepper["value"] or 0) + int(by)))
    return f"{name}={stepper['value']}"


def chip_control(name: str, label: str, value: bool) -> Control:
    """What is so or not."""
    return {"kind": "chip", "parameter": name, "label": label, "value": value}


def fold(turn: Turn | None) -> Markup | None:
    """What opens or closes the rest of a card, where there is any."""
    return None if turn is None else tag("button.link", turn["label"], data_tap=turn["tap"], aria_expanded=turn["open"])


def control(item: Control) -> Markup:
    """One control by its kind; one without effect says why in place of being tapped, but for what is typed."""
    if item.get("off") and item["kind"] not in ("line", "rows"):
        return tag("span.chip.off", item["label"], ": ", tag("small", item["off"]))
    drawn = {
        "chip": chip,
        "step": stepper,
        "pick": pick_chip,
        "segment": segment,
        "line": line,
        "rows": rows,
        "faces": faces,
    }
    return drawn[item["kind"]](item)


def chip(item: Control) -> Markup:
    """What is so or not."""
    no, yes = item.get("values", ("false", "true"))
    other = no if item["value"] else yes
    return tag(
        "button.chip",
        item["label"],
        tag("small", item["cost"]) if item.get("cost") else None,
        aria_pressed=bool(item["value"]),
        data_tap=f"set {item['parameter']}={other}",
        # Of several alike it is said which.
        aria_label=item["spoken"] if "values" in item else None,
        title=item.get("help"),
    )


def stepper(item: Control) -> Markup:
    """A whole number: less, the number to type, more."""
    name, value = item["parameter"], item["value"]
    low, high = item["low"], item["high"]
    shown = "" if value is None else signed(value) if item.get("signed") else with_minus(str(value))
    absent = item.get("absent", "") if value is None else ""
    letters = min(_WIDEST, max(len(str(low)), len(signed(high) if item.get("signed") else str(high))))
    # A field of numbers cannot show the sign of a figure: a line of text can, and has its own arrow keys.
    number = tag(
        "input",
        type="text",
        role="spinbutton",
        inputmode="numeric" if low >= 0 else "text",
        autocomplete="off",
        value=item.get("typed", shown),
        placeholder=absent or None,
        aria_label=item.get("spoken") or item["label"],
        aria_valuemin=low,
        aria_valuemax=high,
        aria_valuenow=value,
        aria_valuetext=shown or absent or None,
        data_field=name,
        data_steps=True,
        data_signed=True if item.get("signed") else None,
        style=f"--ch:{max(letters, len(absent))}",
    )
    # How far along its range it stands; drawn to the side it goes there.
    along = 0 if value is None else (value - low) * 100 // max(1, high - low)
    # The buttons and the number are called so themselves.
    label = tag(
        "label", tag("span", item["label"], aria_hidden="true"), number, title=item.get("help"), style=f"--at:{along}%"
    )
    step = tag(
        f"div.step{'.changed' if item.get('changed') else ''}",
        _step(name, -1, MINUS, value is None or value <= low, item),
        label,
        _step(name, 1, "+", value is not None and value >= high, item),
    )
    if not item.get("refused"):
        return step
    return tag("div.line.wrong", step, tag("p", item["refused"], role="alert"), _repair(item))


def _repair(item: Control) -> Markup | None:
    """What was probably meant, one tap away."""
    if not item.get("repair"):
        return None
    return tag("button.chip", with_minus(item["repair"]), data_tap=f"set {item['parameter']}={item['repair']}")


def _step(name: str, by: int, sign: str, ends: bool, item: Control) -> Markup:
    spoken = f"{item.get('spoken') or item['label']}: one {'more' if by > 0 else 'less'}"
    return tag("button", sign, data_tap=f"step {name}={by}", disabled=ends, aria_label=spoken)


def picker(item: Control, kind: str = "pick") -> Markup:
    """A list to pick one of; `options` are [value, label] or [group, [[value, label]]]."""
    select = tag(
        "select",
        [_option(option, str(item["value"])) for option in item["options"]],
        aria_label=item.get("spoken") or item["label"],
        data_field=item["parameter"],
        title=item.get("help"),
    )
    return tag(f"span.pk.{kind}", tag("span.now", item["shown"], aria_hidden="true"), select)


def _option(option: Sequence[Any], value: str) -> Markup:
    first, second = option
    if isinstance(second, str):
        return tag("option", second, value=first, selected=str(first) == value)
    return tag("optgroup", [_option(inner, value) for inner in second], label=first)


def pick_chip(item: Control) -> Markup:
    """A list to pick from in the shape of a chip: what it is about and what is picked."""
    label = tag("span", item["label"], ":", aria_hidden="true")
    return tag(f"span.chip.pick{'.changed' if item.get('changed') else ''}", label, picker(item))


def rows(item: Control) -> Markup:
    """Lists that belong together, a row of controls for each place, below the ways to fill them all at once."""
    listed, names = item["rows"], ",".join(f"{name}[]" for name in item["names"])
    row = [tag("li", tag("b", str(n)), tag("div.chips", map(control, own))) for n, own in enumerate(listed, 1)]
    more, fewer = len(listed) < item.get("longest", 0), len(listed) > item.get("shortest", len(listed))
    ends = [
        tag("button.chip", "Add one", data_tap=f"step {names}=1") if more else None,
        tag("button.chip", "Remove the last", data_tap=f"step {names}=-1") if fewer else None,
    ]
    head = tag("h4", item["label"], aria_level="3") if item["label"] else None
    ways = tag("div.chips", map(control, item["ways"])) if item.get("ways") else None
    return tag("div.rows", head, ways, tag("ol", row) if row else None, tag("div.chips", ends) if any(ends) else None)


def faces(item: Control) -> Markup:
    """Faces of a die to tap, or places of a list: those that are chosen are filled."""
    keys = _keys(item)
    help = tag("small", item.get("help", ""))
    named = tag("h4", item["label"], " ", help, aria_level="3") if item["label"] else None
    return tag("div.of-die", named, tag("div.keyed", keys, role="group", aria_label=item.get("spoken", item["label"])))


def segment(item: Control) -> Markup:
    """Few short values side by side, of which one is chosen."""
    label = tag("span", item["label"], aria_hidden="true")
    keys = tag("span.pill", _keys(item))
    spoken = item.get("spoken") or item["label"]
    changed = ".changed" if item.get("changed") else ""
    return tag(f"div.seg{changed}", label, keys, role="group", aria_label=spoken, title=item.get("help"))


def _keys(item: Control) -> list[Markup]:
    return [
        tag("button", key.label, data_tap=f"set {item['parameter']}={key.value}", aria_pressed=key.chosen)
        for key in item["keys"]
    ]


def line(item: Control) -> Markup:
    """A text or a list of numbers to type; what cannot be read stays, with the reason under it."""
    field = f"f-{item['parameter']}"
    why = item.get("refused")
    return tag(
        f"div.line{'.wrong' if why else ''}",
        tag("label", item["label"], for_=field),
        _draw_typed(item, field, bool(why)),
        tag("p", why or item.get("example", ""), id=f"{field}-why", role="alert" if why else None),
        _repair(item),
    )


def _draw_typed(item: Control, field: str, wrong: bool) -> Markup:
    shared: dict[str, Attribute] = {
        "id": field,
        "maxlength": item["longest"],
        "data_field": item["parameter"],
        "autocomplete": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
        "aria_invalid": "true" if wrong else None,
        "aria_describedby": f"{field}-why",
        "title": item.get("help"),
    }
    if item["longest"] > _LONGEST_LINE:
        # A line feed at the beginning is no part of what is typed.
        return tag("textarea", "\n" + item["value"], rows="8", **shared)
    return tag("input", type="text", value=item["value"], **shared)
