"""`python -m probcalc.site.languages de`: what of its games' pages a language does not say, and what it says in vain.

Every page of those games is drawn in the language, with each of its parts open, and Home: a text that was shown in
English is listed once, and so is an entry of the file that no text needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from probcalc import links
from probcalc.present.languages.language import CODES, language
from probcalc.scenarios import registry
from probcalc.static.session import Session, load


def pages(code: str, scenario_ids: Sequence[str] = ()) -> Iterator[str]:
    """The addresses of every page of a language's games, or of these questions: each example, each part open."""
    load()
    from probcalc.web.pages.rooms.panel import PARTS
    from probcalc.web.paths import TOOLS, path_of

    if not scenario_ids:
        yield from (f"/?lang={code}", f"/{TOOLS['laboratory'].path}?lang={code}")
    for game in sorted(language(code).games):
        system = registry.system(game)
        for model in system.scenarios:
            if scenario_ids and model.id not in scenario_ids:
                continue
            examples = [preset.parameters for preset in system.presets if preset.scenario == model.id] or [{}]
            shown = [f"show.turned={part.id}" for part in PARTS] + ["show.room=decide", "show.room=more"]
            asked = [(given, "") for given in [{}, *examples]] + [(examples[0], more) for more in shown]
            for given, more in asked:
                query = urlencode(links.to_query(model.id, given))
                yield f"/{path_of(game)}?{query}{f'&{more}' if more else ''}&lang={code}"
            yield f"/{TOOLS['laboratory'].path}?{urlencode(links.to_query(model.id, examples[0]))}&lang={code}"


class Heard:
    """What a language was asked to say while pages were drawn: the entries that were used, and the texts it lacks."""

    def __init__(self, code: str, addresses: Sequence[str]) -> None:
        self.language = language(code)
        self.used: set[str] = set()
        self.missing: dict[str, None] = {}
        before, self.language.tell = self.language.tell, self._hear
        try:
            for address in addresses:
                Session(address).tree()
        finally:
            self.language.tell = before

    def _hear(self, text: str, is_held: bool) -> None:
        if is_held:
            self.used.add(text)
        else:
            self.missing[text] = None

    def stale(self) -> list[str]:
        """The entries that no text has needed."""
        return [english for english in self.language.english() if english not in self.used]


def missing(code: str, addresses: Sequence[str]) -> list[str]:
    """The texts of these pages that the language shows in English, in the order in which they were met."""
    return list(Heard(code, addresses).missing)


def main(code: str, *scenario_ids: str) -> None:
    """Print both."""
    if code not in CODES:
        sys.exit(f"no language {code}; there is {', '.join(CODES)}")
    heard = Heard(code, list(pages(code, scenario_ids)))
    sys.stdout.writelines(f"English: {text}\n" for text in heard.missing)
    if not scenario_ids:
        sys.stdout.writelines(f"stale: {entry}\n" for entry in heard.stale())


if __name__ == "__main__":
    main(*sys.argv[1:])
