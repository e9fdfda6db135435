"""Search over units, weapons, questions, ready-made questions, rules and terms of every game.

An index of plain entries is made once; a query keeps those in which each of its words begins a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeAlias

from probcalc.exact.arguments import brief, require_several, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.present.asking.entries import Entry, EntryKind, entries_of, is_accepted, words_of
from probcalc.present.asking.meeting import Read, meetings
from probcalc.present.asking.rolls import spoken_rolls, spoken_rules
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.registry import System
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import VARIANT
from probcalc.scenarios.variants import DIE

MOST_SHOWN = 20
_MOST_KEPT = 64
_MOST_WORDS = 8
_LONGEST = 80
_VERSUS = re.compile(r"\b(?:vs?|versus|against|attacks?|fights?|charges?|shoots?)\b[. ]", re.IGNORECASE)
_ROLL = "custom.roll"
_DIE = re.compile(r"d\d", re.IGNORECASE)
# What a reader most likely means comes first among hits that fit equally well.
_ORDER: tuple[EntryKind, ...] = ("own", "page", "question", "unit", "weapon", "entry", "ready-made", "rule", "term")
_SPEAKING: tuple[EntryKind, ...] = ("ready-made", "rule", "term")
_TITLE, _TITLE_BEGINS, _KEYWORD, _TEXT, _SPEAKS = 8, 6, 3, 1, 3


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the best first, how many there are in all, and other words where nothing was found.

    `mended` are words that were read as others, as they were typed and as they were read.
    """

    query: str
    entries: tuple[Entry, ...]
    count: int
    instead: tuple[str, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"<Found of {self.query!r}: {len(self.entries)} of {self.count} entries>"


def search(query: str, own: Iterable[Entry] = (), most: int = MOST_SHOWN) -> Found:
    """The entries in which every word of the query begins a word; `own` are the reader's own, and pages.

    >>> [(entry.kind, entry.title) for entry in search("spearman").entries[:2]]
    [('unit', 'Crystal Lotus Spearmen'), ('unit', 'Human Spearman')]
    >>> search("panic").entries[0].title, search("spaer").instead
    ('Panic at half strength', ('spear',))
    >>> search("oathmark morale").entries[0].title
    'Morale test'
    >>> search("20 spearmen flank trolls").entries[0].title, search("2d6 >= 9").entries[0].title
    ('20 Human Spearman · flank · Troll', 'Roll sum of 2d6 >= 9')
    >>> search("15+ on 3d6").entries[0].title, search("cursed vs spearmne").mended
    ('Roll sum of 3d6 >= 15', (('spearmne', 'spearmen'),))
    >>> [(entry.title, entry.system) for entry in search("2d10 instead of d20").entries[:2]]
    [('2d10 instead of d20', 'chronopia')]

    Raises:
        ValueError: when the query is no text, or anything of another kind stands among the entries.
    """
    if not isinstance(query, str):
        raise WrongValue(f"what is searched for is text, not {brief(query)}")
    own = tuple(require_several("one's own entries", own))
    if strangers := [entry for entry in own if not isinstance(entry, Entry)]:
        raise WrongValue(f"one's own entries are each an Entry, not {brief(strangers[0])}")
    most = require_whole("the most that is shown", most)
    wanted = words_of(query[:_LONGEST])[:_MOST_WORDS]
    if not wanted:
        return Found(query, (), 0)
    asked = _read_question(query[:_LONGEST])
    if asked is not None:
        others = _search(query, wanted, own, most)
        entries = tuple(dict.fromkeys((*asked.entries, *others.entries)))
        return replace(asked, entries=entries[:most], count=len(asked.entries) + others.count)
    found = _search(query, wanted, own, most)
    if not found.entries and (rolled := _read_roll(query)):
        return rolled
    told = [word for word in wanted if not word.isdecimal()]
    if not found.entries and told and told != wanted:
        # How many there are is set on the page: "20 spearmen" are spearmen.
        found = replace(_search(query, told, own, most), query=query)
    if not found.entries and len(sides := [side for side in re.split(_VERSUS, query[:_LONGEST]) if side.strip()]) > 1:
        # Who belong to different games never meet: each is found alone.
        alone = [entry for side in sides for entry in search(side, own, most // len(sides)).entries]
        found = Found(query, tuple(dict.fromkeys(alone)), len(dict.fromkeys(alone)), found.instead)
    return found if found.entries else _mend_roll(query[:_LONGEST]) or found


def _read_question(query: str) -> Found | None:
    """What reads as a whole question: a roll as players say it, or who meets whom."""
    if rules := spoken_rules(query):
        changed = tuple(_rules_entries(rules))
        return Found(query, changed, len(changed)) if changed else None
    model = registry.scenario(_ROLL)
    for roll in spoken_rolls(query):
        if is_accepted(model, {"roll": roll}):
            return Found(query, (_roll_entry(roll, ((query, roll),)),), 1)
    read = meetings(query)
    if not read:
        return None
    return Found(query, tuple(map(_meeting_entry, read)), len(read), mended=read[0].mended)


def _rules_entries(text: str) -> Iterator[Entry]:
    """The famous question of each game that has the die, by other dice."""
    old, _, new = text.partition("=")
    for system in registry.all_systems():
        model, given = registry.scenario(system.famous.scenario), {**system.famous.parameters, VARIANT.name: text}
        if system.is_game and old in DIE.findall(system.dice) and is_accepted(model, given):
            note = f"{system.famous.name}, {system.name}"
            yield Entry("ready-made", f"{new} instead of {old}", note, system.id, model.id, given)


def _meeting_entry(read: Read) -> Entry:
    system, model = registry.system_of(read.scenario), registry.scenario(read.scenario)
    title, about = " · ".join(words for _, words in read.pieces), f"{model.title}, {system.name}"
    return Entry("question", title, about, system.id, model.id, read.parameters, pieces=read.pieces)


def _roll_entry(roll: str, pieces: tuple[tuple[str, str], ...] = ()) -> Entry:
    system, model = registry.system_of(_ROLL), registry.scenario(_ROLL)
    return Entry(
        "question", f"Roll {roll}", f"{model.title}, {system.name}", system.id, _ROLL, {"roll": roll}, pieces=pieces
    )


def _read_roll(query: str) -> Found | None:
    """A roll that is written in place of words is asked as it stands, or as the sum that must be meant."""
    model = registry.scenario(_ROLL)
    if not any(map(str.isdecimal, query)):
        return None
    written = query.strip()
    given = next((g for g in ({"roll": written}, {"roll": f"sum of {written}"}) if is_accepted(model, g)), None)
    if given is None:
        return None
    return Found(query, (_roll_entry(given["roll"]),), 1)


def _mend_roll(query: str) -> Found | None:
    """The roll that was probably meant by one that cannot be read."""
    if not _DIE.search(query):
        return None
    # Here and not above: nobody else needs the words of a roll.
    from probcalc.notation.errors import NotationError
    from probcalc.notation.repairing import repair

    written = query.strip()
    try:
        resolve(registry.scenario(_ROLL), {"roll": written})
    except InputError as error:
        if isinstance(error, NotationError) and (meant := repair(written, error)):
            return Found(query, (_roll_entry(meant),), 1, mended=((written, meant),))
    return None


def _search(query: str, wanted: Sequence[str], own: Iterable[Entry], most: int) -> Found:
    hits: list[tuple[int, int, int, Entry]] = []
    for place, (entry, titles, keywords, text) in enumerate((*_prepare(own), *_index())):
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


def _prepare(entries: Iterable[Entry]) -> Iterator[Prepared]:
    for entry in entries:
        # Whoever names a game means what belongs to it.
        text = f"{entry.text} {entry.system}"
        yield entry, tuple(words_of(entry.title)), tuple(words_of(entry.keywords)), tuple(words_of(text))


def _index() -> tuple[Prepared, ...]:
    return tuple(each for system in registry.all_systems() for each in _of(system))


@lru_cache(_MOST_KEPT)
def _of(system: System) -> tuple[Prepared, ...]:
    return tuple(_prepare(entries_of(system)))
