"""Which bands of a roll are told apart by what follows, over all trees in which the roll stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import combinations
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.walk import Walk
from probcalc.exact.tree.steps import Event, Given, Mapped, Roll, Then, Tree, step_of

_MOST_STEPS = 2_000


@dataclass(slots=True)
class RollSeen:
    """What was seen of all rolls of one name.

    Attributes:
        rule: the rule that it belongs to.
        bands: the most faces that each band was seen with.
        apart: the pairs of bands that something tells apart.
        met: the pairs of which both had a face in one roll.
        all_critical: the requests in which every success was critical.
        orders: where a failed roll is made again: its chance as the rules have it, and when the re-roll is decided by
            the plain number, before modifiers.
    """

    rule: str = ""
    bands: dict[Any, int] = field(default_factory=dict)
    apart: set[frozenset[Any]] = field(default_factory=set)
    met: set[frozenset[Any]] = field(default_factory=set)
    all_critical: int = 0
    orders: tuple[Fraction, Fraction] | None = None

    @property
    def empty(self) -> tuple[Any, ...]:
        """The bands that never had a face."""
        return tuple(band for band, faces in self.bands.items() if not faces)

    @property
    def equal(self) -> tuple[frozenset[Any], ...]:
        """The pairs of bands that lead to the same everywhere."""
        # Faces read as numbers may well lead to the same; bands were named to be told apart.
        return tuple(p for p in self.met if p not in self.apart and any(isinstance(band, str) for band in p))

    @property
    def decides_nothing(self) -> bool:
        """Whether all its bands lead to the same."""
        return bool(self.met) and not self.apart


def see_rolls(played: Iterable[Any], reader: LawReader, seen: dict[str, RollSeen]) -> None:
    """Add what the trees of one request show; rolls that differ by whose they are count as one.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> roll, seen = roll_under("Test", 6, 2), {}
    >>> see_rolls([roll.then(success=1, failure=1)], LawReader(), seen)
    >>> seen["Test"].decides_nothing
    True
    """
    walked: dict[int, Tree] = {}
    for each in played:
        root = each.source if isinstance(each, Event) else each
        # What is read off a play shows nothing of its rolls: a play of many results is walked once.
        while isinstance(root, Mapped) and not isinstance(root.source, Roll):
            root = root.source
        if not isinstance(root, Tree) or (id(root) in walked and not isinstance(root, Roll)):
            continue
        walked[id(root)] = root
        if isinstance(root, Roll):
            _tell(root, seen, each.condition if isinstance(each, Event) else None, reader)
        for step, _ in Walk(root, reader, _MOST_STEPS).expectations():
            _look_at(step, reader, seen)


def _look_at(step: Tree, reader: LawReader, seen: dict[str, RollSeen]) -> None:
    if isinstance(step, Roll):
        _note(step, seen)
        return
    source = getattr(step, "source", None)
    if isinstance(step, (Then, Mapped, Given)) and isinstance(source, Roll):
        reads = {Then: "follow", Mapped: "function", Given: "condition"}[type(step)]
        _tell(source, seen, getattr(step, reads), reader)
        if isinstance(step, Then):
            _reread(step, source, seen)
        return
    for part in (getattr(step, each.name) for each in fields(step)):  # type: ignore[arg-type]
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, Roll):
                _tell(one, seen, None, reader)


def _plain(name: str) -> str:
    """The name of a roll without whose it is."""
    return name.partition(" of the ")[0]


def _note(roll: Roll, seen: dict[str, RollSeen]) -> RollSeen:
    found = seen.setdefault(_plain(roll.name), RollSeen(roll.rule))
    for band, faces in roll.bands.items():
        found.bands[band] = max(found.bands.get(band, 0), int(faces))
    if roll.bands.get("critical") and roll.bands.get("success") == 0:
        found.all_critical += 1
    return found


def _tell(roll: Roll, seen: dict[str, RollSeen], reads: Any, reader: LawReader) -> None:
    """Which of its bands differ in what follows; without a reading they all do."""
    found = _note(roll, seen)
    bands = [band for band, faces in roll.bands.items() if faces]
    ends = {band: band if reads is None else _end(reads(band), reader) for band in bands}
    for one, other in combinations(bands, 2):
        found.met.add(frozenset((one, other)))
        if ends[one] != ends[other]:
            found.apart.add(frozenset((one, other)))


def _end(follow: Any, reader: LawReader) -> Any:
    if not isinstance(follow, (Tree, Distribution)):
        return follow
    law = reader.distribution(step_of(follow))
    return next(iter(law)) if len(law) == 1 else frozenset(law.items())


def _reread(step: Then, roll: Roll, seen: dict[str, RollSeen]) -> None:
    """A failed roll that is made again, with modifiers: what it would be were the re-roll decided before them.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.tree.steps import NamedSum
    >>> save, seen = roll_under("Save", 6, NamedSum(("stat", 4), ("modifier", -1))), {}
    >>> see_rolls([save.then(success="success", failure=save)], LawReader(), seen)
    >>> seen["Save"].orders
    (Fraction(3, 4), Fraction(2, 3))
    """
    again = step.follow("failure") if "failure" in roll.bands else None
    terms = roll.target.terms if roll.target is not None else ()
    if not isinstance(again, Roll) or again.name != roll.name or len(terms) < 2 or roll.recipe is None:
        return
    plain = sum(term.value for term in terms[:1])
    faces = min(max(plain, 0), roll.total)
    passes = roll.total - roll.bands["failure"]
    chance, base = Fraction(passes, roll.total), Fraction(faces, roll.total)
    after = 1 - (1 - chance) ** 2
    before = min(chance, base) + (1 - base) * chance
    if after != before:
        seen[_plain(roll.name)].orders = after, before


def faults_of(seen: Mapping[str, RollSeen]) -> list[tuple[str, str, str]]:
    """The faults of rolls: their kind, the roll, and a sentence."""
    found: list[tuple[str, str, str]] = []
    for name, roll in seen.items():
        if roll.decides_nothing:
            found.append(("roll with no effect", name, "whatever it shows, the same follows."))
            continue
        found += [("result no face gives", name, f"no face is ever {band!s}.") for band in roll.empty]
        for pair in roll.equal:
            one, other = sorted(map(str, pair))
            found.append(("die results with the same effect", name, f"{one} and {other} lead to the same everywhere."))
        if roll.orders is not None:
            after, before = roll.orders
            words = f"a re-roll decided before modifiers gives {before}, after them {after}."
            found.append(("order of re-roll and modifier", name, words))
    return found


def all_critical(seen: Mapping[str, RollSeen]) -> list[tuple[str, str]]:
    """The rolls of which every success was critical somewhere, each with a sentence."""
    return [
        (name, f"every success is critical in {roll.all_critical} of the usual requests.")
        for name, roll in seen.items()
        if roll.all_critical
    ]
