"""The roll that all these scenarios share: dice kept as one natural, and its four bands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import ranges_words
from probcalc.exact.tree.counting import Count, clamp, sum_of_counts
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.both_sides import BANDS
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.scenario import refused
from probcalc.systems.mechanics.dice_fields import DiceFields, dice_text, naturals, unseen

AGAIN = "rolled again"
_LISTS = ("always", "never", "critical", "fumble", "reroll_values")


class RollFields(DiceFields):
    """Target-number roll, with automatic results, criticals, fumbles and one re-roll."""

    direction: Literal["over", "under"] = choice(
        "over",
        "Succeeds at the target or more, or at the target or less",
        role="setting",
        labels=("or more", "or less"),
    )
    target: int = integer(4, -100, 1100, "Target number")
    always: list[int] = naturals((), "Die faces that always succeed")
    never: list[int] = naturals((), "Naturals that fail whatever the target")
    critical: list[int] = naturals((), "Naturals of a success that make it a critical")
    fumble: list[int] = naturals((), "Naturals of a failure that make it a fumble")
    reroll_values: list[int] = naturals((), "Naturals that are rolled again, with reroll = values")
    reroll: Literal["none", "failures", "not_critical", "values"] = choice(
        "none",
        "What is rolled again once",
        label="Re-roll",
        labels=("nothing", "failures", "anything but a critical", "the naturals listed"),
    )

    def check(self) -> None:
        if both := set(self.always) & set(self.never):
            raise refused("never", f"the natural {min(both)} cannot both always and never succeed")

    def idle(self) -> Mapping[str, str]:
        unused = unseen(_LISTS, self, self.die, self.dice, self.keep)
        if self.reroll != "values":
            unused["reroll_values"] = "re-rolls are not by listed numbers"
        elif not self.reroll_values or "reroll_values" in unused:
            unused["reroll"] = "no number to roll again is listed"
        return {**super().idle(), **unused}

    def _edge(self) -> Count:
        """The last natural that reaches the target: the lowest of those over it, or the highest of those under it."""
        return self.target + self.modifier if self.direction == "under" else self.target - self.modifier

    def _succeeding(self, run: Run) -> Count:
        """How many naturals of a run succeed: those that reach the target, unless some always or never do."""
        if run.always or run.never:
            return len(run.naturals) if run.always else 0
        low, high = run.naturals[0], run.naturals[-1]
        reached = self._edge() + 1 - low if self.direction == "under" else high + 1 - self._edge()
        return clamp(reached, 0, len(run.naturals))

    def roll(self, name: str, by: str = "") -> Tree:
        """The roll with its re-roll, made by whom: outcomes critical, success, failure, fumble."""
        law = self.natural()
        title = name if self.reroll == "none" else f"{name}, second roll"
        second = made_by(self._roll(title, law, False), by)
        if self.reroll == "none":
            return second
        return made_by(self._roll(name, law, True), by).then(lambda band: second if band == AGAIN else band)

    def after_natural(self, name: str) -> Callable[[int], Tree | str]:
        """The band of the roll that stands when the first natural is known."""
        law = self.natural()
        second = self._roll(f"{name}, second roll", law, False)

        def after(natural: int) -> Tree | str:
            run = self._run(natural, 1)
            success, failure = self._bands_of(run, True)
            band = success if self._succeeding(run) else failure
            return second if band == AGAIN else band

        return after

    def _run(self, natural: int, weight: int) -> Run:
        """One natural, as the rules treat it."""
        return Run(
            range(natural, natural + 1),
            weight,
            natural in self.always,
            natural in self.never,
            natural in self.critical,
            natural in self.fumble,
            natural in self.reroll_values,
        )

    def _runs(self, law: Distribution) -> list[Run]:
        """The naturals in runs that are as likely as each other and that the rules treat alike."""
        found: list[Run] = []
        for natural, weight in law.weights.items():
            run = self._run(natural, weight)
            last = found[-1] if found else None
            if last is not None and last[1:] == run[1:] and last.naturals[-1] + 1 == natural:
                found[-1] = last._replace(naturals=range(last.naturals[0], natural + 1))
            else:
                found.append(run)
        return found

    def _bands_of(self, run: Run, first: bool) -> tuple[str, str]:
        """The band of a run's naturals that succeed, and the band of those that fail."""
        if first and self.reroll == "values" and run.listed:
            return AGAIN, AGAIN
        success, failure = "critical" if run.critical else "success", "fumble" if run.fumble else "failure"
        if first and self.reroll == "not_critical":
            return success if run.critical else AGAIN, AGAIN
        return success, AGAIN if first and self.reroll == "failures" else failure

    def _roll(self, name: str, law: Distribution, first: bool) -> Roll:
        bands = self._faces(law, first)
        again = bands.get(AGAIN)
        if isinstance(again, int) and not again:
            del bands[AGAIN]
        target = NamedSum(("target", self.target), ("modifier", self.modifier if self.direction == "under" else 0))
        needs = NaturalsInWords(bands, partial(self._naturals, law, first))
        return Roll(name, law.total, bands, dice_text(self.die, self.dice, self.keep), needs, target)

    def _faces(self, law: Distribution, first: bool) -> dict[str, Count]:
        """The faces of each band."""
        parts: dict[str, list[Count]] = {band: [] for band in BANDS}

        def add(run: Run, succeeding: Count, failing: Count) -> None:
            for band, held in zip(self._bands_of(run, first), (succeeding, failing), strict=True):
                parts.setdefault(band, []).append(held)

        edge = self._edge()
        if isinstance(edge, int):
            # Where all is known, naturals that stand on no list need not be looked at in runs.
            listed = {*self.always, *self.never, *self.critical, *self.fumble, *self.reroll_values}
            others = {natural: weight for natural, weight in law.weights.items() if natural not in listed}
            reaches = edge.__ge__ if self.direction == "under" else edge.__le__
            reached = sum([weight for natural, weight in others.items() if reaches(natural)])
            add(_ON_NO_LIST, reached, sum(others.values()) - reached)
            runs = [self._run(natural, law.weights[natural]) for natural in listed if natural in law.weights]
        else:
            runs = self._runs(law)
        for run in runs:
            count = self._succeeding(run)
            add(run, count * run.weight, (len(run.naturals) - count) * run.weight)
        return {band: sum_of_counts(counts) for band, counts in parts.items()}

    def _naturals(self, law: Distribution, first: bool) -> dict[str, list[int]]:
        """The naturals of each band."""
        found: dict[str, list[int]] = {}
        for run in self._runs(law):
            success, failure = self._bands_of(run, first)
            count = self._succeeding(run)
            # Of a run the lowest naturals succeed, or the highest.
            failing = len(run.naturals) - count
            succeeds, fails = slice(count), slice(count, None)
            if self.direction == "over":
                succeeds, fails = slice(failing, None), slice(failing)
            found.setdefault(success, []).extend(run.naturals[succeeds])
            found.setdefault(failure, []).extend(run.naturals[fails])
        return found


