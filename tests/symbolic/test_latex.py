"""The LaTeX of formulas is set by KaTeX, the renderer of the pages, in its strictest mode."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from probcalc.analysis.formulas.formula import formula

FORMULAS = {
    "two stats": ("chronopia.melee", {"attacker": "the_cursed"}, ["armour", "cc"]),
    "cases": ("chronopia.melee", {}, ["noa=1..4", "shield", "ward"]),
    "long": ("chronopia.melee", {"noa": 3, "heal": 3}, ["armour", "cc", "ward"]),
    "probabilities": ("tide_of_battle.melee", {"models": 4}, ["p = To hit", "q = To injure"]),
    "names with dots": ("oathmark.combat", {}, ["a.fight", "b.activation"]),
    "a quotient": ("reikhammer.strategy", {}, ["a_rating", "b_rating"]),
    "numbers": ("chronopia.initiative", {}, ["a_activations=1..4", "previous"]),
    "the smaller of two": ("chronopia.melee", {}, ["critic", "cc"]),
    "entries of lists": ("reikhammer.turn", {}, ["a_commands.1", "b_commands.1"]),
}


@cache
def latex_of(name: str) -> tuple[str, ...]:
    return tuple(_latex_of(name))


def _latex_of(name: str) -> Iterator[str]:
    scenario, given, free = FORMULAS[name]
    found = formula(scenario, given, free=free)
    for result in found.values():
        if hasattr(result, "latex"):
            yield result.latex()
        if hasattr(result, "difference") and "armour" in found.free:
            yield result.difference("armour").latex()


def test_latex_reads_as_an_equation_with_its_letters() -> None:
    slain = formula("chronopia.melee", {"noa": 1, "critic": 0, "damage": 10}, free=["armour", "cc"])["slain"]
    assert slain.latex() == (
        r"\begin{aligned} P(\text{slain}) &= \frac{h \left(20 - s\right)}{400} \\ "
        r"h &= \min\left(\mathrm{cc}, 19\right) \\ "
        r"s &= \max\left(1, \min\left(19, \mathrm{armour} - 10\right)\right) \end{aligned}"
    )


def test_names_are_escaped() -> None:
    value = formula("chronopia.melee", {"charging": True}, free=["charge_damage"])["attacker_dazed"]
    assert r"\text{attacker\_dazed}" in value.latex()


@pytest.mark.parametrize("name", FORMULAS)
def test_braces_and_environments_are_balanced(name: str) -> None:
    for text in latex_of(name):
        bare = re.sub(r"\\[{}]", "", text)
        assert bare.count("{") == bare.count("}")
        assert text.count(r"\left") == text.count(r"\right")
        assert sorted(re.findall(r"\\begin\{(\w+)\}", text)) == sorted(re.findall(r"\\end\{(\w+)\}", text))


@pytest.fixture(scope="module")
def katex(chromium_path: str) -> Iterator[object]:
    """A page with the KaTeX that Streamlit carries."""
    streamlit = pytest.importorskip("streamlit")
    sync_api = pytest.importorskip("playwright.sync_api")
    (script,) = (Path(streamlit.__file__).parent / "static" / "static" / "js").glob("katex.*.js")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        page = browser.new_page()
        page.route("**/katex.js", lambda route: route.fulfill(path=script, content_type="text/javascript"))
        page.route("**/page.html", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
        page.goto("http://localhost:9/page.html")
        page.evaluate("import('/katex.js').then(module => { window.katex = module.default; })")
        yield page
        browser.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", FORMULAS)
def test_katex_sets_every_formula(name: str, katex: object) -> None:
    texts = latex_of(name)
    assert texts
    program = """texts => texts.map(text => {
        try { return katex.renderToString(text, {throwOnError: true, strict: "error", displayMode: true}).length > 0; }
        catch (error) { return text + " --- " + error.message; }
    })"""
    found = katex.evaluate(program, texts)  # type: ignore[attr-defined]
    assert found == [True] * len(texts), json.dumps([line for line in found if line is not True][:3])


@pytest.mark.browser
def test_katex_refuses_what_is_wrong(katex: object) -> None:
    wrong = r"""() => {
        try { katex.renderToString('\\frac{1}', {throwOnError: true}); return false; }
        catch { return true; }
    }"""
    assert katex.evaluate(wrong)  # type: ignore[attr-defined]
