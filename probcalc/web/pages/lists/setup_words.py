"""What set-ups of a list are called beside each other: what all of them share, and what each has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import parameter_words, standing_in, value_words, without_words
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.sentences import lower_first, with_names
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing

_MOST_WORDS = 4
_BEARING = " with "


def own_words(stands: Standing, others: Sequence[Standing]) -> str:
    """What a set-up has that not all have: "charging, modifier 2"; with nothing of its own what it has instead."""
    every = (stands, *others)
    parties = [party for party in _named_parties(stands) if not _is_shared(party, every)]
    said = {name for party in _named_parties(stands) for name in _who(stands, party)}
    changed = dict.fromkeys(
        name for other in every for name in other.given if any(_differs(name, other, another) for another in every)
    )
    differing = [name for name in changed if name not in said]
    told = [_words_for_given(stands, name, every) for name in differing if name in stands.given]
    if not parties:
        told = told or [_words_for_held(stands, name, every) for name in differing]
    told = _beside_names(told, parties)
    who = [party.name if _BEARING in party.subject else _counted_name(party) for party in parties]
    return ", ".join([*who, *told][:_MOST_WORDS]) or "nothing changed"


def all_words(stands: Standing) -> list[str]:
    """Everything that a set-up was given: who takes part, then the rest in the order of the rules."""
    parties = _named_parties(stands)
    said = {name for party in parties for name in _who(stands, party)}
    rest = [
        _words_for_given(stands, parameter.name, (stands,))
        for parameter in stands.model.parameters()
        if parameter.name in stands.given
        and parameter.name not in said
        and stands.values[parameter.name] != parameter.default
    ]
    return [*map(_counted_name, parties), *_beside_names(rest, parties)]


def _beside_names(told: Sequence[str], parties: Sequence[Party]) -> list[str]:
    """What is told beside those who take part: who is called by a weapon is not told it once more, "Twin Weapons"."""
    bearers = [party.name.lower() for party in parties if _BEARING in party.subject]
    return [text for text in told if not any(name.startswith(text.lower()) for name in bearers)]


def short_names(stands: Sequence[Standing]) -> list[str]:
    """What tells the set-ups apart, beside their letters: what each has of its own, or the question that it is."""
    if all(row.model is stands[0].model for row in stands):
        return [_capital(row, own_words(row, stands)) for row in stands]
    return [_among_others(row, stands) for row in stands]


def _capital(row: Standing, text: str) -> str:
    """A name begins with a capital letter, unless it is dice, which are read as they are written."""
    is_written = any(party.as_written for party in _named_parties(row)[:1])
    return text if is_written else capital(text)


def _among_others(row: Standing, stands: Sequence[Standing]) -> str:
    """A set-up among those of other questions: who acts, its question, and its game or what it has of its own."""
    alike = [other for other in stands if other.model is row.model]
    if len(alike) > 1:
        return f"{row.model.title}, {own_words(row, alike)}"
    acting = next((p for p in _named_parties(row)[:1] if not _is_shared(p, stands)), None)
    title = f"{_counted_name(acting)}, {lower_first(row.model.title)}" if acting else row.model.title
    namesakes = {other.model.id for other in stands if other.model.title == row.model.title}
    game = registry.system_of(row.model.id).name
    return f"{game}, {title}" if len(namesakes) > 1 else title


def shared_words(stands: Sequence[Standing]) -> str:
    """What all set-ups have in common, said once: of one question all that was given, of several whom they meet."""
    first = stands[0]
    common = [party for party in _named_parties(first) if _is_shared(party, stands)]
    if any(other.model is not first.model for other in stands):
        last = first.parties[-1] if first.parties else None
        told = [f"against {_counted_name(p)}" if p is last else _counted_name(p) for p in common]
        return f"{'Both' if len(stands) == 2 else 'All'}: {', '.join(told)}" if told else ""
    said = {name for party in common for name in _who(first, party)}
    same = [n for n in first.given if n not in said and not any(_differs(n, first, other) for other in stands)]
    words = [*(_counted_name(party) for party in common), *(_words_for_given(first, name, stands) for name in same)]
    common_words = f", all: {', '.join(words)}" if words else ""
    return f"{first.model.title}{common_words}"


def _differs(name: str, one: Standing, other: Standing) -> bool:
    if one.model is not other.model:
        return one.given.get(name) != other.given.get(name)
    return bool(one.values.get(name) != other.values.get(name))


def _named_parties(stands: Standing) -> list[Party]:
    return [party for party in stands.parties if party.named]


def _is_shared(party: Party, stands: Sequence[Standing]) -> bool:
    """Whether all set-ups have somebody in that role by that name and in that number."""
    return all(
        any((p.key, _counted_name(p)) == (party.key, _counted_name(party)) for p in _named_parties(row))
        for row in stands
    )


def _counted_name(party: Party) -> str:
    """A unit in its number, "20 Spearmen"; a single one by the head of its card, "The Cursed"."""
    return party.subject if party.subject[:1].isdigit() else party.name


def _who(stands: Standing, party: Party) -> list[str]:
    """The parameters that a party's name says already: who it is, and how many."""
    parameters = stands.model.parameters()
    if any(p.name == party.key and (p.role == "preset" or p.kind == "text") for p in parameters):
        return [party.key]
    own = [p for p in parameters if p.name.startswith(f"{party.key}.")]
    presets = [p.name for p in own if p.role == "preset"][:1]
    return [*presets, *(p.name for p in own if p.headcount)]


def _parameter_by_name(stands: Standing, name: str, others: Sequence[Standing]) -> Parameter | None:
    """A parameter by the names of who takes part; whose it is is left out where only one side's differs."""
    parameter = stands.model.parameter(name)
    if parameter is None:
        return None
    side, _, last = name.rpartition(".")
    rivals = [f"{key}.{last}" for key in ("a", "b") if side and key != side]
    if side and not any(rival in row.given for row in others for rival in rivals):
        return replace(parameter, section="")
    return with_names(parameter, stands.parties)


def _words_for_given(stands: Standing, name: str, others: Sequence[Standing]) -> str:
    parameter = _parameter_by_name(stands, name, others)
    if parameter is None:
        return name
    value = stands.values[name]
    # Within a list of words it has a small letter; a side has its name or its role in front.
    label = parameter_words(parameter) if parameter.section else lower_first(parameter.label)
    if value is True:
        return label
    words = with_minus(value_words(parameter, value))
    if parameter.role == "preset":
        return words
    return f"{label}{':' if parameter.kind == 'choice' else ''} {words}"


def _words_for_held(stands: Standing, name: str, others: Sequence[Standing]) -> str:
    """What holds where others have been given something: "two-handed Battle Axe", "without charging"."""
    parameter = _parameter_by_name(stands, name, others)
    if parameter is None:
        return f"without {name}"
    value = stands.values[name]
    if value is False:
        return without_words(parameter)
    if parameter.role == "preset" and value == NOTHING:
        held = standing_in(stands.answer.scenario).get(name) if stands.answer is not None else None
        if held is not None:
            return value_words(parameter, held)
        return f"any {lower_first(parameter.label)}" if parameter.absent == NOTHING else parameter.absent
    return _words_for_given(stands, name, others)