class Run(NamedTuple):
    """Neighbouring naturals of one weight, and on which of the lists of a roll they all stand."""

    naturals: range
    weight: int
    always: bool
    never: bool
    critical: bool
    fumble: bool
    listed: bool


_ON_NO_LIST = Run(range(0), 0, False, False, False, False, False)


class NaturalsInWords(Mapping[Any, str]):
    """Which naturals fall in each band, in words, made when they are asked for; none while a count is not known.

    >>> dict(NaturalsInWords({"success": 2, "failure": 4}, lambda: {"success": [5, 6], "failure": [1, 2, 3, 4]}))
    {'success': '5 to 6', 'failure': '1 to 4'}
    """

    __slots__ = ("_bands", "_dice", "_naturals", "_words")

    def __init__(
        self, bands: Mapping[Any, Count], naturals: Callable[[], Mapping[Any, list[int]]], dice: str = ""
    ) -> None:
        self._bands, self._naturals, self._dice = bands, naturals, dice
        self._words: dict[Any, str] | None = None

    def _known_words(self) -> dict[Any, str]:
        if self._words is None:
            known = all(isinstance(count, int) for count in self._bands.values())
            held = self._naturals().items() if known else ()
            self._words = {band: ranges_words(sorted(naturals)) + self._dice for band, naturals in held if naturals}
        return self._words

    def __getitem__(self, band: Any) -> str:
        return self._known_words()[band]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._known_words())

    def __len__(self) -> int:
        return len(self._known_words())
