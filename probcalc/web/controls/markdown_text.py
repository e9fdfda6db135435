"""Text of any origin as Markdown that shows it as it is; names, notes and refusals all go through here."""

from __future__ import annotations

import re

from probcalc.present.writing.grid import escape_markdown
from probcalc.web.parts.numbers import with_minus

# What Streamlit reads beyond Markdown: :red[text], :material/icon:, :emoji: and bare addresses.
_COLON = re.compile(r":(?=\S)")
_ADDRESS = re.compile(r"(?i)\bwww\.|(?<=\w)@(?=\w)")
_LEADING = re.compile(r"^(>|\+ |- |\d+(?=[.)] ))")

# As long a word widens a column of six beyond a phone; it may break after a vowel, as near to its middle as can be.
_LONG_WORD = re.compile(r"[^\W\d_]{12,}")
_SYLLABLE = re.compile(r"(?<=[aeiouy])(?=[^aeiouy])")


def breakable(text: str) -> str:
    r"""The text with soft hyphens in its longest words, for browsers that know no syllables.

    >>> breakable("won by the Human Linebreakers")
    'won by the Human Line\xadbreakers'
    """

    def break_word(found: re.Match[str]) -> str:
        word = found[0]
        places = [place.start() for place in _SYLLABLE.finditer(word, 3, len(word) - 2)]
        at = min(places, key=lambda place: abs(2 * place - len(word)), default=len(word) // 2)
        return f"{word[:at]}\N{SOFT HYPHEN}{word[at:]}"

    return _LONG_WORD.sub(break_word, text)


def plain(text: str) -> str:
    r"""The text without any effect.

    >>> print(plain(">99.9"), plain(":red[alarm] *x*"), plain("see http://example.org"), sep="\n")
    \>99.9
    \:red\[alarm\] \*x\*
    see http\://example.org
    >>> plain("59.0% target slain").split(" ")
    ['59.0%', 'target', 'slain']
    """
    escaped = _COLON.sub(r"\\:", escape_markdown(with_minus(text)))
    escaped = _ADDRESS.sub(lambda found: found[0].replace(".", r"\.").replace("@", r"\@"), escaped)
    return _LEADING.sub(lambda found: f"\\{found[1]}" if not found[1][0].isdigit() else f"{found[1]}\u200b", escaped)
