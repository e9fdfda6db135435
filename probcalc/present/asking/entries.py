"""What the search can find: the questions, units, rules and words of every game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.registry import System
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario

EntryKind: TypeAlias = Literal["own", "page", "question", "unit", "weapon", "entry", "ready-made", "rule", "term"]
_WORD = re.compile(r"[a-z0-9]+")
_WEAPONS, _UNITS = ("weapon",), ("attacker", "unit", "target")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may be found.

    Attributes:
        kind: what it is.
        title: its name.
        note: what it is and where: "Unit of Chronopia", the rule's text.
        system: the game's id; of a page its name.
        scenario: the question that it leads to; "" for what no question answers.
        parameters: what is asked there.
        keywords: other words for it: its short name and its plural.
        text: what is searched beside its names.
        pieces: what of the query it was read from, as it was typed and as it was read.
    """

    kind: EntryKind
    title: str
    note: str
    system: str
    scenario: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    keywords: str = ""
    text: str = ""
    pieces: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry as plain data."""
        said = {name: getattr(self, name) for name in ("kind", "title", "note", "system", "scenario")}
        return said | {"parameters": dict(self.parameters)}


def words_of(text: str) -> list[str]:
    """The words of a text in small plain letters, a plural without its s.

    >>> words_of("Große Spears, A-b 2"), words_of("Two-handed Axes")
    (['groe', 'spear', 'a', 'b', '2'], ['two', 'handed', 'axe'])
    """
    return [_stem(word) for word in _WORD.findall(plain_letters(text))]


def plain_letters(text: str) -> str:
    """A text in small letters without marks.

    >>> plain_letters("Gr\u00f6\u00dfe \u00c9lan")
    'groe elan'
    """
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def entries_of(system: System) -> tuple[Entry, ...]:
    """Everything of a game that may be found."""
    return (*_questions(system), *_table_entries(system), *_ready_made(system), *_rules(system), *_terms(system))


def _questions(system: System) -> Iterator[Entry]:
    for model in system.scenarios:
        yield Entry(
            "question", model.title, f"{model.question()} {system.name}", system.id, model.id, text=_text_of(model)
        )


def _text_of(model: type[Scenario]) -> str:
    """What a question is about: its words, those of its results, and what may be switched."""
    switched = [p.label for p in model.parameters() if p.role == "modifier"]
    return " ".join([model.question(), *(result.label for result in model.results), *switched])


def _table_entries(system: System) -> Iterator[Entry]:
    """Every entry of a table once, where the game asks about it first."""
    words = {
        (kind.label, key): f"{row.short} {row.plural}"
        for kind in system.own
        if isinstance(kind, OwnTable)
        for key, row in kind.table.items()
    }
    seen: set[tuple[str, str]] = set()
    for model in system.scenarios:
        for parameter in model.parameters():
            if parameter.role != "preset":
                continue
            for key, label in zip(parameter.choices, parameter.choice_labels, strict=True):
                if key == NOTHING or (kind_of(parameter), label) in seen:
                    continue
                keywords = " ".join(text for (_, entry), text in words.items() if entry == key)
                note = f"{parameter.table.removesuffix('s')} of {system.name}, in {model.title}"
                given = {parameter.name: key, **model.comes_with(parameter.name, key)}
                if not is_accepted(model, given):
                    continue
                seen.add((kind_of(parameter), label))
                yield Entry(kind_of(parameter), label, note, system.id, model.id, given, keywords)


def is_accepted(model: type[Scenario], parameters: Mapping[str, Any]) -> bool:
    """Whether a question may be asked so: a civilian is no attacker, and is asked about as a target."""
    try:
        resolve(model, parameters)
    except InputError:
        return False
    return True


def kind_of(parameter: Parameter) -> EntryKind:
    """What the entries of a table are.

    >>> [kind_of(registry.scenario("chronopia.melee").parameter(name)) for name in ("weapon", "target")]
    ['weapon', 'unit']
    """
    last = parameter.name.rpartition(".")[2]
    return "weapon" if last.endswith(_WEAPONS) else "unit" if last in _UNITS else "entry"


def _ready_made(system: System) -> Iterator[Entry]:
    if system.famous.name not in {preset.name for preset in system.presets}:
        famous, title = system.famous, registry.scenario(system.famous.scenario).title
        note = f"{title}, {system.name}"
        yield Entry("ready-made", famous.name, note, system.id, famous.scenario, famous.parameters)
    for preset in system.presets:
        title = registry.scenario(preset.scenario).title
        yield Entry("ready-made", preset.name, f"{title}, {system.name}", system.id, preset.scenario, preset.parameters)


def _rules(system: System) -> Iterator[Entry]:
    for rule in system.rules:
        leads = rule.scenarios[0] if rule.scenarios else ""
        note = f"Rule {rule.id} of {system.name}. {rule.text}"
        yield Entry("rule", rule.title, note, system.id, leads, keywords=rule.id, text=rule.text)


def _terms(system: System) -> Iterator[Entry]:
    for term, told in system.glossary.items():
        yield Entry("term", term, f"{told} {system.name}", system.id, text=told)
