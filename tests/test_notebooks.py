"""The example notebooks run, and everything in them shows itself."""

import json
import pkgutil
import sys
from pathlib import Path

import pandas
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import probcalc
from probcalc.present.notebooks import _HTML, _LATEX, load_ipython_extension

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples" / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    # Nothing is read from what this machine's reader keeps, or shared with other processes of the tests.
    kept = Config({"HistoryManager": {"enabled": False}})
    before = sys.modules["__main__"]
    made = InteractiveShell.instance(config=kept, ipython_dir=str(tmp_path_factory.mktemp("ipython")))
    load_ipython_extension(made)
    yield made
    InteractiveShell.clear_instance()
    # It has put a module of its own in its place, from which no process could be begun.
    sys.modules["__main__"] = before


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_asks_for(path, shell):
    shell.reset()
    cells = json.loads(path.read_text("utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    shown = []
    for cell in cells:
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            result = shell.run_cell("".join(cell["source"]), silent=False)
            result.raise_error()
            data, _ = shell.display_formatter.format(result.result)
            shown.append(data)
    rich = [data for data in shown if {"text/html", "text/latex"} & set(data)]
    assert rich
    for data in rich:
        html = data.get("text/html", "")
        assert not html or "<table" in html or "<p>" in html
        assert "<script" not in html
        assert data.get("text/latex", "$")[0] == "$"


def test_a_law_a_formula_and_a_table_show_themselves(shell):
    shell.run_cell("import probcalc")
    cases = {
        "probcalc.d(6)": "<figure>",
        "probcalc.table('chronopia.armour', {}, 'damage=9..11', measured='any_wound')": "55.0%",
        "probcalc.odds('chronopia.melee')": "slays",
        "probcalc.overtake('chronopia.melee', {'noa': 1}, {'cc': 13}, over='armour=20..30')": "which is higher</th>",
        "probcalc.sweep('chronopia.armour', vary={'armour': '10..40'}, results=['any_wound'])": "The first 20 of 31",
        "probcalc.formula('chronopia.armour', damage=11, free=['armour'])": r"\frac",
        "probcalc.luck('12d6 >= 4 -> 3')": "Unluckier than 92 of 100",
        "probcalc.by_round('oathmark.fight')": "<table",
        "probcalc.anydice('output 2d6')[0]": "output 1: 7.00 on average",
    }
    for source, wanted in cases.items():
        data, _ = shell.display_formatter.format(shell.run_cell(source).result)
        assert wanted in (data.get("text/html") or data.get("text/latex")), source


def test_whatever_is_shown_by_name_is_there():
    for shown in (*_HTML, *_LATEX):
        assert isinstance(pkgutil.resolve_name(shown), type), shown


def test_a_variant_shows_results_entries_and_modifiers(shell):
    shell.run_cell("import probcalc")
    asked = "probcalc.variant('chronopia.melee', {'target': 'spearmen'}, 'd20=2d10')"
    data, _ = shell.display_formatter.format(shell.run_cell(asked).result)
    assert data["text/html"].count("<table") == 3


def test_joint_odds_show_themselves(shell):
    shell.run_cell("import probcalc")
    asked = "probcalc.joint('chronopia.melee', {}, ['hit', 'wounds'])"
    data, _ = shell.display_formatter.format(shell.run_cell(asked).result)
    assert "<table" in data["text/html"]


def test_laws_and_sweeps_become_tables_of_pandas():
    found = pandas.Series(dict(probcalc.d(6)))
    assert found.sum() == 1
    odds = probcalc.sweep("chronopia.armour", {"damage": 10}, vary={"armour": "19..21"}, results=["any_wound"])
    assert list(odds.to_arrow().to_pandas()["any_wound"]) == ["11/20", "1/2", "9/20"]
