"""The question what a changed game gives beside the original."""

from __future__ import annotations

from probcalc.analysis.beside.variant import BesideOriginal, variant
from probcalc.analysis.findings.report import Report
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.present.reports.variant import variant_reports
from probcalc.present.writing.report import report_data
from probcalc.scenarios import registry
from probcalc.scenarios.variant_models import main_die
from probcalc.scenarios.variants import Variant, read_variant, variant_from_toml


def _changes(asked: Asked) -> Variant:
    """The variant that its options say."""
    of_file = variant_from_toml(asked.said["variant"]).text
    dice = (each if "=" in each else f"{main_die(asked.place)}={each}" for each in asked.said["die"])
    return read_variant("; ".join([of_file, *dice, *asked.said["set"]]))


def _find(asked: Asked) -> BesideOriginal | Report:
    text = _changes(asked).text
    if asked.place in registry.system_ids():
        from probcalc.present.documents.beside import game_beside

        return game_beside(registry.system(asked.place), text)
    return variant(asked.place, asked.given, text, asked.measure, asked.progress)


def _reports(found: BesideOriginal | Report, _: Asked) -> list[Report]:
    return [found] if isinstance(found, Report) else list(variant_reports(found))


def _write(found: BesideOriginal | Report, asked: Asked, form: str) -> Written:
    reports = _reports(found, asked)
    if form == "json" and isinstance(found, BesideOriginal):
        return {report.id: report_data(report) for report in reports}
    return reports


def _save(_: BesideOriginal | Report, asked: Asked) -> tuple[str, str]:
    """The variant as a file, and how long it is."""
    text = _changes(asked).toml()
    return f"{text}\n", f"{asked.said['save']}: {len(text):,} characters"


QUESTION: Question[BesideOriginal | Report] = Question(
    15,
    "The same question with different dice or rule values.",
    """Every result, every entry of the table and every modifier by the rules of a variant, beside the original.

    Of a whole game in place of a scenario: all its ready-made questions.

    \b
    A variant is also a parameter of every scenario of a game:
      probcalc odds chronopia.melee "variant=d20=2d10; boost=2"
    `probcalc describe SCENARIO` lists the numbers of its rules that a variant may change.
    """,
    BesideOriginal,
    _find,
    _reports,
    (
        "chronopia.melee target=spearmen --die 2d10",
        "chronopia --die 2d10",
        'chronopia.melee --die "middle of 3d20" --set charging_boost=2',
        'chronopia.shooting target=spearmen --die "Armour save=3d6" --result wounds',
    ),
    of="request or system",
    options=(
        Option(
            "die",
            "The die in place of the game's; d20=2d10 for one of its dice, Armour save=3d6 for one roll.",
            is_list=True,
            form="[WHAT=]DIE",
        ),
        Option("set", "Another value for a number of the rules.", is_list=True, form="NAME=N"),
        Option(
            "variant",
            "A variant from a file; - for standard input.",
            form="FILE",
            kind="file",
            bounds=(0, 20_000),
            flag="file",
        ),
        Option("save", "Write the variant to a file.", form="FILE", kind="beside"),
    ),
    is_measured=True,
    writes=_write,
    files={"save": _save},
)
