"""The glossary: each game's dice terms, and the words that the pages use."""

from __future__ import annotations

from probcalc.present.reports.law import words_report
from probcalc.scenarios import registry
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.pages.frame import bar
from probcalc.web.state import address
from probcalc.web.state import visit as visits

WORDS = {
    "Exactly, at least, at most": "The chance of just that many, of that many or more, of that many or fewer.",
    "Mean": "The average result over very many tries.",
    "Ruling": "How we read a rule that can be read in more than one way. You can switch it; the default comes first.",
    "pts": "Percentage points: from 50% to 60% is +10 pts.",
    "Never worse": "Whatever number you need, the chance of reaching it is never lower.",
    "Exact": "The fraction itself. Decimals are rounded from it, once, for reading.",
    "Never, later, more": "Everything past the last row. Totals include it.",
}


def draw() -> None:
    """The page."""
    visit = visits.current()
    bar.draw(visit, "glossary", "Glossary")
    st.title("Glossary", anchor=False)
    own = words_report("glossary", "Words of these pages", ("on these pages", "meaning"), WORDS.items())
    show_report(own, "glossary", tallest=40)
    for system in registry.systems():
        if system.glossary:
            title = f"The dice terms of {system.name}"
            terms = words_report(f"glossary-{system.id}", title, ("word", "meaning"), system.glossary.items())
            with st.expander(f"{plain(system.name)}: {len(system.glossary)} terms"):
                show_report(terms, f"glossary {system.id}", tallest=40)
    address.write(visit, {})
