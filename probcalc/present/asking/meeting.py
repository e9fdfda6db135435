"""Who meets whom in a few words, in all games at once: "20 spearmen flank 3 trolls", "cursed vs spearmen charging"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

from probcalc.present.asking.entries import is_accepted
from probcalc.present.asking.vocabulary import Sets, stem, vocabulary, words_in
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario

MOST_WORDS, MOST_READ = 14, 6
_BETWEEN = frozenset(
    map(stem, ("vs", "versus", "v", "against", "attack", "fight", "beat", "strike", "kill", "slay", "shoot", "meet"))
)
_SILENT = frozenset(
    (
        "the",
        "a",
        "an",
        "of",
        "on",
        "in",
        "at",
        "with",
        "and",
        "by",
        "to",
        "from",
        "do",
        "does",
        "is",
        "are",
        "win",
        "odds",
    )
)
# A stat in one game, a circumstance in others, and in all of them what somebody does.
_CHARGE = stem("charge")
# The back of a figure is the rear of a unit.
_LIKE = {"behind": ("back", "rear"), "rear": ("back",), "back": ("rear",)}
_LONGEST_PHRASE = 4
_Known: TypeAlias = Mapping[tuple[str, ...], tuple[Sets, ...]]
_NEAR = 0.78


@dataclass(frozen=True, slots=True)
class Read:
    """What was typed as a question.

    Attributes:
        scenario: the question.
        parameters: what is asked.
        pieces: what was understood, piece by piece, as it was typed and as it was read.
        mended: words that were read as others, as they were typed and as they were read.
        parties: how many take part.
    """

    scenario: str
    parameters: dict[str, Any]
    pieces: tuple[tuple[str, str], ...]
    mended: tuple[tuple[str, str], ...] = ()
    parties: int = 0


@dataclass
class _Reading:
    """A question that is being read: what is set so far, and on whose side the words are."""

    model: type[Scenario]
    given: dict[str, Any] = field(default_factory=dict)
    pieces: list[tuple[str, str]] = field(default_factory=list)
    mended: list[tuple[str, str]] = field(default_factory=list)
    waiting: str = ""
    parties: int = 0

    def put(self, options: Sequence[Sets], typed: str, number: str) -> bool:
        """Set what a phrase means, with the number before it; whether the question has a place for it."""
        free = [sets for sets in options if sets.name not in self.given]
        # Who is named first acts, also where a question asks for the target first.
        free.sort(key=lambda sets: sets.takes_part and self._is_target(sets))
        sided = [sets for sets in free if self._is_here(sets, typed)]
        if not free:
            return False
        sets = (sided or free)[0]
        parameter = self.model.parameter(sets.name)
        if parameter is None or (sets.counts and not number):
            return False
        value = sets.value
        if sets.counts:
            value, number = int(number), ""
        self.given |= {sets.name: value}
        if sets.takes_part:
            self.parties += 1
        words = f"{sets.words} {value}" if sets.counts else sets.words
        if number:
            count = self._count(parameter)
            if count is None and int(number) != 1:
                return False
            if count is not None:
                self.given |= {count.name: int(number)}
                words = f"{number} {words}"
        self.pieces.append((typed, words))
        return True

    def _is_target(self, sets: Sets) -> bool:
        parameter = self.model.parameter(sets.name)
        return parameter is not None and parameter.belongs_to == "target"

    def _is_here(self, sets: Sets, typed: str) -> bool:
        """Whether it belongs to the side of which was spoken last; what is done, "charging", the first one does."""
        if sets.takes_part or not sets.name.startswith(("a.", "b.")):
            return True
        return sets.name.startswith("b.") == (self.parties > 1 and not typed.endswith("ing"))

    def _count(self, of: Parameter) -> Parameter | None:
        """The number of those who were just named."""
        counts = [p for p in self.model.parameters() if p.headcount and p.name not in self.given]
        return next((p for p in counts if p.section == of.section and p.belongs_to == of.belongs_to), None)


def meetings(text: str) -> list[Read]:
    """The questions of all games that what is typed may be, those that fit best first.

    >>> [found] = [read for read in meetings("20 spearmen flank 3 trolls") if read.scenario == "oathmark.combat"]
    >>> found.parameters
    {'a.unit': 'human_spearman', 'a.figures': 20, 'a.arc': 'flank', 'b.unit': 'troll', 'b.figures': 3}
    >>> meetings("cursed vs spearmne charging")[0].mended
    (('spearmne', 'spearmen'),)
    >>> meetings("how strong are goats")
    []
    """
    words = words_in(text)
    if not 1 < len(words) <= MOST_WORDS:
        return []
    found = [read for system in registry.systems() for model in system.scenarios for read in _read(model, words)]
    # Whoever names two wants them to meet; a word that had to be mended is worth less than one that is known.
    found.sort(key=lambda read: (*_order(read), not _is_called(read, words)))
    best = [read for read in found if _order(read) == _order(found[0])]
    return best[:MOST_READ]


def _order(read: Read) -> tuple[int, int]:
    return -min(read.parties, 2), len(read.mended)


def _is_called(read: Read, words: Sequence[str]) -> bool:
    """Whether a question is called after what they do: who shoots asks about shooting first."""
    title = set(map(stem, words_in(registry.scenario(read.scenario).title)))
    return any(stem(word) in title & _BETWEEN for word in words)


def _read(model: type[Scenario], words: list[str]) -> Iterator[Read]:
    known = vocabulary(model)
    if not any(sets.takes_part for options in known.values() for sets in options):
        return
    reading = _Reading(model)
    words = list(_spelt(words, known, reading.mended))
    at, number = 0, ""
    while at < len(words):
        word = words[at]
        if word.isdecimal():
            if number:
                return
            number, at = word, at + 1
            continue
        size = _size(words, at, known)
        if size == 1 and not number and _is_between(words, at, known):
            at += 1
            continue
        if size:
            options = known[_key(words, at, size)]
            after = words[at + size] if at + size < len(words) and words[at + size].isdecimal() else ""
            # "Armour 24" as well as "24 armour".
            takes = after if all(sets.counts for sets in options) and not number else ""
            if not reading.put(options, " ".join(words[at : at + size]), number or takes):
                return
            number, at = "", at + size + bool(takes)
            continue
        if number and word in _SILENT:
            return
        if stem(word) not in _BETWEEN and word not in _SILENT:
            return
        at += 1
    if number or not reading.parties or (reading.parties < 2 and len(reading.pieces) < 2):
        return
    if is_accepted(model, reading.given):
        yield Read(model.id, reading.given, tuple(reading.pieces), tuple(reading.mended), reading.parties)


def _size(words: Sequence[str], at: int, known: _Known) -> int:
    """How many words the longest known phrase that begins here has, 0 for none."""
    return next((n for n in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1) if _key(words, at, n) in known), 0)


def _is_between(words: Sequence[str], at: int, known: _Known) -> bool:
    """Whether a known word says no more than that they meet: in "charge 3 trolls" the 3 is no stat."""
    if (word := stem(words[at])) != _CHARGE or not any(sets.counts for sets in known[word,]):
        return word in _BETWEEN
    number, others = words[at + 1 : at + 2], known.get(_key(words, at + 2, _size(words, at + 2, known)), ())
    return not "".join(number).isdecimal() or any(sets.takes_part for sets in others)


def _key(words: Sequence[str], at: int, size: int) -> tuple[str, ...]:
    return tuple(map(stem, words[at : at + size]))


def _spelt(words: Sequence[str], known: _Known, mended: list[tuple[str, str]]) -> Iterator[str]:
    """The words, those that the question does not know as the names of it that were probably meant."""
    stems = {part for phrase in known for part in phrase} | _BETWEEN
    for typed in words:
        word = next((other for other in _LIKE.get(typed, ()) if stem(typed) not in stems and other in stems), typed)
        if word.isdecimal() or word in _SILENT or stem(word) in stems or (meant := _mend(word, known)) is None:
            yield word
        else:
            mended.append((word, meant))
            yield meant


def _mend(word: str, known: _Known) -> str | None:
    """The word of a name that was probably meant."""
    names = {text for options in known.values() for sets in options if sets.takes_part for text in words_in(sets.words)}
    return next(iter(get_close_matches(word, sorted(names), 1, _NEAR)), None) if len(word) > _LONGEST_PHRASE else None
