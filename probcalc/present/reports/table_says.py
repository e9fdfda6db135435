"""What a table over two parameters says, in sentences that hold exactly for its cells."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.tables.table import OddsTable
from probcalc.present.numbers.text import MINUS, change_text, number_text
from probcalc.present.reports.measured import first_answer, shared_parties
from probcalc.present.words.phrases import is_dice
from probcalc.present.words.requests import parameter_within, table_within, table_words, without_words
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.sentences import lower_first

_HALF = Fraction(1, 2)
_MOST_NAMED = 5


def table_says(found: OddsTable, parties: Sequence[Party] = ()) -> tuple[str, ...]:
    """Where a chance reaches one half, what each side of the table is worth, and its greatest and least cell.

    The sides go by the names of the `parties`, without them by those that all cells share.

    >>> from probcalc.analysis.numbers.measure import Measure
    >>> from probcalc.analysis.tables.table import table
    >>> sides = "weapon=dagger,spear,two_handed_battle_axe", "modifier=-2..5"
    >>> for sentence in table_says(table("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, *sides)):
    ...     print(sentence)
    50% or better: Two-handed Battle Axe always; Spear, Dagger never.
    Weapon matters most (up to 39.7 pts), then modifier (up to 26.9 pts).
    Highest: 77.2%, Two-handed Battle Axe and modifier +5; lowest: 20.0%, Dagger and modifier −2.
    """
    trials = [trial for row in found.cells for trial in row]
    answer = first_answer(trials)
    if found.columns is None or answer is None:
        return ()
    unit = found.measure.unit(answer)
    heads, labels = signed_labels(found.columns), signed_labels(found.rows)
    values = [[trial.value for trial in row] for row in found.cells]
    known = [
        (value, n, m) for n, row in enumerate(values) for m, value in enumerate(row) if value is not None
    ]  # What is refused is no cell.
    least, most = min(known, key=lambda cell: cell[0]), max(known, key=lambda cell: cell[0])
    if least[0] == most[0]:
        return (f"It is {number_text(most[0], unit)} everywhere.",)
    parties = parties or shared_parties(trials)
    sides = [side.parameter for side in (found.rows, found.columns)]
    names = [table_words(side, parties) for side in sides]
    within = [table_within(side, parties) for side in sides]

    def cell(value: Fraction, n: int, m: int) -> str:
        places = [
            cell_words(side.parameter, label, parties)
            for side, label in ((found.rows, labels[n]), (found.columns, heads[m]))
            if side is not None
        ]
        return f"{number_text(value, unit)}, {' and '.join(places)}"

    down = max(map(_range_of, zip(*values, strict=True)))
    across = max(map(_range_of, values))
    worth = [(each, place, change_text(each, unit).removeprefix("+")) for place, each in enumerate((down, across))]
    said = [] if unit != "chance" else [_halves(found, values, parties)]
    more, less = sorted(worth, key=lambda side: -side[0])
    if more[0] == less[0]:
        said.append(f"{names[0]} and {within[1]} matter alike, by up to {more[2]} each.")
    elif less[0] == 0:
        said.append(f"{names[more[1]]} matters (up to {more[2]}); {within[less[1]]} makes no difference.")
    else:
        said.append(f"{names[more[1]]} matters most (up to {more[2]}), then {within[less[1]]} (up to {less[2]}).")
    said.append(f"Highest: {cell(*most)}; lowest: {cell(*least)}.")
    return tuple(said)


def cell_words(parameter: Parameter, text: str, parties: Sequence[Party] = ()) -> str:
    """One value of a side of a table: a name, "Spear", a number with what it is, "modifier +5", or what holds.

    >>> from probcalc.scenarios.registry import scenario
    >>> model = scenario("chronopia.melee")
    >>> cell_words(model.parameter("weapon"), "Spear"), cell_words(model.parameter("modifier"), "+5")
    ('Spear', 'modifier +5')
    >>> [cell_words(model.parameter("charging"), text) for text in ("yes", "no")]
    ['charging', 'without charging']
    >>> strategy, combat = scenario("reikhammer.strategy"), scenario("oathmark.combat")
    >>> cell_words(strategy.parameter("last_loser"), "Side A"), cell_words(combat.parameter("die"), "d6")
    ('last loser: Side A', 'd6')
    """
    if parameter.kind == "boolean":
        return lower_first(without_words(parameter, parties)) if text == "no" else parameter_within(parameter, parties)
    # Entries of tables and dice are known by their names; "nothing" and "yes" ask of what.
    if parameter.role == "preset" or is_dice(text):
        return text
    return f"{parameter_within(parameter, parties)}{':' if parameter.kind == 'choice' else ''} {text}"


def signed_labels(side: Axis) -> list[str]:
    """The values of a side in the player's words, modifiers with their sign.

    >>> from probcalc.analysis.sweeps.axes import axis
    >>> signed_labels(axis("chronopia.melee", "modifier", "-1..1"))
    ['−1', '0', '+1']
    """
    return [with_sign(side.parameter, text) for text in side.labels()]


def with_sign(parameter: Parameter, text: str) -> str:
    """A circumstance's number with its sign, a figure and what is counted as they are.

    >>> from probcalc.scenarios.registry import scenario
    >>> modifier, skill = (scenario("chronopia.melee").parameter(name) for name in ("modifier", "cc"))
    >>> with_sign(modifier, "-2"), with_sign(modifier, "3"), with_sign(skill, "9")
    ('−2', '+3', '9')
    >>> with_sign(scenario("chronopia.melee").parameter("supporting_friends"), "3")
    '3'
    """
    if parameter.kind != "integer" or not text.lstrip("-").isdecimal():
        return text
    has_sign = (parameter.low or 0) < 0 and parameter.role == "modifier" and text != "0" and not text.startswith("-")
    return f"+{text}" if has_sign else text.replace("-", MINUS)


def _range_of(values: Sequence[Fraction | None]) -> Fraction:
    """How far the greatest of some cells is from the least."""
    known = [value for value in values if value is not None]
    return max(known) - min(known) if known else Fraction(0)


def _best_first(
    found: OddsTable, values: Sequence[Sequence[Fraction | None]]
) -> list[tuple[int, Sequence[Fraction | None]]]:
    rows = list(enumerate(values))
    if found.rows.parameter.kind == "choice":
        rows.sort(key=lambda row: -sum(value for value in row[1] if value is not None))
    return rows


def _halves(found: OddsTable, rows: Sequence[Sequence[Fraction | None]], parties: Sequence[Party]) -> str:
    """From where on each row reaches one half; rows that reach it here and there are not told."""
    assert found.columns is not None
    heads = signed_labels(found.columns)
    where: dict[str, list[int]] = {}
    by_row: list[tuple[int, str]] = []
    for n, values in _best_first(found, rows):
        known = [m for m, value in enumerate(values) if value is not None]
        reached = [m for m in known if (values[m] or 0) >= _HALF]
        if known and (told := _where(reached, known, found.columns, heads, parties)):
            where.setdefault(told, []).append(n)
            by_row.append((n, told))
    if set(where) <= {"never"}:
        return "50% or better: nowhere."
    if set(where) == {"always"}:
        return "50% or better everywhere."
    if found.rows.parameter.kind == "integer":
        return _halves_by_number(found, by_row, parties)
    labels = signed_labels(found.rows)
    named = {told: [cell_words(found.rows.parameter, labels[n], parties) for n in rows] for told, rows in where.items()}
    parts = [f"{_list_names(named['always'])} always"] if "always" in named else []
    some = [f"{name} {told}" for told, names in named.items() if told not in ("always", "never") for name in names]
    parts += [_list_names(some)] if some else []
    parts += [f"{_list_names(named['never'])} never"] if "never" in named else []
    return f"50% or better: {'; '.join(parts)}."


def _halves_by_number(found: OddsTable, by_row: Sequence[tuple[int, str]], parties: Sequence[Party]) -> str:
    """The same of rows that are numbers, from the first to the last: those that follow one another alike as one.

    >>> from probcalc.analysis.tables.table import table
    >>> sides = "modifier=-4..4", "damage_modifier=-5..5"
    >>> table_says(table("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, *sides))[0]
    '50% or better, by modifier: −4 never; −3 from damage modifier +3; −2 from 0; −1 from −1; ...; +2 to +4 always.'
    """
    assert found.columns is not None
    spans: list[tuple[list[int], str]] = []
    for n, told in by_row:
        if spans and spans[-1][1] == told and spans[-1][0][-1] == n - 1:
            spans[-1][0].append(n)
        else:
            spans.append(([n], told))
    labels, across = signed_labels(found.rows), parameter_within(found.columns.parameter, parties)
    is_number = found.columns.parameter.kind == "integer"
    crossing = [n for n, (_, told) in enumerate(spans) if is_number and told not in ("always", "never")]
    more = crossing[_MOST_NAMED:]
    parts: list[str] = []
    for n, (places, told) in enumerate(spans):
        if n in more[:1]:
            parts.append(f"{len(more)} more")
        if n in more:
            continue
        if n in crossing[:1]:
            # What is varied across is named once.
            word, _, value = told.rpartition(" ")
            told = f"{word} {across} {value}"
        rows = labels[places[0]] + (f" to {labels[places[-1]]}" if len(places) > 1 else "")
        parts.append(f"{rows} {told}")
    return f"50% or better, by {parameter_within(found.rows.parameter, parties)}: {'; '.join(parts)}."


def _where(
    reached: Sequence[int], known: Sequence[int], side: Axis, heads: Sequence[str], parties: Sequence[Party]
) -> str:
    """Where a row reaches one half: "always", "from +2", "only if charging"; "" where it is too much to say."""
    if not reached:
        return "never"
    if reached == known:
        return "always"
    across = side.parameter
    if across.kind == "boolean":
        name = parameter_within(across, parties)
        return f"only with {name}" if side.values[reached[0]] else f"only without {name}"
    if across.kind != "integer":
        return f"only with {heads[reached[0]]}" if len(reached) == 1 else f"with {len(reached)} of {len(known)}"
    if reached == known[-len(reached) :]:
        return f"from {heads[reached[0]]}"
    return f"up to {heads[reached[-1]]}" if reached == known[: len(reached)] else ""


def _list_names(names: Sequence[str]) -> str:
    """Names one after the other, of many the first."""
    if len(names) > _MOST_NAMED:
        return f"{', '.join(names[: _MOST_NAMED - 1])} and {len(names) - _MOST_NAMED + 1} more"
    return ", ".join(names)
