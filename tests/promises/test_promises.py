"""What was published goes on to hold: links, JSON requests and numbers of each release, read by the present one.

`python -m tests.promises.write` adds the file of a release; a file that is there is never changed. A number that turns
out to have been wrong is told in CORRECTED, with its question and the right value, and in the changelog.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import probcalc
from probcalc import links
from probcalc.links.addresses import from_json
from probcalc.scenarios import registry
from tests.promises.write import results_of

RELEASES = sorted(Path(__file__).parent.glob("*.json"))

# (release, query, result): the right value, written as in the file.
CORRECTED: dict[tuple[str, str, str], Any] = {}


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_links_of_a_release_ask_what_they_asked_and_get_the_same_numbers(release: Path) -> None:
    kept = json.loads(release.read_text(encoding="utf-8"))
    assert len(kept) >= 300
    differing = []
    for entry in kept:
        query = entry["link"]
        request = links.from_url(f"https://example.org/?{query}")
        found = results_of(probcalc.odds(request.scenario_id, request.given))
        wanted = {name: CORRECTED.get((release.stem, query, name), value) for name, value in entry["results"].items()}
        now = {name: found.get(name) for name in wanted}
        if request.notices or now != wanted:
            differing.append((query, request.notices, {n: (wanted[n], now[n]) for n in wanted if wanted[n] != now[n]}))
    assert differing == []


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_json_of_a_release_is_the_same_request_as_its_link(release: Path) -> None:
    kept = json.loads(release.read_text(encoding="utf-8"))
    differing = []
    for entry in kept:
        request = from_json(json.dumps(entry["request"]))
        linked = links.from_url(f"https://example.org/?{entry['link']}")
        model = registry.scenario(linked.scenario_id)
        same = links.minimal(model, request.given) == links.minimal(model, linked.given)
        if request.notices or request.scenario_id != linked.scenario_id or not same:
            differing.append((entry["link"], request.notices))
    assert differing == []
