"""Rolls by their bands, and what is counted of them, as the calls of a play."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.in_python.checks import Checked, Checks, is_counted, natural_of
from probcalc.sheets.in_python.names import COMPARE, PLUS, SIGNS, Said, Unsaid


class Bands(Checks):
    """Writes rolls by their bands."""

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
        if is_event:
            self.events.add(name)
            counted = f".happens({name}=lambda {band}: {check.succeeds(band)})"
        else:
            counted = f".also({name}=lambda {band}: {check.count_of(band)})"
        calls = [f".roll({band}={head}{roll.text})", counted]
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
        self.needs.add("band")
        head = f"lambda {', '.join(reads)}: " if reads else ""
        band = self.function(Said(f"band({', '.join([made, *given])})"))
        self.reads = {}
        return [f".roll({field}={head}{rolled.text})", f".also({name}_band={band})"]
