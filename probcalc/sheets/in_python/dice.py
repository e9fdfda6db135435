"""Dice of a sheet as Python: their sums, those that are kept, what falls to hits, and what lies on the table."""

from __future__ import annotations

from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.in_python.expressions import Expressions
from probcalc.sheets.in_python.names import COMPARE, SIGNS, TIMES, UNARY, Said, Unsaid, terms_of
from probcalc.sheets.playing.expression_types import FAR
from probcalc.sheets.reading import nodes


class DiceExpressions(Expressions):
    """Writes dice too; what they show as they lie is a tuple, from the lowest to the highest."""

    def _die(self, node: nodes.Die) -> Said:
        if node.size is not None:
            return Said(f"d({self.plain(node.size, 'a number of sides').text})", rolled=True)
        if node.faces:
            return Said(f"step_of(die({list(node.faces)!r}))", rolled=True)
        sides = self.sides(node)
        return Said(f"faces({f'd{sides}'!r}, {sides})", rolled=True)

    def sides(self, node: nodes.Expression) -> int:
        """How many sides a plain die has."""
        if not isinstance(node, nodes.Die) or node.size is not None or node.faces or node.symbols:
            raise Unsaid("a die of another kind")
        return node.sides

    def _pool(self, node: nodes.Pool) -> Said:
        if node.clauses:
            return self._exploding(node)
        one = self._die(node.unit) if isinstance(node.unit, nodes.Die) else Unsaid
        if not isinstance(one, Said):
            raise Unsaid("a die of another kind")
        if node.count is None:
            return one
        number = self.plain(node.count, "a number of dice")
        if self.reads and isinstance(node.unit, nodes.Die) and node.unit.size is None and not node.unit.faces:
            one = Said(self.name_of_roll(f"d{node.unit.sides}", one.text), rolled=True)
        return self.several(number, one)

    def _exploding(self, node: nodes.Pool) -> Said:
        """A die that is rolled on: without end as long as it makes a difference."""
        if len(node.clauses) > 1 or node.clauses[0].word != "exploding" or node.clauses[0].spans or node.count:
            raise Unsaid("dice that are rolled again, or explode on some of their faces,")
        (clause,) = node.clauses
        unit = node.unit
        if isinstance(unit, nodes.Die):
            least, law = self.sides(unit), f"d({self.sides(unit)})"
        else:
            assert isinstance(unit, nodes.Name)
            entry = self.scope.find(unit)
            listed = [each for _, each in entry.declared.dice] if entry.declared is not None else []
            plain = [each.unit for each in listed if isinstance(each, nodes.Pool) and each.count is None]
            if not listed or len(plain) < len(listed):
                raise Unsaid("dice that explode together")
            least, law = min(map(self.sides, plain)), f"law_of({self.say(unit).text})"
        most = str(clause.number or 1)
        if clause.is_endless:
            if self.reach is None or self.reach >= FAR:
                raise Unsaid("dice that explode without end, whatever they come to,")
            most = str(self.reach // least + 1)
        text = f"explode({law}, most={most})"
        if clause.when is None:
            return Said(text, rolled=True)
        return Said(f"{text} if {self.plain(clause.when, 'a condition').within(1)} else {law}", 0, True)

    def several(self, number: Said, one: Said) -> Said:
        """So many of a roll, added up."""
        if number.text.isdigit() and number.text != "0":
            return Said(f"{self.step(one)}.times({number.text})", rolled=True)
        return Said(f"several({number.text}, {one.text})", rolled=True)

    def _chain(self, node: nodes.Chain) -> Said:
        whole = self.say(node.steps[0])
        for step in node.steps[1:]:
            after = self.say(step)
            whole = Said(f"{self.step(whole)}.then(lambda n: several(n, {after.text}))", rolled=True)
        return whole

    def _times(self, node: nodes.Times) -> Said:
        number, unit = self.plain(node.count, "a number of rolls"), self.say(node.unit)
        if not unit.rolled:
            return Said(f"{number.within(TIMES)} * {unit.within(UNARY)}", TIMES)
        return self.several(number, unit)

    def _of_rolled(self, node: nodes.Asked) -> Said:
        """What is asked of dice that are rolled here."""
        if len(node.dice) > 1 and node.what == "keep" and node.number == 1 and not (node.against or node.wild):
            if any(isinstance(each, nodes.Pool) and each.count is not None for each in node.dice):
                raise Unsaid("the best of several pools")
            rolled = [self.step(self.say(each)) for each in node.dice]
            return Said(f"together({', '.join(rolled)}).map({'min' if node.lowest else 'max'})", rolled=True)
        if len(node.dice) != 1 or node.against or node.wild:
            raise Unsaid(f"{node.what} of several dice")
        dice = node.dice[0]
        if node.what == "sum":
            found = self.say(dice)
            if not found.rolled:
                raise Unsaid("dice as they lie")
            return found
        if node.what != "keep" or not isinstance(dice, nodes.Pool) or dice.clauses or dice.count is None:
            raise Unsaid(f"{node.what} of dice")
        sides, number = self.sides(dice.unit), self.plain(dice.count, "a number of dice")
        keep = "keep_lowest" if node.lowest else "keep_highest"
        if not isinstance(dice.count, nodes.Number) or dice.count.value < node.number or node.of_number is not None:
            return Said(f"kept({keep}, {number.text}, d({sides}), {self.number_kept(node)})", rolled=True)
        if node.number == 1:
            best = "worst_of" if node.lowest else "best_of"
            return Said(f"step_of({best}({number.text}, d({sides})))", rolled=True)
        return Said(f"step_of({keep}({number.text}, d({sides}), {node.number}))", rolled=True)

    def number_kept(self, node: nodes.Asked) -> str:
        """How many dice are kept."""
        return str(node.number) if node.of_number is None else self.plain(node.of_number, "how many are kept").text

    def _fallen(self, node: nodes.Fallen) -> Said:
        pair = self.fallen_and_wounds(node)
        return Said(f"{pair.text}.map(lambda ended: ended[0])", rolled=True)

    def fallen_and_wounds(self, node: nodes.Fallen) -> Said:
        """How many fall, and the wounds of the one that stands."""
        count = self.plain(node.count, "a number of hits")
        damage = self.say(node.damage)
        wounds = self.plain(node.wounds, "a number of wounds")
        told = [count.text, damage.text, wounds.text]
        if node.among is not None:
            among = self.plain(node.among, "how many there are").text
            told.append(among if LineCompiler(self.scope).number(node.among).kind.low >= 0 else f"max(0, {among})")
        if node.after is not None:
            told.append(f"hurt={self.plain(node.after, 'wounds from before').text}")
        return Said(f"fallen({', '.join(told)})", rolled=True)

    def _lying(self, node: nodes.Lying) -> Said:
        dice = node.dice
        if isinstance(dice, nodes.Deal):
            return Said(f"{self.deal(dice)}.map(lambda hands: hands[0])", rolled=True)
        if not isinstance(dice, nodes.Pool) or dice.clauses or not isinstance(dice.unit, nodes.Die):
            raise Unsaid("dice of several kinds as they lie")
        number = "1" if dice.count is None else self.plain(dice.count, "a number of dice").text
        number = number if number.isdigit() else f"max(0, {number})"
        return Said(f"OnTable.of([({self._die(dice.unit).text}, {number})]).all_faces()", rolled=True)

    def _deal(self, node: nodes.Deal) -> Said:
        return Said(f"{self.deal(node)}.map(lambda hands: hands[0])", rolled=True)

    def deal(self, node: nodes.Deal) -> str:
        """Hands of a deck as a step."""
        numbers = [self.plain(count, "a number of cards").text for count in node.counts]
        ranks, copies = [rank for rank, _ in node.cards], {number for _, number in node.cards}
        deck = repr(dict(node.cards))
        if len(copies) == 1 and len(ranks) > 3 and ranks == list(range(ranks[0], ranks[-1] + 1)):
            deck = f"dict.fromkeys(range({ranks[0]}, {ranks[-1] + 1}), {copies.pop()})"
        return f"dealt({deck}, {', '.join(numbers)})"

    def lying(self, node: nodes.Expression) -> Said | None:
        """A name for dice that lie there, for cards or for a list of numbers; None for anything else."""
        if isinstance(node, nodes.Parentheses):
            return self.lying(node.inside)
        if not isinstance(node, nodes.Name) or node.name.lower() in self.within:
            return None
        entry = self.scope.find(node)
        if entry.kind.what == "list":
            return Said(self.field(entry.key))
        return Said(self.name_of_step(self.name_of(entry.key))) if entry.kind.what == "faces" else None

    def _asked(self, node: nodes.Asked) -> Said:
        shown = self.lying(node.dice[0])
        if shown is None or len(node.dice) > 1:
            return self._of_rolled(node)
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
        return Said(f"total_of({each.text} for {letter} in {listed.text})", rolled=True)


def _letters(letter: str, number: int) -> str:
    """So many symbols of a face; what it takes away stands behind a minus."""
    return letter * number if number > 0 else f"-{letter}" * -number
