"""Army lists as text: what is written is read again as the same roster, and what cannot be read is told."""

import pytest

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.rosters import Roster, army_list, read_list, with_entry
from probcalc.scenarios.rosters.roster import figures_of_entry, kinds_of

GAMES = [system.id for system in registry.systems() if system.own]


def empty(system):
    return Roster(system, "Mine", {kind: {} for kind in kinds_of(system)})


@pytest.mark.parametrize("system", GAMES)
def test_what_is_written_is_read_again(system):
    mine = empty(system)
    for kind in kinds_of(system).values():
        if isinstance(kind, OwnTable):
            for n, key in enumerate(kind.table):
                mine = with_entry(
                    mine, kind.id, f"own_{n}", f"Own {n}", figures_of_entry(system, kind.id, key) | kind.only
                )
            continue
        ends = {f.name: f.high if f.kind == "integer" else f.kind == "boolean" or f.choices[-1] for f in kind.figures}
        mine = with_entry(mine, kind.id, "own", "Own", ends)
    lines, again = read_list(army_list(mine), empty(system))
    assert not [line.refused for line in lines if line.refused]
    assert [each.entries for each in (again, mine)] == [mine.entries] * 2


def units(text, mine=None):
    lines, mine = read_list(text, mine or empty("oathmark"))
    return lines, mine.entries["units"]


def test_a_table_from_a_spreadsheet_says_the_same_as_lines():
    _, listed = units("Levy: activation 6, braced\nGuard: activation 3")
    for head, yes in (("Name", "yes"), ("NAME", "x"), ("name", "TRUE")):
        _, pasted = units(f"{head}\tActivation\tBraced\nLevy\t6\t{yes}\nGuard\t3\t\n")
        assert listed["levy"].figures == pasted["levy"].figures, yes
        assert listed["guard"].figures["activation"] == pasted["guard"].figures["activation"] == 3


def test_an_entry_that_is_there_is_changed_and_keeps_the_rest():
    _, mine = read_list("Levy: fight 2, defence 8", empty("oathmark"))
    [line], entries = units("levy: fight 3", mine)
    assert (line.changed, line.like) == ({"fight": 2}, "")
    assert (entries["levy"].figures["fight"], entries["levy"].figures["defence"]) == (3, 8)


@pytest.mark.parametrize(
    ("line", "why", "instead"),
    [
        ("Rifle: helth 2", "helth is not a stat; did you mean health?", ("helth", "health")),
        ("Rifle: fight x", "Fight is a number, not x", None),
        ("Rifle: fight 99", "must be", None),
        ("Rifle: like Humen Archer", "did you mean human archer?", ("Humen Archer", "human archer")),
        ("Rifle: fight", "Fight needs a value", None),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_is_read(line, why, instead):
    lines, entries = units(f"Levy: fight 2\n{line}\nGuard: fight 3")
    assert why in lines[1].refused
    assert lines[1].instead == instead
    assert list(entries) == ["levy", "guard"]


@pytest.mark.parametrize(
    "text", ["", ":", "\t\t", ",,,", "::::", "a" * 500, "x: ,,no ,like ,=", "Name\t", "\u202e: fight 1"]
)
def test_whatever_is_pasted_is_harmless(text):
    lines, _ = read_list(text, empty("chronopia"))
    assert all("\n" not in line.refused for line in lines)


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(InputError, match="at most 200,000 characters"):
        read_list("x" * 200_001, empty("chronopia"))
