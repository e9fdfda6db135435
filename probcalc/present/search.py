"""Search over units, weapons, questions, ready-made questions, rules and terms of every game.

An index of plain entries is made once; a query keeps those in which each of its words begins a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.registry import System
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario

Kind: TypeAlias = Literal["own", "question", "unit", "weapon", "entry", "ready-made", "rule", "term"]

MOST_SHOWN = 20
_MOST_KEPT = 64
_MOST_WORDS = 8
_LONGEST = 80
_ROLL = "custom.roll"
_WORD = re.compile(r"[a-z0-9]+")
# What a reader most likely means comes first among hits that fit equally well.
_ORDER: tuple[Kind, ...] = ("own", "question", "unit", "weapon", "entry", "ready-made", "rule", "term")
_WEAPONS, _UNITS = ("weapon",), ("attacker", "unit", "target")
_SPEAKING: tuple[Kind, ...] = ("ready-made", "rule", "term")
_TITLE, _TITLE_BEGINS, _KEYWORD, _TEXT, _SPEAKS = 8, 6, 3, 1, 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may be found.

    Attributes:
        kind: what it is.
        title: its name.
        note: what it is and where: "Unit of Chronopia", the rule's text.
        system: the game's id.
        scenario: the question that it leads to; "" for what no question answers.
        parameters: what is asked there.
        keywords: other words for it: its short name and its plural.
        text: what is searched beside its names.
    """

    kind: Kind
    title: str
    note: str
    system: str
    scenario: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    keywords: str = ""
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """The entry as plain data."""
        return {
            "kind": self.kind,
            "title": self.title,
            "note": self.note,
            "system": self.system,
            "scenario": self.scenario,
            "parameters": dict(self.parameters),
        }


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the best first, how many there are in all, and other words where nothing was found."""

    query: str
    entries: tuple[Entry, ...]
    count: int
    instead: tuple[str, ...] = ()


def words_of(text: str) -> list[str]:
    """The words of a text in small plain letters, a plural without its s.

    >>> words_of("Große Spears, A-b 2"), words_of("Two-handed Axes")
    (['groe', 'spear', 'a', 'b', '2'], ['two', 'handed', 'axe'])
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return [_stem(word) for word in _WORD.findall(plain)]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def search(query: str, own: Iterable[Entry] = (), most: int = MOST_SHOWN) -> Found:
    """The entries in which every word of the query begins a word; `own` are the reader's own units and weapons.

    >>> [(entry.kind, entry.title) for entry in search("spearman").entries[:2]]
    [('unit', 'Crystal Lotus Spearmen'), ('unit', 'Human Spearman')]
    >>> search("panic").entries[0].title, search("spaer").instead
    ('Panic at half strength', ('spear',))
    >>> search("oathmark morale").entries[0].title
    'Morale test'
    >>> search("20 spearmen flank trolls").entries[0].title, search("2d6 >= 9").entries[0].title
    ('20 Spearmen flank 3 Trolls: do they win?', 'Roll 2d6 >= 9')
    """
    wanted = words_of(query[:_LONGEST])[:_MOST_WORDS]
    if not wanted:
        return Found(query, (), 0)
    found = _search(query, wanted, own, most)
    if not found.entries and (rolled := _rolled(query)):
        return rolled
    told = [word for word in wanted if not word.isdecimal()]
    if not found.entries and told and told != wanted:
        # How many there are is set on the page: "20 spearmen" are spearmen.
        found = replace(_search(query, told, own, most), query=query)
    return found


def _rolled(query: str) -> Found | None:
    """A roll that is written in place of words is asked as it stands."""
    model = registry.scenario(_ROLL)
    given = {"roll": query.strip()}
    if not any(map(str.isdecimal, query)) or not _is_accepted(model, given):
        return None
    system = registry.system_of(_ROLL)
    entry = Entry("question", f"Roll {query.strip()}", f"{model.title}, {system.name}", system.id, _ROLL, given)
    return Found(query, (entry,), 1)


