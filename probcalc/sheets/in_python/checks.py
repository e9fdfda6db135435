"""Dice held against a number as Python: `roll_over` and `roll_under`, with their bands, and what is rolled again."""

from __future__ import annotations

from typing import NamedTuple

from probcalc.sheets import nodes
from probcalc.sheets.in_python.dice import DiceExpressions
from probcalc.sheets.in_python.expressions import COMPARE, PLUS, Said, Unsaid, label_text
from probcalc.sheets.line_compiling import LineCompiler

_SIGNS = {"=": "=="}


class Checked(NamedTuple):
    """A roll held against a number.

    Attributes:
        roll: one die by its bands.
        worth: what each band counts that counts anything.
        number: how many dice there are; None for one that is no count.
        lacking: when it is not made, "" where it always is.
        hangs: whether the number that it is held against hangs from another roll.
    """

    roll: str
    worth: dict[str, int]
    number: Said | None
    lacking: str
    hangs: bool

    @property
    def one(self) -> str:
        """What one die counts."""
        if set(self.worth.values()) <= {1}:
            return f"{self.roll}.count({', '.join(map(repr, self.worth))})"
        told = ", ".join(f"{band!r}: {number}" for band, number in self.worth.items())
        return f"{self.roll}.then({{{told}}}, otherwise=0)"

    def succeeds(self, field: str) -> str:
        """Whether a band in a field counts."""
        first, *others = self.worth
        return f"{field} in {(first, *others)!r}" if others else f"{field} == {first!r}"

    def counted(self, field: str) -> str:
        """What a band in a field counts."""
        if set(self.worth.values()) <= {1}:
            return f"int({self.succeeds(field)})"
        return f"{self.worth!r}.get({field}, 0)"


