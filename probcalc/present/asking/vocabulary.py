"""The words of one question: the names of those who take part, and of what may hold, each with what it sets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from probcalc.present.asking.entries import plain_letters
from probcalc.scenarios import registry
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.scenario import Scenario

_MOST_KEPT = 256
_WORD = re.compile(r"[a-z]+|\d+")
_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")
_SHORTEST_STEM = 3
# Words of labels that say nothing alone.
_VAGUE = frozenset(
    ("modifier", "level", "enemi", "target", "attacker", "first", "second", "last", "own", "unit", "model")
)

Words: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """What a phrase sets: a value of a parameter, or with `counts` the number beside the phrase.

    Attributes:
        name: the parameter.
        value: what it becomes.
        counts: whether it takes the number beside the phrase.
        words: the phrase as it is read back.
        takes_part: whether it is somebody or something that takes part.
    """

    name: str
    value: Any
    words: str
    counts: bool = False
    takes_part: bool = False


def stem(word: str) -> str:
    """A word without its ending, so that "charge", "charges" and "charging" are one.

    >>> stem("charging"), stem("charges"), stem("Spearmen".lower()), stem("cursed"), stem("dwarves")
    ('charg', 'charg', 'spearman', 'curs', 'dwarf')
    """
    if word.endswith("men") and len(word) > len("omen"):
        return f"{word[:-3]}man"
    if word.endswith(("rves", "lves")):
        return f"{word[:-3]}f"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def words_in(text: str) -> list[str]:
    """The words and numbers of a text in small plain letters.

    >>> words_in("20 Spearmen, on the flank")
    ['20', 'spearmen', 'on', 'the', 'flank']
    """
    return _WORD.findall(plain_letters(text).replace("re-roll", "reroll"))


def _phrase(text: str) -> Words:
    return tuple(stem(word) for word in words_in(text) if word not in ("the", "of", "a", "is", "are"))


@lru_cache(_MOST_KEPT)
def vocabulary(model: type[Scenario]) -> dict[Words, tuple[Sets, ...]]:
    """Every phrase of a question with all that it may set, in the order of the parameters.

    >>> melee = vocabulary(registry.scenario("chronopia.melee"))
    >>> [(found.name, found.value) for found in melee["curs",]], melee["charg",][0].name
    ([('attacker', 'the_cursed'), ('target', 'the_cursed')], 'charging')
    """
    found: dict[Words, list[Sets]] = {}

    def add(text: str, sets: Sets) -> None:
        if (phrase := _phrase(text)) and sets not in found.setdefault(phrase, []):
            found[phrase].append(sets)

    loose: dict[Words, dict[str, Sets]] = {}
    rows = _rows(model)
    circumstances = [p for p in model.parameters() if p.role == "modifier"]
    for parameter in model.parameters():
        if parameter.role == "preset":
            for key, label in zip(parameter.choices, parameter.choice_labels, strict=True):
                for text in (label, *rows.get(key, ())) if key != NOTHING else ():
                    add(text, Sets(parameter.name, key, label, takes_part=True))
                # A part of a name calls the first that has it, where nothing else is called so: a dwarf, wolf riders.
                for part in _parts(label) if key != NOTHING else ():
                    loose.setdefault(part, {}).setdefault(
                        parameter.name, Sets(parameter.name, key, label, takes_part=True)
                    )
        elif parameter.role in ("modifier", "stat") and parameter.kind == "integer":
            add(parameter.label, Sets(parameter.name, None, parameter.label, counts=True))
        elif parameter in circumstances:
            for text, sets in _circumstance(parameter, circumstances):
                add(text, sets)
    named = {phrase: tuple(by_name.values()) for phrase, by_name in loose.items()}
    return named | {phrase: tuple(sets) for phrase, sets in found.items()}


def _parts(label: str) -> list[Words]:
    """Each word of a name that says something alone, and each two that follow each other."""
    words = words_in(label)
    alone = [(stem(word),) for word in words if len(word) >= _SHORTEST_STEM and word not in ("the", "two")]
    return alone + [(stem(first), stem(second)) for first, second in pairwise(words)]


def _circumstance(parameter: Parameter, others: list[Parameter]) -> list[tuple[str, Sets]]:
    """The phrases that a circumstance is called by: its label, a word of it that no other has, and its values."""
    last = parameter.name.rpartition(".")[2]
    values = [(True, "")] if parameter.kind == "boolean" else []
    if parameter.kind == "choice":
        labelled = zip(parameter.choices, parameter.choice_labels, strict=True)
        values = [(value, label) for value, label in labelled if value != parameter.default]
    if not values:
        return []
    first = Sets(parameter.name, values[0][0], f"{parameter.label} {values[0][1]}".strip())
    found = [(parameter.label, first)]
    for word in words_in(parameter.label):
        shared = [p for p in others if stem(word) in _phrase(p.label) and p.name.rpartition(".")[2] != last]
        if len(word) > _SHORTEST_STEM and stem(word) not in _VAGUE and not shared:
            found.append((word, first))
    for value, label in values:
        sets = Sets(parameter.name, value, label if parameter.kind == "choice" else parameter.label)
        if label and not label.isdecimal():
            found += [(label, sets), (f"{parameter.label} {label}", sets)]
    return found


def _rows(model: type[Scenario]) -> dict[Any, list[str]]:
    """Short names and plurals of the entries of a game's tables."""
    system = registry.system_of(model.id)
    found: dict[Any, list[str]] = {}
    for kind in system.own:
        if isinstance(kind, OwnTable):
            for key, row in kind.table.items():
                found.setdefault(key, []).extend(text for text in (row.short, row.plural) if text)
    return found
