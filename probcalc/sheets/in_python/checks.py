"""Dice held against a number as Python: `roll_over` and `roll_under`, their bands, and what is counted of them."""

from __future__ import annotations

from typing import NamedTuple

from probcalc.notation.checking import COMPARE as COMPARE_FACES
from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.in_python.clauses import Clauses
from probcalc.sheets.in_python.expressions import reach_of
from probcalc.sheets.in_python.names import ATOM, COMPARE, PLUS, SIGNS, Said, Unsaid, label_text, terms_of
from probcalc.sheets.reading import nodes


class Checked(NamedTuple):
    """A roll held against a number.

    Attributes:
        roll: one die by its bands.
        worth: what each band counts that counts anything.
        number: how many dice there are; None for one that is no count.
        lacking: when it is not made, "" where it always is.
        hangs: whether the number that it is held against hangs from another roll.
        is_failure: whether its worst faces are a band of their own, and yet a failure like any other.
    """

    roll: str
    worth: dict[str, int]
    number: Said | None
    lacking: str
    hangs: bool
    is_failure: bool = False

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

    def count_of(self, field: str) -> str:
        """What a band in a field counts."""
        if set(self.worth.values()) <= {1}:
            return f"int({self.succeeds(field)})"
        return f"{self.worth!r}.get({field}, 0)"