class Checks(DiceExpressions):
    """Writes comparisons too."""

    label = "'Roll'"

    def _comparison(self, node: nodes.Comparison) -> Said:
        found = self.check_of(node)
        if found is not None:
            one = Said(found.one, rolled=True)
            whole = one if found.number is None else self.several(found.number, one)
            return Said(f"0 if {found.lacking} else {whole.text}", 0, True) if found.lacking else whole
        if node.clauses:
            raise Unsaid(f"{node.clauses[0].word} behind a sum")
        first, second = self.said(node.first), self.plain(node.second, "a target")
        sign = _SIGNS.get(node.compare, node.compare)
        held = Said(
            f"{'n' if first.rolled else first.within(COMPARE + 1)} {sign} {second.within(COMPARE + 1)}", COMPARE
        )
        return self.mapped(first, Said(f"int({held.text})")) if first.rolled else held

    def check_of(self, node: nodes.Expression) -> Checked | None:
        """A comparison of plain dice with a number, one by one or a single die; None for any other expression."""
        if not isinstance(node, nodes.Comparison):
            return None
        dice, added = _natural(node.first)
        best = self._extreme_die(dice) if isinstance(dice, nodes.Asked) else ""
        pool = dice.dice[0] if best and isinstance(dice, nodes.Asked) else dice
        if not isinstance(pool, nodes.Pool) or pool.clauses or not isinstance(pool.unit, nodes.Die):
            return None
        number = None
        if best:
            pass
        elif not added and pool.count is not None and not _is_one(pool.count) and node.first is pool:
            number = self.plain(pool.count, "a number of dice")
        elif pool.count is not None and not _is_one(pool.count):
            return None
        sides = self.sides(pool.unit)
        under = node.compare in ("<=", "<")
        if node.compare == "=":
            return None
        before, self.reads = self.reads, {}
        target, lacking = self._target(node, added, under)
        told, again = self._clauses(node.clauses, sides, under)
        hangs, self.reads = bool(self.reads), before | self.reads
        builder = "roll_under" if under else "roll_over"
        self.needs.add(builder)
        roll = f"{builder}({', '.join([self.label, best or str(sides), target, *told])})"
        if again:
            self.needs.add("again")
            roll = f"again({roll}, {again})"
        crit = next((clause for clause in node.clauses if clause.word == "crit"), None)
        fumble = next((clause for clause in node.clauses if clause.word == "fumble"), None)
        worth = {"success": 1}
        if crit is not None:
            worth = {"critical": 1 if crit.number is None else crit.number, "success": 1}
        if fumble is not None and fumble.number:
            worth["fumble"] = fumble.number
        return Checked(roll, {band: counts for band, counts in worth.items() if counts}, number, lacking, hangs)

    def _extreme_die(self, dice: nodes.Asked) -> str:
        """The best or the worst of several dice as one die; "" for anything else that is asked of dice."""
        pool = dice.dice[0] if len(dice.dice) == 1 and not dice.against and not dice.wild else None
        if dice.what != "keep" or dice.number != 1 or not isinstance(pool, nodes.Pool) or pool.count is None:
            return ""
        if pool.clauses or LineCompiler(self.scope).number(pool.count).kind.low < 1:
            return ""
        number, sides = self.plain(pool.count, "a number of dice").text, self.sides(pool.unit)
        if self.reads:
            raise Unsaid("the best of a number of dice that is rolled")
        which, word = ("worst_of", "worst") if dice.lowest else ("best_of", "best")
        self.needs |= {"made_of", which}
        return f"made_of({f'{word} of d{sides}'!r}, {sides}, lambda one: {which}({number}, one))"

    def _target(
        self, node: nodes.Comparison, added: list[tuple[int, nodes.Expression]], under: bool
    ) -> tuple[str, str]:
        """The target as a sum of its parts by their names, and when there is none."""
        terms = [*_terms(node.second, 1), *((-sign, each) for sign, each in added)]
        told: list[tuple[str, str]] = []
        lacking = ""
        for sign, term in terms:
            name = "number"
            if isinstance(term, nodes.Name) and term.name.lower() not in self.within:
                entry = self.entry(term)
                name = entry.declared.label if entry.declared is not None else label_text(entry.shown)[1:-1]
                if entry.declared is not None and entry.declared.optional and sign > 0 and not lacking:
                    if (entry.declared.what == "less") != under:
                        raise Unsaid("a stat that may be lacking, from its other side")
                    lacking = f"self.{term.name.lower()} is None"
                    told.append((name, f"self.{term.name.lower()}"))
                    continue
            value = self.plain(term, "a target")
            told.append((name, value.text if sign > 0 else f"-{value.within(PLUS + 2)}"))
        if node.compare in (">", "<"):
            told.append(("beaten", "1" if node.compare == ">" else "-1"))
        if len(told) == 1:
            return told[0][1], lacking
        self.needs.add("NamedSum")
        return f"NamedSum({', '.join(f'({name!r}, {value})' for name, value in told)})", lacking

    def _clauses(self, clauses: tuple[nodes.Clause, ...], sides: int, under: bool) -> tuple[list[str], str]:
        """What is said of faces, and which bands are rolled again."""
        by_word = {clause.word: clause for clause in clauses}
        told: list[str] = []
        never = by_word.get("never")
        worst: frozenset[int] = frozenset()
        if "exploding" in by_word:
            raise Unsaid("dice that explode behind a target")
        if "always" in by_word:
            faces = self._end(by_word["always"], sides, not under)
            told.append(f"always={self._when(by_word['always'], str(len(faces)), '0')}")
        if never is not None:
            worst = self._end(never, sides, under)
            told.append(f"never={self._when(never, str(len(worst)), '0')}")
        if "crit" in by_word:
            told.append(f"critical={self._critical(by_word['crit'], sides, under)}")
        fumble = by_word.get("fumble")
        if fumble is not None and (fumble.when is not None or never is None or never.when is not None):
            raise Unsaid("a fumble on faces that do not always fail")
        if fumble is not None and self._end(fumble, sides, under) != worst:
            raise Unsaid("a fumble on faces that do not always fail")
        bands: list[str] = []
        named = False
        for clause in clauses:
            if clause.word != "reroll":
                continue
            if clause.number is not None or clause.what == "successes":
                raise Unsaid("some dice that are rolled again")
            failing = "'failure', 'fumble'"
            if clause.what != "failures":
                if never is None or never.when is not None or self._end(clause, sides, under) != worst:
                    raise Unsaid("faces that are rolled again and do not always fail")
                failing, named = "'fumble'", True
            if clause.when is None:
                bands.append(failing)
            else:
                bands.append(f"*([{failing}] if {self.plain(clause.when, 'a condition').within(1)} else [])")
        if named or fumble is not None:
            told.append("fumble=True")
        return told, ", ".join(bands)

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


def _is_one(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Number) and node.value == 1


def _terms(node: nodes.Expression, sign: int) -> list[tuple[int, nodes.Expression]]:
    """The terms of a sum with their signs."""
    if isinstance(node, nodes.Operation) and node.sign in ("+", "-"):
        turned = -sign if node.sign == "-" else sign
        return [*_terms(node.parts[0], sign), *_terms(node.parts[1], turned)]
    if isinstance(node, nodes.Operation) and node.sign == "negative":
        return _terms(node.parts[0], -sign)
    return [(sign, node)]


def _natural(node: nodes.Expression) -> tuple[nodes.Pool | nodes.Asked | None, list[tuple[int, nodes.Expression]]]:
    """The die of a sum, and what is added to it."""
    if isinstance(node, nodes.Die):
        return nodes.Pool(None, node, node.at), []
    if isinstance(node, (nodes.Pool, nodes.Asked)):
        return node, []
    terms = _terms(node, 1)
    dice = [(sign, each) for sign, each in terms if isinstance(each, (nodes.Die, nodes.Pool, nodes.Asked))]
    if len(terms) < 2 or len(dice) != 1 or dice[0][0] < 0:
        return None, []
    pool = dice[0][1]
    others = [(sign, each) for sign, each in terms if each is not pool]
    found, _ = _natural(pool)
    return found, others
