"""`balance`: all entries of a question with two sides against each other, and what that says of each and of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.entries import OWN, Entry, buy, entries_of, require_known, weights_of
from probcalc.analysis.balance.matrix import Matrix
from probcalc.analysis.balance.nudges import Nudge, nudges_of
from probcalc.analysis.balance.pairs import Pairs, all_pairs
from probcalc.analysis.balance.prices import Price, fights_for_prices, find_prices, numbers_of
from probcalc.analysis.balance.sided import Sided, sides_of
from probcalc.analysis.findings.findings import number_given, whole_number
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.trial import Progress
from probcalc.exact.budget.bounds import MAX_STEPS, Budget, TooLarge, metered
from probcalc.exact.numbers.linear_programs import Game
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.scenarios.answer import as_written
from probcalc.scenarios.errors import InputError, TooMuch, unknown_name
from probcalc.scenarios.given_values import flatten, merge_given
from probcalc.scenarios.parameters import NOTHING

PLACES = ("both", "first")
MOST_STEPS = 12 * MAX_STEPS
"""Some two minutes on a small machine: so many answers are waited for, with the progress shown."""
LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry as it fights.

    Attributes:
        entry: who it is.
        count: how many fight; None where the scenario does not ask.
        spent: the points that are spent; None without a budget.
        share: its least and greatest share in the mixes that play perfectly.
        price: what it should cost; None without a budget, or where prices are left out.
    """

    entry: Entry
    count: int | None
    spent: Fraction | None
    share: tuple[Fraction, Fraction]
    price: Price | None

    @property
    def name(self) -> str:
        """What the entry is called."""
        return self.entry.name


