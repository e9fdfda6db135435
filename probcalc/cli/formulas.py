"""`probcalc formula` and `probcalc solve`: results as formulas, and formulas backwards."""

from __future__ import annotations

import click

from probcalc.analysis.applying import may_be_free
from probcalc.cli.arguments import command, form, parameters_of, request_of
from probcalc.cli.names import ParameterName, ResultName
from probcalc.cli.output import need_place, put, put_data, put_file, strong


@command(
    "Results as exact formulas in the parameters you leave open.",
    "probcalc formula chronopia.melee --in armour,cc",
    "probcalc formula chronopia.melee attacker=the_cursed --in armour=10..30 --result wounds",
    "probcalc formula tide_of_battle.melee --in 'p = To hit; q = To injure' --latex",
    "probcalc formula reikhammer.turn --in a_commands.1,b_commands.1 --sympy",
)
@request_of(may_be_free)
@click.option(
    "--in",
    "free",
    required=True,
    multiple=True,
    type=ParameterName(may_be_free),
    metavar="NAMES",
    help="The variables: parameters, with a narrower range as armour=10..30, entries of lists as losses.1, and "
    "probabilities of a roll as 'p = Test to hit'.",
)
@click.option(
    "--result", "results", multiple=True, type=ResultName(), metavar="NAME", help="A result (default: the main one)."
)
@click.option("--all", "everything", is_flag=True, help="Every result.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write it to a file, and whole, however long it is; on the screen what is too long to read is summarised.",
)
@form("sympy", "latex", "json")
def formula(
    scenario: str,
    words: tuple[str, ...],
    free: tuple[str, ...],
    results: tuple[str, ...],
    everything: bool,
    out: str | None,
    form: str | None,
) -> None:
    """Results as exact formulas in what is left free, with the ranges in which each formula holds.

    Counts of faces have letters, which are explained below the formula; a table writes the formula out between the
    points where a limit bends.
    """
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    if out is not None:
        need_place(out)
    from probcalc.analysis.formula import formula as made
    from probcalc.present.formulas import formula_data, formula_text, latex_text, sympy_text

    found = made(scenario, parameters_of(scenario, words), free="; ".join(free))
    wanted, whole = tuple(found) if everything else results, out is not None
    if form == "json":
        from probcalc.present.json_text import spread_lines

        text = spread_lines(formula_data(found, wanted, whole))
    elif form == "latex":
        text = latex_text(found, wanted, whole)
    elif form == "sympy":
        text = sympy_text(found, wanted, whole)
    else:
        text = formula_text(found, wanted, str if whole else strong, whole)
    if out is None:
        put(text)
    else:
        put_file(out, text)


@command(
    "The values for which a condition holds.",
    "probcalc solve chronopia.melee attacker=the_cursed --for armour --that 'slain >= 1/2'",
    "probcalc solve tide_of_battle.melee --for models --that 'mean(hit_points_lost) >= 3 and injure > 0'",
    "probcalc solve chronopia.melee ward=5 --for 'p = Ward Save' --that 'slain = 1/4'",
)
@request_of(may_be_free)
@click.option(
    "--for", "name", required=True, type=ParameterName(may_be_free), metavar="NAME", help="What to solve for."
)
@click.option("--that", required=True, metavar="CONDITION", help="The condition, as in 'slain >= 1/2'.")
@form("json")
def solve(scenario: str, words: tuple[str, ...], name: str, that: str, form: str | None) -> None:
    """Every value of a parameter for which a condition holds, exactly; of a probability of a roll the intervals.

    A condition compares results (slain), outcomes (wounds[2]), chances (P(wounds >= 2)) and mean(...), variance(...)
    with numbers such as 1/2, 0.5 or 50%, and joins comparisons with and, or, not.
    """
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    from probcalc.analysis.solve import solve as solved
    from probcalc.present.solutions import solution_data, solution_text

    found = solved(scenario, parameters_of(scenario, words), for_=name, that=that)
    bare = name.partition("=")[0].strip()
    if form == "json":
        put_data(solution_data(scenario, bare, that, found))
    else:
        put(solution_text(bare, found, that))
