"""Search over units, weapons, questions, ready-made questions, rules and terms of every game.

An index of plain entries is made once; a query keeps those in which each of its words begins a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeAlias

from probcalc.present.search_entries import Entry, Kind, entries_of, is_accepted, words_of
from probcalc.scenarios import registry
from probcalc.scenarios.registry import System

MOST_SHOWN = 20
_MOST_KEPT = 64
_MOST_WORDS = 8
_LONGEST = 80
_ROLL = "custom.roll"
# What a reader most likely means comes first among hits that fit equally well.
_ORDER: tuple[Kind, ...] = ("own", "question", "unit", "weapon", "entry", "ready-made", "rule", "term")
_SPEAKING: tuple[Kind, ...] = ("ready-made", "rule", "term")
_TITLE, _TITLE_BEGINS, _KEYWORD, _TEXT, _SPEAKS = 8, 6, 3, 1, 3


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the best first, how many there are in all, and other words where nothing was found."""

    query: str
    entries: tuple[Entry, ...]
    count: int
    instead: tuple[str, ...] = ()


def search(query: str, own: Iterable[Entry] = (), most: int = MOST_SHOWN) -> Found:
    """The entries in which every word of the query begins a word; `own` are the reader's own units and weapons.

    >>> [(entry.kind, entry.title) for entry in search("spearman").entries[:2]]
    [('unit', 'Crystal Lotus Spearmen'), ('unit', 'Human Spearman')]
    >>> search("panic").entries[0].title, search("spaer").instead
    ('Panic at half strength', ('spear',))
    >>> search("oathmark morale").entries[0].title
    'Morale test'
    >>> search("20 spearmen flank trolls").entries[0].title, search("2d6 >= 9").entries[0].title
    ('20 Spearmen flank 3 Trolls: do they win?', 'Roll sum of 2d6 >= 9')
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
    """A roll that is written in place of words is asked as it stands, or as the sum that must be meant."""
    model = registry.scenario(_ROLL)
    if not any(map(str.isdecimal, query)):
        return None
    written = query.strip()
    given = next((g for g in ({"roll": written}, {"roll": f"sum of {written}"}) if is_accepted(model, g)), None)
    if given is None:
        return None
    system = registry.system_of(_ROLL)
    entry = Entry("question", f"Roll {given['roll']}", f"{model.title}, {system.name}", system.id, _ROLL, given)
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
    return tuple(each for system in registry.listed() for each in _of(system))


@lru_cache(_MOST_KEPT)
def _of(system: System) -> tuple[Prepared, ...]:
    return tuple(_prepared(entries_of(system)))