@dataclass(frozen=True, slots=True)
class Balance(Found):
    """All against all.

    Attributes:
        sided: the scenario with its sides.
        given: what is the same in all fights.
        places: "both" when either is in first place half of the time, "first" when the row always is.
        standings: the entries in the reader's order.
        left_out: entries that do not fight: refused against themselves, or too expensive for the budget.
        matrix: the chances, and what they say.
        game: the value of picking an entry in secret, and perfect mixes of rows and columns.
        budget: the points that each may spend, None without.
        prices_left_out: for each entry without a price, by name, why it has none.
        of: the entry that is to be evened, "" for none.
        nudges: the changes that would even it, the best first.
        no_effect: the parameters of it that change nothing.
        notes: what a reader should know.
    """

    sided: Sided
    given: Mapping[str, Any]
    places: str
    standings: tuple[Standing, ...]
    left_out: tuple[str, ...]
    matrix: Matrix
    game: Game
    budget: Fraction | None = None
    prices_left_out: Mapping[str, str] = field(default_factory=dict)
    of: str = ""
    nudges: tuple[Nudge, ...] = ()
    no_effect: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Balance of {self.sided.scenario_id}: {', '.join(self.names)}>"

    @property
    def names(self) -> tuple[str, ...]:
        """The entries by name, in the reader's order."""
        return tuple(each.name for each in self.standings)

    @property
    def mix(self) -> tuple[tuple[str, Fraction], ...]:
        """A perfect mix of rows, without those who have no share."""
        return tuple((name, share) for name, share in zip(self.names, self.game.rows, strict=True) if share)

    @property
    def mix_second(self) -> tuple[tuple[str, Fraction], ...]:
        """A perfect mix of columns."""
        return tuple((name, share) for name, share in zip(self.names, self.game.columns, strict=True) if share)

    def request(self, row: int, column: int) -> dict[str, Any]:
        """The request of one pair, the row in first place.

        Raises:
            InputError: when there is no such row or column.
        """
        row, column = (whole_number(place, "place", 0, len(self.standings) - 1) for place in (row, column))
        first, second = self.standings[row].entry, self.standings[column].entry
        return self.sided.request(self.given, first.values, second.values)

    def to_json(self) -> dict[str, Any]:
        """The balance as plain data: fractions as text, "none" where there is no number."""
        matrix, names = self.matrix, self.names
        pair = matrix.farthest
        circle = matrix.circle
        data: dict[str, Any] = {
            "scenario": self.sided.scenario_id,
            "places": self.places,
            "entries": [self._entry(place, each) for place, each in enumerate(self.standings)],
            "left_out": list(self.left_out),
            "matrix": [list(map(fraction_text, row)) for row in matrix.values],
            "ties": [list(map(fraction_text, row)) for row in matrix.ties],
            "value": fraction_text(self.game.value),
            "mix": [[name, fraction_text(share)] for name, share in self.mix],
            "cyclic": _text(matrix.cyclic),
            "circle": NOTHING,
            "farthest": {"entries": [names[i] for i in pair], "value": fraction_text(matrix.values[pair[0]][pair[1]])},
            "closest": NOTHING,
            "even": len(matrix.even),
        }
        if self.places == "first":
            data["mix_second"] = [[name, fraction_text(share)] for name, share in self.mix_second]
        if circle is not None:
            edges = zip(circle, (*circle[1:], circle[0]), strict=True)
            data["circle"] = {
                "entries": [names[i] for i in circle],
                "values": [fraction_text(matrix.values[i][j]) for i, j in edges],
            }
        if matrix.closest is not None:
            i, j = matrix.closest
            data["closest"] = {"entries": [names[i], names[j]], "value": fraction_text(matrix.values[i][j])}
        if self.of:
            data["of"] = self.of
            data["nudges"] = [
                {
                    "parameter": each.parameter,
                    "from": each.old,
                    "to": each.new,
                    "mean": fraction_text(each.mean),
                    "rank": each.rank,
                }
                for each in self.nudges
            ]
            data["no_effect"] = list(self.no_effect)
        if self.notes:
            data["notes"] = list(self.notes)
        return data

    def _entry(self, place: int, each: Standing) -> dict[str, Any]:
        matrix, names = self.matrix, self.names
        best, worst = matrix.best(place), matrix.worst(place)
        row = matrix.values[place]
        return {
            "entry": each.name,
            "count": NOTHING if each.count is None else each.count,
            "cost": _text(each.entry.cost),
            "bought": NOTHING if each.entry.bought is None else each.entry.bought,
            "spent": _text(each.spent),
            "mean": fraction_text(matrix.means[place]),
            "others": fraction_text(matrix.others[place]),
            "rank": matrix.ranks[place],
            "best": {"against": names[best], "value": fraction_text(row[best])},
            "worst": {"against": names[worst], "value": fraction_text(row[worst])},
            "beaten_by": [names[other] for other in matrix.beaten_by(place)],
            "dominated_by": [names[other] for other in matrix.dominated_by(place)],
            "same_as": [names[other] for other in matrix.same_as(place)],
            "rating": _text(None if matrix.ratings is None else matrix.ratings[place]),
            "share": [fraction_text(share) for share in each.share],
            "price": self._price(each),
        }

    def _price(self, each: Standing) -> Any:
        price = each.price
        if price is None:
            return LEFT_OUT if each.name in self.prices_left_out else NOTHING
        return {
            "fewest": price.fewest,
            "most": NOTHING if price.most is None else price.most,
            "from": fraction_text(price.least),
            "to": _text(price.greatest),
            "cost": fraction_text(price.cost),
            "verdict": price.verdict,
        }


def _text(number: Fraction | None) -> str:
    return NOTHING if number is None else fraction_text(number)


