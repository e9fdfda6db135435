"""`python -m benchmarks`: tables of medians; `python -m benchmarks W1 W7` measures those alone, and `sweeps` files."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping

from benchmarks import (
    attacks,
    balances,
    decisions,
    dice_on_the_table,
    duels,
    pools,
    published_plays,
    rolled,
    scenarios,
    sheets,
    sweep_files,
    sweeps,
    symbolic,
)
from benchmarks.measuring import PEERS, Work, disagreements, installed, milliseconds, print_row, shown

WORKS: tuple[Work, ...] = (
    *attacks.WORKS,
    *pools.WORKS,
    *dice_on_the_table.WORKS,
    *sweeps.WORKS,
    *duels.WORKS,
    *decisions.WORKS,
    *symbolic.WORKS,
    *balances.WORKS,
    *rolled.WORKS,
    *sheets.WORKS,
)


def measured(work: Work, here: Mapping[str, bool]) -> tuple[str, ...]:
    """One row: our median, the plain one, the documented limit, what is allowed, and each peer with its ratio."""
    ours = milliseconds(work.ours)
    plain = milliseconds(work.plain) if work.plain is not None else None
    allowed = work.allowed(plain)
    cells = [work.name, shown(ours), shown(plain), shown(work.limit), shown(allowed)]
    within = allowed is None or ours <= allowed
    cells.append("yes" if within else "NO")
    for name in PEERS:
        if name in work.peers and here[name]:
            time = milliseconds(work.peers[name], PEERS[name])
            cells.append(f"{shown(time)} ({time / ours:,.0f}x)")
        elif name in work.too_slow:
            cells.append(f"[{work.too_slow[name]:,.0f}]")
        else:
            cells.append("")
    return tuple(cells)


def main(wanted: list[str]) -> int:
    """Check that all agree, measure, print; 1 when somebody disagrees."""
    warnings.simplefilter("ignore")
    if wanted == ["sweeps"]:
        return sweep_files.report()
    here = installed()
    for name, is_here in here.items():
        if not is_here:
            print(f"{name} is not installed, so its column stays empty; `make bench` installs it")
    works = [work for work in WORKS if not wanted or work.name in wanted]
    heading = ("", "engine", "plain", "limit", "allowed", "within", *PEERS)
    widths = (9, 9, 9, 7, 8, 7, 17, 17, 17)
    wrong = 0
    print_row(heading, widths)
    for work in works:
        for name in disagreements(work, here):
            print(f"{work.name}: {name} gives another answer")
            wrong += 1
        print_row(measured(work, here), widths)
    print()
    for work in works:
        print(f"{work.name:9} {work.question}")
    print(
        "\nMedian milliseconds of processor time, all in this process; the caches of the other libraries are emptied\n"
        "before each call. plain: hand-written Python for the one question, measured here; limit: the documented time\n"
        "of the best such Python; allowed: three times the limit and 0.05 ms, unless something else was agreed.\n"
        "(n x): n times as long as the engine. [n]: documented milliseconds, too long to run here."
    )
    if not wanted:
        print()
        if over := scenarios.report():
            print(f"over the budget: {', '.join(over)}")
        print()
        wrong += len(published_plays.report())
        print()
        wrong += sweep_files.report()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
