"""Sweeps as files: cells a second, beside hand-written Python, and what a second process adds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.measuring import print_row

A_MILLION = (
    "chronopia.melee",
    "attacker=the_cursed",
    "--result",
    "slain",
    "--vary",
    "armour=9..40",
    "--vary",
    "cc=1..30",
    "--vary",
    "modifier=-10..10",
    "--vary",
    "damage_modifier=-12..12",
    "--vary",
    "attacker_dazed=none,half",
)
TEN_MILLION = (
    "chronopia.melee",
    "attacker=the_cursed",
    "--result",
    "slain",
    "--vary",
    "armour=-10..40",
    "--vary",
    "cc=1..30",
    "--vary",
    "modifier=-20..20",
    "--vary",
    "damage_modifier=-20..20",
    "--vary",
    "attacker_dazed",
    "--vary",
    "charging",
)
ONE_BY_ONE = (
    "tide_of_battle.melee",
    "--result",
    "hit_points_lost",
    *(
        word
        for name in ("weapon", "target_weapon", "charging", "charged", "target_shield")
        for word in ("--vary", name)
    ),
    "--vary",
    "models=1..60",
)
WIDTHS = (38, 12, 9, 9, 12, 8, 9)


class Taken(NamedTuple):
    """What a sweep took: seconds on the clock and of the processor, and the most memory of its first process."""

    wall: float
    cpu: float
    megabytes: int


def swept(words: tuple[str, ...], out: Path, *more: str) -> Taken:
    """A sweep in a process of its own, from its start to its file."""
    begun = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "probcalc", "sweep", *words, "--out", str(out), *more], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the sweep to {out.name} ended with {status}")
    return Taken(perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)


def by_hand(out: Path) -> float:
    """The million cells written by hand for the one question: loops over the ranges, the rule in place."""
    begun = process_time()
    known: dict[tuple[int, int], str] = {}
    with open(out, "w", encoding="utf-8") as file:
        file.write("armour,cc,modifier,damage_modifier,attacker_dazed,slain,slain_decimal\n")
        ranges = range(9, 41), range(1, 31), range(-10, 11), range(-12, 13), ("none", "half")
        for armour, cc, modifier, damage, dazed in product(*ranges):
            target = cc + modifier - (2 if dazed == "half" else 0)
            hit = min(max(target, 1), 19)
            save = min(max(armour - 13 - damage, 1), 19)
            if (hit, save) not in known:
                critical = min(hit, 2)
                blow = Fraction(critical * save + 20 * hit - hit * save, 400)
                slain = blow * (2 - blow)
                known[hit, save] = f"{slain},{slain.numerator / slain.denominator!r}"
            file.write(f"{armour},{cc},{modifier},{damage},{dazed},{known[hit, save]}\n")
    return process_time() - begun


def cells_of(words: tuple[str, ...]) -> int:
    """How many cells a sweep has."""
    from probcalc.analysis.sweeps.asked import question
    from probcalc.links import read_words

    given = [word for word in words[1:] if "=" in word and words[words.index(word) - 1] != "--vary"]
    varied = [word for before, word in pairwise(words) if before == "--vary"]
    return question(words[0], read_words(words[0], given, None), varied).cells


def report() -> int:
    """Print the table; 1 when a bound is broken or two files differ."""
    wrong = 0
    print_row(("", "cells", "seconds", "cpu", "cells/cpu s", "MB", "within"), WIDTHS)

    def row(name: str, words: tuple[str, ...], taken: Taken, most: float | None = None) -> None:
        nonlocal wrong
        within = "" if most is None else "yes" if taken.cpu <= most else "NO"
        wrong += within == "NO"
        cells = cells_of(words)
        cpu = f"{taken.cpu:.2f}"
        print_row(
            (name, f"{cells:,}", f"{taken.wall:.2f}", cpu, f"{cells / taken.cpu:,.0f}", str(taken.megabytes), within),
            WIDTHS,
        )

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        row("a million, Parquet", A_MILLION, swept(A_MILLION, folder / "a.parquet"), 5)
        row("a million, CSV", A_MILLION, swept(A_MILLION, folder / "a.csv"), 10)
        hand = by_hand(folder / "hand.csv")
        print(f"a million, CSV, written by hand: {hand:.2f} seconds of processor time")
        if (folder / "a.csv").read_bytes() != (folder / "hand.csv").read_bytes():
            print("written by hand it is another file")
            wrong += 1
        row("without a formula, CSV", ONE_BY_ONE, swept(ONE_BY_ONE, folder / "o.csv"), 60)
        one = swept(TEN_MILLION, folder / "one.csv")
        row("fifteen million, CSV, one process", TEN_MILLION, one)
        two = swept(TEN_MILLION, folder / "two.csv", "--jobs", "2")
        row("fifteen million, CSV, two processes", TEN_MILLION, two)
        print(f"two processes are {one.wall / two.wall:.2f} times as fast as one")
        if (folder / "one.csv").read_bytes() != (folder / "two.csv").read_bytes():
            print("two processes write another file than one")
            wrong += 1
    return 1 if wrong else 0