class Checks(Clauses):
    """Writes comparisons too, and rolls by their bands."""

    label = "'Roll'"
    line = "roll"

    def _comparison(self, node: nodes.Comparison) -> Said:
        lying = self.count_held(node)
        if lying is not None:
            return lying
        found = self.check_of(node)
        if found is not None:
            text = f"0 if {found.lacking} else {found.one}" if found.lacking else found.one
            one = Said(text, 0 if found.lacking else ATOM, True)
            if self.reads and not found.hangs:
                one = Said(self.name_of_roll(f"{self.line}_die", text), rolled=True)
            return one if found.number is None else self.several(found.number, one)
        if node.clauses:
            raise Unsaid(f"{node.clauses[0].word} behind a sum")
        if isinstance(node.first, (nodes.Pool, nodes.Times)) and is_counted(node.first):
            return self._each(node, node.first)
        known = dict(self.reads)
        self.reach = reach_of(self.scope, node.first, [node.second])
        first, second = self.say(node.first), self.plain(node.second, "a target")
        self.reach = None
        sign = SIGNS[node.compare]
        held = Said(
            f"{'n' if first.rolled else first.within(COMPARE + 1)} {sign} {second.within(COMPARE + 1)}", COMPARE
        )
        if not first.rolled:
            return held
        mapped = self.map_outcomes(first, Said(f"int({held.text})"))
        if known and self.reads == known:
            return Said(self.name_of_roll(f"{self.line}_roll", mapped.text), rolled=True)
        return mapped

    def _each(self, node: nodes.Comparison, dice: nodes.Pool | nodes.Times) -> Said:
        """Dice or rolls of any kind, counted one by one."""
        assert dice.count is not None
        number = self.plain(dice.count, "a number of dice")
        known, one = dict(self.reads), dice.unit
        if isinstance(dice, nodes.Pool):
            one = nodes.Pool(None, dice.unit, dice.clauses, at=dice.at)
        self.reach = reach_of(self.scope, one, [node.second])
        rolled, target = self.say(one), self.plain(node.second, "a target")
        self.reach = None
        if not rolled.rolled:
            raise Unsaid("what is certain, counted one by one")
        held = self.map_outcomes(rolled, Said(f"int(n {SIGNS[node.compare]} {target.within(COMPARE + 1)})"))
        if known and self.reads == known:
            held = Said(self.name_of_roll(f"{self.line}_die", held.text), rolled=True)
        return self.several(number, held)

    def check_of(self, node: nodes.Expression) -> Checked | None:
        """A comparison of plain dice with a number, one by one or a single die; None for any other expression."""
        if not isinstance(node, nodes.Comparison):
            return None
        dice, added = natural_of(node.first)
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
        target_face, sign = node.second, node.compare

        def fails(faces: frozenset[int]) -> bool:
            """Whether these faces fail whatever the parameters are."""
            if added or not isinstance(target_face, nodes.Number):
                return False
            return not any(COMPARE_FACES[sign](face, target_face.value) for face in faces)

        told, again = self.clauses(node.clauses, sides, under, fails)
        hangs, self.reads = bool(self.reads), before | self.reads
        builder = "roll_under" if under else "roll_over"
        roll = f"{builder}({', '.join([self.label, best or str(sides), target, *told])})"
        if again:
            roll = f"again({roll}, {again})"
        crit = next((clause for clause in node.clauses if clause.word == "crit"), None)
        fumble = next((clause for clause in node.clauses if clause.word == "fumble"), None)
        worth = {"success": 1}
        if crit is not None:
            worth = {"critical": 1 if crit.number is None else crit.number, "success": 1}
        if fumble is not None and fumble.number:
            worth["fumble"] = fumble.number
        return Checked(
            roll,
            {band: counts for band, counts in worth.items() if counts},
            number,
            lacking,
            hangs,
            "fumble=True" in told and fumble is None,
        )

    def _extreme_die(self, dice: nodes.Asked) -> str:
        """The best or the worst of several dice as one die; "" for anything else that is asked of dice."""
        pool = dice.dice[0] if len(dice.dice) == 1 and not dice.against and not dice.wild else None
        if (
            dice.what != "keep"
            or dice.number != 1
            or dice.of_number is not None
            or not isinstance(pool, nodes.Pool)
            or pool.count is None
        ):
            return ""
        if pool.clauses or LineCompiler(self.scope).number(pool.count).kind.low < 1:
            return ""
        number, sides = self.plain(pool.count, "a number of dice").text, self.sides(pool.unit)
        if self.reads:
            raise Unsaid("the best of a number of dice that is rolled")
        which, word = ("worst_of", "worst") if dice.lowest else ("best_of", "best")
        return f"made_of({f'{word} of d{sides}'!r}, {sides}, lambda one: {which}({number}, one))"

    def _target(
        self, node: nodes.Comparison, added: list[tuple[int, nodes.Expression]], under: bool
    ) -> tuple[str, str]:
        """The target as a sum of its parts by their names, and when there is none."""
        terms = [*terms_of(node.second, 1), *((-sign, each) for sign, each in added)]
        told: list[tuple[str, str]] = []
        lacking = ""
        for sign, term in terms:
            name = "number"
            if isinstance(term, nodes.Name) and term.name.lower() not in self.within:
                entry = self.scope.find(term)
                name = entry.declared.label if entry.declared is not None else label_text(entry.shown)[1:-1]
                if entry.kind.lacking and sign > 0 and not lacking:
                    if (entry.kind.lacking == "below") != under:
                        raise Unsaid("a stat that may be lacking, from its other side")
                    found = self.value_of(entry)
                    lacking = f"{found} is None"
                    told.append((name, found))
                    continue
            value = self.may_lack(term)
            if value.rolled or LineCompiler(self.scope).compile(term).kind.lacking:
                raise Unsaid("a target that is rolled, or that may be none within a sum")
            told.append((name, value.text if sign > 0 else f"-{value.within(PLUS + 2)}"))
        if node.compare in (">", "<"):
            told.append(("beaten", "1" if node.compare == ">" else "-1"))
        if len(told) == 1:
            return told[0][1], lacking
        return f"NamedSum({', '.join(f'({name!r}, {value})' for name, value in told)})", lacking

    def by_band(self, name: str, check: Checked, parts: set[str], one: int | None, is_event: bool) -> list[str]:
        """A roll by its band, and what is counted of it."""
        if parts & {"successes", "failures"} and check.number is not None:
            raise Unsaid(f"successes of {name}")
        self.require_free(f"{name}_band", *(f"{name}_{part}" for part in parts))
        roll = Said(check.roll, rolled=True)
        if check.is_failure and "outcome" in parts:
            roll = Said(f"{check.roll}.map(lambda band: 'failure' if band == 'fumble' else band)", rolled=True)
        if not check.hangs:
            absent = f"'no roll' if {check.lacking} else " if check.lacking else ""
            roll = Said(self.name_of_roll(f"{name}_roll", absent + roll.text), rolled=True)
            check = check._replace(lacking="")
        reads = dict(self.reads)
        if one and reads and check.number is not None:
            roll = Said(f"{roll.text} if {check.number.within(1)} else 'no roll'", 0, True)
        if check.lacking:
            roll = Said(f"'no roll' if {check.lacking} else {roll.within(0)}", 0, True)
        band = f"{name}_band"
        head = f"lambda {', '.join(reads)}: " if reads else ""
        made = check.succeeds(band) if is_event else check.count_of(band)
        calls = [f".roll({band}={head}{roll.text})", self.derived(name, is_event, f"lambda {band}: {made}")]
        if check.number is not None:
            calls += [
                f".also({name}_{part}=lambda {band}: int({band} == {part.removesuffix('s')!r}))"
                for part in sorted(parts)
            ]
        return calls

    def with_parts(self, name: str, parts: set[str], check: Checked) -> list[str]:
        """A number of dice that hangs from a roll, with what is counted of each: one die, so often."""
        assert check.number is not None
        if check.hangs:
            raise Unsaid(f"parts of {name}, whose target hangs from a roll")
        one = f"one_{name}"
        self.require_free(one)
        reads, number = self.reads, check.number
        self.reads = {}
        calls = self.by_band(name, check._replace(number=Said("1")), parts, 1, False)
        self.first += [f"{one} = (", "    Play()", *[f"    {call}" for call in calls], ")"]
        self.reads = reads
        names = [name, *(f"{name}_{part}" for part in sorted(parts))]
        copies = Said(f"{one}.times(max(0, {number.text}))")
        return [f".follow({self.function(copies)}, {', '.join(map(repr, names))})"]

    def calls_of_bands(self, name: str, node: nodes.Comparison) -> list[str] | None:
        """The calls that give the band of a single roll from its dice; None where its dice are not told apart."""
        dice, added = natural_of(node.first)
        if (
            dice is None
            or is_counted(node.first)
            or any(clause.word in ("reroll", "exploding") for clause in node.clauses)
        ):
            return None
        field = f"{name}_dice"
        self.require_free(field)
        self.reads = {}
        rolled = self.say(dice)
        if not rolled.rolled:
            return None
        reads, self.reads = self.reads, {field: None}
        whole = Said(field)
        for sign, term in added:
            value = self.plain(term, "what is added")
            part = value.within(PLUS + (sign < 0))
            whole = Said(f"{whole.text} {'+' if sign > 0 else '-'} {part}", PLUS)
        target = self.plain(node.second, "a target").within(COMPARE + 1)
        made = f"{whole.within(COMPARE + 1)} {SIGNS[node.compare]} {target}"
        told = {clause.word: self.shows(field, clause) for clause in node.clauses}
        if "always" in told:
            made = f"{told['always']} or {made}"
        if "never" in told:
            made = f"not ({told['never']}) and ({made})"
        given = [
            f"{word}={told[short]}" for word, short in (("critical", "crit"), ("fumble", "fumble")) if short in told
        ]
        head = f"lambda {', '.join(reads)}: " if reads else ""
        band = self.function(Said(f"band({', '.join([made, *given])})"))
        self.reads = {}
        return [f".roll({field}={head}{rolled.text})", f".also({name}_band={band})"]


def is_counted(node: nodes.Expression) -> bool:
    """Whether several dice are held against a number one by one."""
    return isinstance(node, (nodes.Pool, nodes.Times)) and node.count is not None and not _is_one(node.count)


def _is_one(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Number) and node.value == 1


def natural_of(node: nodes.Expression) -> tuple[nodes.Pool | nodes.Asked | None, list[tuple[int, nodes.Expression]]]:
    """The die of a sum, and what is added to it."""
    if isinstance(node, nodes.Die):
        return nodes.Pool(None, node, at=node.at), []
    if isinstance(node, (nodes.Pool, nodes.Asked)):
        return node, []
    terms = terms_of(node, 1)
    dice = [(sign, each) for sign, each in terms if isinstance(each, (nodes.Die, nodes.Pool, nodes.Asked))]
    if len(terms) < 2 or len(dice) != 1 or dice[0][0] < 0:
        return None, []
    pool = dice[0][1]
    others = [(sign, each) for sign, each in terms if each is not pool]
    found, _ = natural_of(pool)
    return found, others
