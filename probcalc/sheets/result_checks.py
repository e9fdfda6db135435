"""What a result's sentences and words are held to."""

from __future__ import annotations

import re
from typing import Any

from probcalc.sheets.codes import Code
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.sheet import ResultLine, Sentence

_PLACE = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[\[\]{}]")


def check_result(item: ResultLine, code: Code, question: Any) -> None:
    """Refuse words that never occur, and sentences about who takes no part.

    Raises:
        SheetError: at the first of them.
    """
    if code.kind.what == "condition":
        _require_no_amount(item)
    if item.order:
        _require_words(item.order, code)
    if item.says is not None:
        _check_sentence(item.says, question)
    if item.each and code.kind.what != "word":
        raise SheetError("sentences below a result are those of its words, and this has none", item.each[0][1])
    _require_words([(word, at) for word, at, _ in item.each], code)
    for _, _, sentence in item.each:
        _check_sentence(sentence, question)


def _require_no_amount(item: ResultLine) -> None:
    """What is yes or no counts nothing."""
    name = item.name.name
    text = item.says.text if item.says is not None else ""
    if "{amount}" in text:
        assert item.says is not None
        place = item.says.at + 1 + text.index("{amount}")
        raise SheetError(
            f"{name} is yes or no, and {{amount}} is a number; dice that are counted are written (a + b) d6 >= 4", place
        )
    if item.unit:
        raise SheetError(f"{name} is yes or no, so there are no {item.unit} of it", item.name.at)


def _require_words(words: Any, code: Code) -> None:
    known = code.kind.words
    if words and code.kind.what != "word":
        raise SheetError("words in an order are those of a result with words, and this has none", words[0][1])
    if known is None:
        return
    for word, at in words:
        if word not in known:
            raise SheetError(f'{code.name or "this"} is never "{word}"', at, nearest(word, known))


def _check_sentence(sentence: Sentence, question: Any) -> None:
    roles = [group.word for group in question.groups if group.word not in ("given", "fixed", "each")]
    roles += list(question.scope.shown_sides)
    for found in _PLACE.finditer(sentence.text):
        text, at = found[0], sentence.at + 1 + found.start()
        if text == "{amount}":
            continue
        if text[0] in "{}":
            raise SheetError("only {amount} stands in braces", at)
        inner = text[1:-1].strip()
        who = inner[4:].strip() if inner.lower().startswith("the ") else inner
        if who.lower() not in [role.lower() for role in roles]:
            near = nearest(who, roles)
            hint = f"; did you mean [the {near}]?" if near else ""
            raise SheetError(f"{text} takes no part{hint}", at)
