"""One unit against every target: whom should the Lotus Guard fight, and who should fight a Cursed?

Run it with `python examples/unit_against_every_target.py`.
"""

from probcalc.analysis.tables.presets import presets
from probcalc.present.numbers.decimals import percent
from probcalc.present.writing.grid import columns


def table(title: str, vary: str, **given: object) -> None:
    """Every entry of the units' table in place of one parameter, the best first."""
    print(title)
    still = presets("chronopia.melee", given, vary)
    charge = presets("chronopia.melee", {**given, "charging": True}, vary)
    charging = {entry.id: entry.trial.value for entry in charge.entries}
    rows = [("unit", "slain", "charging")]
    for entry in still.ranked():
        value, more = entry.trial.value, charging[entry.id]
        if value is None or more is None:
            # A civilian has no weapon: the refusal says so in one line.
            rows.append((entry.label, "-", "-"))
        else:
            rows.append((entry.label, percent(value), percent(more)))
    print("\n".join(columns(rows, right=(1, 2), indent="  ")))


def main() -> None:
    table("A Lotus Guard strikes", "target", attacker="lotus_guard")
    table("A Cursed is struck by", "attacker", target="the_cursed")
    table("A Spearman fights with another weapon against a Follower", "weapon", attacker="spearmen", target="followers")


if __name__ == "__main__":
    main()
