"""The proof of an answer on its page, checked by the browser."""

import json

import pytest
from playwright.sync_api import expect

import probcalc
from tests.web.browsing import MELEE, opened
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def test_the_part_holds_the_proof_of_what_leads():
    reader = Reader().ask("chronopia.melee", CURSED, result="wounds").open_part("chronopia.melee", "proof")
    shown = reader.part("proof")
    lines = len(probcalc.odds("chronopia.melee", CURSED).certificate("wounds")["lines"])
    assert f"in {lines} lines" in shown
    assert "Being checked" in shown


@pytest.mark.browser
def test_the_browser_checks_the_proof_and_one_that_is_opened(phone, address, tmp_path):
    opened(phone, f"{address}/{MELEE}&show.turned=proof")
    expect(phone.get_by_text("Checked in your browser, and it holds.")).to_be_visible()
    proof = probcalc.odds("chronopia.melee", CURSED).certificate("slain")
    proof["answer"][0][1] = "1"
    file = tmp_path / "slain.json"
    file.write_text(json.dumps(proof), "utf-8")
    phone.get_by_label("Check another proof").set_input_files(file)
    expect(phone.get_by_text("It does not hold; not proved: line ")).to_be_visible()