def balance(
    scenario: str,
    entries: Iterable[Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    *,
    count: Any = OWN,
    budget: Any = None,
    costs: Mapping[str, Any] | None = None,
    places: str = "both",
    field: Mapping[str, Any] | None = None,
    of: str | None = None,
    progress: Progress | None = None,
    steps: Budget | None = None,
    own: Mapping[str, Mapping[str, Any]] | None = None,
    **named: Any,
) -> Balance:
    """All entries of a question with two sides against each other: who is too good, and what each should cost.

    v(i, j) is the chance that i beats j, ties counted half; with places "both" each pair is played with either in
    first place, half and half. `count` is how many of each fight, or `budget` and `costs` say how many are bought;
    `field` has the weights of the opponents, and `of` names the entry that is to be evened.

    >>> found = balance("chronopia.clash", ["followers", "spearmen", "greatswordsmen"])
    >>> found.matrix.values[0][1], found.mix
    (Fraction(22934597, 51200000), (('greatswordsmen', Fraction(1, 1)),))

    `own` has the stats of your own entries by name, `steps` is the limit on the work, and
    `progress` is called with the number of fights done and the total.

    Raises:
        InputError: in one line naming scenario, entries, the entry or parameter that is unknown, parameters, count,
            budget, costs, places, field or of; a pair that the rules refuse refuses all, with its reason.
        TooMuch: when all fights together would take too long; prices beyond the bound are left out.
    """
    two = sides_of(scenario)
    if places not in PLACES:
        refusal = unknown_name("order of places", str(places), PLACES)
        raise InputError(f"places: {refusal}", "places", refusal.nearest)
    fixed = flatten(merge_given(parameters, named))
    require_known(two, fixed)
    with metered(steps, MOST_STEPS) as spending:
        pairs = Pairs(two, fixed, places)
        listed = entries_of(two, entries, own)
        left_out: list[str] = []
        if entries is None:
            left_out = [each.name for each in listed if pairs.refusal(each)]
            listed = [each for each in listed if each.name not in left_out]
            if len(listed) < 2:
                raise InputError(f"entries: fewer than 2 of the table can fight each other in {scenario}", "entries")
        taken, none = buy(two, listed, fixed, count, budget, costs)
        left_out += [each.name for each in none]
        names = [each.name for each in taken]
        weights = weights_of(field, names, left_out)
        if of is not None and not (isinstance(of, str) and of in names):
            raise InputError(f"of: {unknown_name('entry', of, names)}", "of")
        points = None if budget is None else number_given(budget)
        met = all_pairs(taken)
        unpriced: dict[str, str] = {}
        numbers: dict[str, list[Entry]] = {}
        if points is None or places == "first":
            pairs.ask(met, progress)
        else:
            numbers, unpriced = numbers_of(pairs, taken)
            spent = spending.spent
            try:
                pairs.ask([*fights_for_prices(taken, numbers), *met], progress, at_once=True)
            except InputError as error:
                # All numbers of all entries may be too many for the time: what is known of them as they stand is said.
                numbers, unpriced = {}, dict.fromkeys(names, str(error))
                spending.spent = spent
                pairs.ask(met, progress)
        scores = [[pairs.of(row, column) for column in taken] for row in taken]
        matrix = Matrix(
            tuple(tuple(score.value for score in row) for row in scores),
            tuple(tuple(score.ties for score in row) for row in scores),
            tuple(weights),
            places == "both",
        )
        try:
            solved, shares = matrix.solution()
        except TooLarge as error:
            raise TooMuch.of(scenario, error) from error
        nudges: tuple[list[Nudge], list[str]] = ([], [])
        if of is not None:
            nudges = nudges_of(pairs, taken, matrix, names.index(of), progress)
        prices = find_prices(pairs, taken, matrix, points, numbers) if points is not None and numbers else {}
        counts = [_count_of(pairs, each) for each in taken]
    standings = tuple(
        Standing(
            each,
            fighting,
            None if each.cost is None or fighting is None else each.cost * fighting,
            share,
            prices.get(each.name),
        )
        for each, fighting, share in zip(taken, counts, shares, strict=True)
    )
    notes = _prices_missing(unpriced, len(names))
    return Balance(
        two,
        fixed,
        places,
        standings,
        tuple(left_out),
        matrix,
        solved,
        points,
        unpriced,
        of or "",
        tuple(nudges[0]),
        tuple(nudges[1]),
        notes,
    )


def _prices_missing(unpriced: Mapping[str, str], entries: int) -> tuple[str, ...]:
    """Which prices are left out, and why."""
    by_reason: dict[str, list[str]] = {}
    for name, why in unpriced.items():
        by_reason.setdefault(why, []).append(name)
    return tuple(
        f"Prices{'' if len(left) == entries else ' of ' + ', '.join(left)} are left out: {why}."
        for why, left in by_reason.items()
    )


def _count_of(pairs: Pairs, entry: Entry) -> int | None:
    """How many of an entry fight."""
    two = pairs.sided
    if two.headcount is None:
        return None
    fight = pairs.fight(two.request({}, entry.values, entry.values))
    found = as_written(fight.value_of(two.headcount.name))
    return found if type(found) is int else None
