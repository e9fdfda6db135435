"""Pages of lists that are still empty show worked examples, each a tap away."""

import pytest

from probcalc.web.pages.lists.tried import EXAMPLES, answer_of
from tests.web.driver import Reader

PARTS = {"compare": "compared", "attacks": "adding", "allocate": "adding"}
EACH = [(page, number) for page, found in EXAMPLES.items() for number in range(len(found))]


@pytest.mark.parametrize(("page", "number"), EACH)
def test_an_example_opens_and_comes_to_what_it_said(page, number):
    reader = Reader().go(page)
    assert "Try one of these" in reader.part(PARTS[page])
    reader.follow(PARTS[page], number)
    assert reader.query == reader.query | EXAMPLES[page][number].query()
    assert "Try one of these" not in reader.part(PARTS[page])
    value, unit = answer_of(page, number)
    said = f"{float(100 * value):.1f}" if unit else f"{float(value):.2f}"
    assert said in reader.part("compared" if page == "compare" else "result")


def test_an_example_is_worth_looking_at():
    assert all(0.1 < answer_of(page, number)[0] < 0.95 for page, number in EACH)
