"""Dice and cards as they lie, lists of numbers, and dice with symbols: what of them is asked, as Python."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.in_python.dice import DiceExpressions
from probcalc.sheets.in_python.names import COMPARE, SIGNS, UNARY, Said, Unsaid, terms_of


class TableExpressions(DiceExpressions):
    """Writes what lies on the table too: what dice show is a tuple, from the lowest to the highest."""

    def _lying(self, node: nodes.Lying) -> Said:
        dice = node.dice
        if isinstance(dice, nodes.Deal):
            return Said(f"{self.deal(dice)}.map(lambda hands: hands[0])", rolled=True)
        if not isinstance(dice, nodes.Pool) or dice.clauses or not isinstance(dice.unit, nodes.Die):
            raise Unsaid("dice of several kinds as they lie")
        number = "1" if dice.count is None else self.plain(dice.count, "a number of dice").text
        self.needs.add("showing")
        return Said(f"showing({number}, {self._die(dice.unit).text})", rolled=True)

    def _deal(self, node: nodes.Deal) -> Said:
        return Said(f"{self.deal(node)}.map(lambda hands: hands[0])", rolled=True)

    def deal(self, node: nodes.Deal) -> str:
        """Hands of a deck as a step."""
        numbers = [self.plain(count, "a number of cards").text for count in node.counts]
        ranks, copies = [rank for rank, _ in node.cards], {number for _, number in node.cards}
        deck = repr(dict(node.cards))
        if len(copies) == 1 and len(ranks) > 3 and ranks == list(range(ranks[0], ranks[-1] + 1)):
            deck = f"dict.fromkeys(range({ranks[0]}, {ranks[-1] + 1}), {copies.pop()})"
        self.needs.add("dealt")
        return f"dealt({deck}, {', '.join(numbers)})"

    def lying(self, node: nodes.Expression) -> Said | None:
        """A name for dice that lie there, for cards or for a list of numbers; None for anything else."""
        if isinstance(node, nodes.Parentheses):
            return self.lying(node.inside)
        if not isinstance(node, nodes.Name) or node.name.lower() in self.within:
            return None
        entry = self.entry(node)
        if entry.kind.what == "list":
            return Said(self.field(entry.key))
        return Said(self.name_of_step(self.name_of(entry.key))) if entry.kind.what == "faces" else None

    def _asked(self, node: nodes.Asked) -> Said:
        shown = self.lying(node.dice[0])
        if shown is None or len(node.dice) > 1:
            return super()._asked(node)
        name = shown.text
        if node.what == "sum":
            return Said(f"sum({name})")
        if node.what == "number":
            return Said(f"len({name})")
        if node.what == "keep" and node.number == 1 and node.of_number is None:
            return Said(f"{'min' if node.lowest else 'max'}({name}, default=0)")
        if node.what == "keep":
            order = "" if node.lowest else ", reverse=True"
            number = self.number_kept(node)
            return Said(f"sum(sorted({name}{order})[:{number if number.isdigit() else f'max(0, {number})'}])")
        if node.what == "largest set" and not node.wild:
            return Said(f"max(map({name}.count, {name}), default=0)")
        raise Unsaid(f"{node.what} of what lies on the table")

    def count_held(self, node: nodes.Comparison) -> Said | None:
        """How many of what lies there hold against a number; None where nothing lies there."""
        shown = self.lying(node.first)
        if shown is None or isinstance(node.first, nodes.Parentheses):
            return None
        target = self.plain(node.second, "a target").within(COMPARE + 1)
        return Said(f"sum(each {SIGNS[node.compare]} {target} for each in {shown.text})")

    @property
    def symbol_dice(self) -> dict[str, nodes.Die]:
        """The dice with symbols, by their names."""
        found = {name: entry.die for name, entry in self.scope.entries.items() if entry.die is not None}
        return {name: die for name, die in found.items() if die.symbols}

    @property
    def kinds(self) -> str:
        """The symbols that dice show, a letter for each."""
        return "".join(
            sorted({letter for die in self.symbol_dice.values() for face in die.symbols for letter, _ in face})
        )

    def constants(self) -> list[str]:
        """The dice with symbols, to stand above the class."""
        found = []
        for name, die in self.symbol_dice.items():
            shown = ["".join(_letters(letter, number) for letter, number in face) for face in die.symbols]
            self.needs.add("symbol_die")
            found.append(f"{name.upper()} = symbol_die({self.kinds!r}, {shown!r})")
        return found

    def symbols(self, node: nodes.Expression) -> Said | None:
        """A sum of dice with symbols; None for anything else."""
        told = []
        for sign, term in terms_of(node, 1):
            if not isinstance(term, nodes.Pool) or not isinstance(term.unit, nodes.Name) or term.clauses:
                return None
            if term.unit.name.lower() not in self.symbol_dice:
                return None
            number = Said("1") if term.count is None else self.plain(term.count, "a number of dice")
            text = number.text if sign > 0 else f"-{number.within(UNARY)}"
            told.append(f"({text}, {term.unit.name.upper()})")
        self.needs.add("symbols")
        return Said(f"symbols({', '.join(told)})", rolled=True)

    def _foreach(self, node: nodes.ForEach) -> Said:
        listed = self.lying(node.listed)
        letter = self.name_of(node.letter)
        if listed is None or letter in self.names or node.letter in self.within:
            raise Unsaid("for each")
        self.within[node.letter] = Said(letter)
        each = self.say(node.of)
        del self.within[node.letter]
        if not each.rolled:
            return Said(f"sum({each.text} for {letter} in {listed.text})")
        self.needs.add("total_of")
        return Said(f"total_of({each.text} for {letter} in {listed.text})", rolled=True)


def _letters(letter: str, number: int) -> str:
    """So many symbols of a face; what it takes away stands behind a minus."""
    return letter * number if number > 0 else f"-{letter}" * -number
