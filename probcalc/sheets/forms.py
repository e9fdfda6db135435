"""The forms of a sheet's lines, an example for each, and the sheets to begin with."""

from __future__ import annotations

from pkgutil import get_data
from typing import NamedTuple


class Form(NamedTuple):
    """A form of lines: what it is for, and an example that can stand in a sheet."""

    group: str
    title: str
    text: str


FORMS = (
    Form("Who and what", "A stat", "hero: skill 3 (0..8)"),
    Form("Who and what", "A number or more, or none", "target: save 5+ (2+..6+) or none"),
    Form("Who and what", "Dice", "hero: damage d6 (1, d3, d6, 2d6)"),
    Form("Who and what", "Switches and choices", "given: cover?, aim snap 0 | careful 1"),
    Form("Who and what", "A number of the rules", 'fixed: boost 2 (0..6) "To hit, for a token"'),
    Form("Who and what", "Several numbers", "hero: parts [3, 2] (0..12, up to 5)"),
    Form("Who and what", "Two sides", "sides: Reds, Blues\neach: models 5 (1..20)"),
    Form(
        "Who and what",
        "A table to choose from",
        "hero: weapon Spear from weapons, attacks 1 (1..6)\n\ntable: weapons\n| name  | attacks |\n"
        "| Spear | 1       |\n| Axe   | 2       |",
    ),
    Form("Rolls", "Dice added up", "total = sum of 2d6"),
    Form("Rolls", "Dice counted one by one", "hits = 3d6 >= 4"),
    Form("Rolls", "One die against a number", "hit = d20 + 5 >= 15"),
    Form("Rolls", "The better of two dice", "high = highest of 2d12"),
    Form("Rolls", "Keep as many dice as a stat says", "kept = keep skill of 5d6"),
    Form("Rolls", "Naturals and re-rolls", "lucky = 3d6 >= 5 crit 5+ always 6 never 1 reroll 1"),
    Form("Rolls", "Criticals of a roll", "strikes = 3d6 >= 4 crit 6\nextra = criticals of strikes"),
    Form("Rolls", "A set among dice", "pool = faces of 4d6\nset_of = largest set of pool"),
    Form("Rolls", "A die with its own faces", "die: boost {-, -, s, s+a, 2a, a}\nshown = 2 boost\nstars = s of shown"),
    Form("Rolls", "Words for results", "outcome = 2d6: 10+ strong, 7-9 weak, else miss"),
    Form("Rolls", "What is rolled depends on a roll", "swing = 2d6 if d6 >= 4, d6 if d6 >= 2, else 0"),
    Form("Rolls", "Wounds dealt to models one by one", "dead = fallen to 4 times d3 with 2 each among 10"),
    Form(
        "Blocks",
        "A rule within the rule",
        "rule: one_hit\n  power = d6\n  harm = power if power >= 4 else 0\nall_harm = 3 times one_hit",
    ),
    Form(
        "Blocks",
        "Rounds",
        "score = 0\nrounds: at most 5\n  next score = score + d6\nuntil: score >= 12",
    ),
    Form(
        "Blocks",
        "A choice",
        "first = d6\nagain = choose keep | roll when first < 5 | add when first > 1 for most last\n"
        "last = d6 if again is roll, first + 1 if again is add, else first",
    ),
    Form("What is shown", "A result", 'result: scored = sum of 2d6, more is better "{amount} points"'),
    Form("What is shown", "One of several questions", 'question: Strike "How many are hit?"'),
    Form("What is shown", "The name of the game", "game: My game"),
    Form("What is shown", "A note on the page", "note: Measured in inches."),
    Form("What is shown", "A test", "expect: mean of scored is 7 when skill = 5"),
    Form("What is shown", "A comment", "# Rolled again from the second edition on."),
    Form("What is shown", "An example to tap", 'try: "A skilled hero" skill = 5'),
    Form("What is shown", "A ruling", 'ruling: ties lose | win "Who wins a tie?"'),
    Form("What is shown", "What is not allowed", 'refuse: skill > 7 "Nobody is that skilled."'),
    Form("What is shown", "For the next attack", "carry: skill = skill - scored"),
)
"""An example for each form; a word that it uses is defined in one of those before it."""

NEW = """game: My game
question: Strike "How many does a unit hit?"
attacker: models 5 (1..20), skill 4+ (2+..6+)
given: cover?
hits = models d6 >= skill + cover never 1
result: hits in models, more is better "[the attacker] hits|hit {amount}"
"""
"""A sheet of six lines to begin with."""

READY = (
    "border_war",
    "chronopia_melee",
    "oathmark_combat",
    "reikhammer_action",
    "thud_attack",
    "tide_engagement",
    "skirmish_duel",
    "advantage_attack",
    "three_bands",
    "push_pool",
    "push_your_luck",
    "symbol_dice",
    "big_models",
    "card_initiative",
    "chronopia_clash",
    "death_saves",
    "highest_die",
    "matched_pairs",
    "oathmark_shooting",
    "percentile",
    "split_volley",
    "tide_melee",
    "token_reroll",
    "unit_fight",
    "usage_die",
    "wild_die",
    "wild_magic",
)
"""The names of the ready sheets: a skirmish game, the main questions of the built-in games, then mechanics."""


def ready_sheet(name: str) -> str:
    """The text of a ready sheet.

    >>> ready_sheet("border_war").splitlines()[0]
    'game: Border War'
    """
    assert name in READY
    found = get_data(__package__, f"ready/{name}.sheet")
    assert found is not None
    return found.decode("utf-8")


def ready_title(name: str) -> str:
    """What a ready sheet is called: its game.

    >>> ready_title("tide_melee")
    'Tide of Battle: Melee attacks'
    """
    lines = ready_sheet(name).splitlines()
    heads = [line.partition(":") for line in reversed(lines)]
    said = {head.lower(): text.partition('"')[0].strip() for head, _, text in heads}
    return ": ".join(filter(None, (said.get("game", ""), said.get("question", ""))))