def _search(query: str, wanted: Sequence[str], own: Iterable[Entry], most: int) -> Found:
    hits: list[tuple[int, int, int, Entry]] = []
    for place, (entry, titles, keywords, text) in enumerate((*_prepared(own), *_index())):
        score = _score(wanted, titles, keywords, text)
        if score:
            # What only speaks of a thing comes after what is called so.
            score -= _SPEAKS if entry.kind in _SPEAKING else 0
            hits.append((-score, _ORDER.index(entry.kind), place, entry))
    hits.sort(key=lambda hit: hit[:3])
    entries = tuple(entry for _, _, _, entry in hits)
    return Found(query, entries[:most], len(entries), () if entries else _instead(wanted))


def _score(wanted: Sequence[str], titles: Sequence[str], keywords: Sequence[str], text: Sequence[str]) -> int:
    """How well an entry fits: nothing unless every word is found, more for words of the title that are whole."""
    total = 0
    for word in wanted:
        if word in titles or word in keywords:
            best = _TITLE
        elif any(known.startswith(word) for known in titles):
            best = _TITLE_BEGINS
        elif any(known.startswith(word) for known in keywords):
            best = _KEYWORD
        elif any(known.startswith(word) for known in text):
            best = _TEXT
        else:
            return 0
        total += best
    return total


def _instead(wanted: Sequence[str]) -> tuple[str, ...]:
    """The query with its unknown words spelt as the nearest known ones."""
    known = sorted({word for _, titles, keywords, _ in _index() for word in (*titles, *keywords) if len(word) > 2})
    spelt = [word if word in known else next(iter(get_close_matches(word, known, 1, 0.7)), "") for word in wanted]
    return (" ".join(spelt),) if all(spelt) and list(wanted) != spelt else ()


Prepared: TypeAlias = "tuple[Entry, tuple[str, ...], tuple[str, ...], tuple[str, ...]]"


def _prepared(entries: Iterable[Entry]) -> Iterator[Prepared]:
    for entry in entries:
        # Whoever names a game means what belongs to it.
        text = f"{entry.text} {entry.system}"
        yield entry, tuple(words_of(entry.title)), tuple(words_of(entry.keywords)), tuple(words_of(text))


def _index() -> tuple[Prepared, ...]:
    return tuple(each for system in registry.systems() for each in _of(system))


@lru_cache(_MOST_KEPT)
def _of(system: System) -> tuple[Prepared, ...]:
    return tuple(_prepared(entries_of(system)))


def entries_of(system: System) -> tuple[Entry, ...]:
    """Everything of a game that may be found."""
    return (*_questions(system), *_table_entries(system), *_ready_made(system), *_rules(system), *_terms(system))


def _questions(system: System) -> Iterator[Entry]:
    for model in system.scenarios:
        yield Entry(
            "question", model.title, f"{model.question()} {system.name}", system.id, model.id, text=_told(model)
        )


def _told(model: type[Scenario]) -> str:
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
                note = f"{_singular(parameter.table)} of {system.name}, in {model.title}"
                given = {parameter.name: key, **model.comes_with(parameter.name, key)}
                if not _is_accepted(model, given):
                    continue
                seen.add((kind_of(parameter), label))
                yield Entry(kind_of(parameter), label, note, system.id, model.id, given, keywords)


def _is_accepted(model: type[Scenario], given: Mapping[str, Any]) -> bool:
    """Whether the entry may stand there: a civilian is no attacker, and is asked about as a target."""
    try:
        resolve(model, given)
    except InputError:
        return False
    return True


def kind_of(parameter: Parameter) -> Kind:
    """What the entries of a table are."""
    last = parameter.name.rpartition(".")[2]
    return "weapon" if last.endswith(_WEAPONS) else "unit" if last in _UNITS else "entry"


def _singular(table: str) -> str:
    return table.removesuffix("s")


def _ready_made(system: System) -> Iterator[Entry]:
    if system.famous.question not in {preset.name for preset in system.presets}:
        famous, title = system.famous, registry.scenario(system.famous.scenario).title
        note = f"{title}, {system.name}"
        yield Entry("ready-made", famous.question, note, system.id, famous.scenario, famous.parameters)
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
