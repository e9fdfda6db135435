"""What is said of the faces of dice that are held against a number, as Python."""

from __future__ import annotations

from collections.abc import Callable

from probcalc.sheets.in_python.dice import DiceExpressions
from probcalc.sheets.in_python.names import COMPARE, PLUS, Unsaid
from probcalc.sheets.reading import nodes


class Clauses(DiceExpressions):
    """Writes what is said of faces."""

    def clauses(
        self,
        clauses: tuple[nodes.Clause, ...],
        sides: int,
        under: bool,
        fails: Callable[[frozenset[int]], bool],
    ) -> tuple[list[str], str]:
        """What is said of faces, and which bands are rolled again."""
        by_word = {clause.word: clause for clause in clauses}
        told: list[str] = []
        never = by_word.get("never")
        worst = frozenset[int]()
        if "exploding" in by_word:
            raise Unsaid("dice that explode behind a target")
        if "always" in by_word:
            faces = self._end(by_word["always"], sides, not under)
            told.append(f"always={self._when(by_word['always'], str(len(faces)), '0')}")
        if never is not None:
            worst = self._end(never, sides, under)
            told.append(f"never={self._when(never, str(len(worst)), '0')}")
            worst = worst if never.when is None else frozenset()
        if "crit" in by_word:
            told.append(f"critical={self._critical(by_word['crit'], sides, under)}")
        fumble = by_word.get("fumble")
        if fumble is not None and never is None and fumble.when is None and fails(self._end(fumble, sides, under)):
            never, worst = fumble, self._end(fumble, sides, under)
            told.append(f"never={len(worst)}")
        if fumble is not None and (fumble.when is not None or not worst):
            raise Unsaid("a fumble on faces that do not always fail")
        if fumble is not None and self._end(fumble, sides, under) != worst:
            raise Unsaid("a fumble on faces that do not always fail")
        bands, named = self._again(clauses, worst, sides, under)
        if named or fumble is not None:
            told.append("fumble=True")
        return told, ", ".join(bands)

    def _again(
        self, clauses: tuple[nodes.Clause, ...], worst: frozenset[int], sides: int, under: bool
    ) -> tuple[list[str], bool]:
        """Which bands are rolled again, and whether the worst faces are one of their own for it."""
        bands: list[str] = []
        named = False
        for clause in clauses:
            if clause.word != "reroll":
                continue
            if clause.number is not None:
                raise Unsaid("some dice that are rolled again")
            failing = "'success', 'critical'" if clause.what == "successes" else "'failure', 'fumble'"
            if clause.what not in ("failures", "successes"):
                if not worst or self._end(clause, sides, under) != worst:
                    raise Unsaid("faces that are rolled again and do not always fail")
                failing, named = "'fumble'", True
            if clause.when is None:
                bands.append(failing)
            else:
                bands.append(f"*([{failing}] if {self.plain(clause.when, 'a condition').within(1)} else [])")
        return bands, named

    def _end(self, clause: nodes.Clause, sides: int, at_the_top: bool) -> frozenset[int]:
        """The faces of a clause, which lie at one end of the die."""
        faces: set[int] = set()
        for low, high in clause.spans:
            if not (isinstance(low, nodes.Number) and isinstance(high, nodes.Number)):
                raise Unsaid(f"{clause.word} on faces that vary")
            faces |= set(range(max(1, low.value), min(sides, high.value) + 1))
        number = len(faces)
        if faces != set(range(sides - number + 1, sides + 1) if at_the_top else range(1, number + 1)):
            raise Unsaid(f"{clause.word} on faces in the middle")
        return frozenset(faces)

    def shows(self, field: str, clause: nodes.Clause) -> str:
        """Whether dice show the faces of a clause."""
        spans = []
        for low, high in clause.spans:
            first, last = self.plain(low, "a face"), self.plain(high, "a face")
            if first == last:
                spans.append(f"{field} == {first.within(COMPARE + 1)}")
            else:
                spans.append(f"{first.within(COMPARE + 1)} <= {field} <= {last.within(COMPARE + 1)}")
        text = " or ".join(spans)
        if clause.when is None:
            return text
        return f"{text if len(spans) == 1 else f'({text})'} and {self.plain(clause.when, 'a condition').within(3)}"

    def _critical(self, clause: nodes.Clause, sides: int, under: bool) -> str:
        if len(clause.spans) == 1:
            low, high = clause.spans[0]
            if under and isinstance(low, nodes.Number) and low.value <= 1 and not isinstance(high, nodes.Number):
                return self._when(clause, f"max(0, {self.plain(high, 'a face').text})", "0")
            if (
                not under
                and isinstance(high, nodes.Number)
                and high.value >= sides
                and not isinstance(low, nodes.Number)
            ):
                worst = self.plain(low, "a face").within(PLUS + 1)
                return self._when(clause, f"min({sides}, max(0, {sides + 1} - {worst}))", "0")
        return self._when(clause, str(len(self._end(clause, sides, not under))), "0")

    def _when(self, clause: nodes.Clause, value: str, otherwise: str) -> str:
        if clause.when is None:
            return value
        return f"{value} if {self.plain(clause.when, 'a condition').within(1)} else {otherwise}"
