"""Lines of Python that are too long, broken where a person would break them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from token import STRING
from tokenize import TokenInfo, generate_tokens, untokenize

WIDTH = 110
_OPENING, _CLOSING, _QUOTES = "([{", ")]}", "\"'"
_LEADS = re.compile(r"(return |\*\*|lambda [^:(]*: |\w[\w.\[\], ]*(: [^=(]*)?( = |=(?!=))|('[^']*'|\"[^\"]*\"): )")
_JOINTS = (" else ", " or ", " and ", " [+-] ")


def lay_out(text: str) -> str:
    """The same statements with no line longer than need be; what stands between three quotation marks stays.

    >>> print(lay_out("found = first_of_all(" + ", ".join(["a_long_name"] * 9) + ")").partition("name,")[0])
    found = first_of_all(
        a_long_
    """
    found: list[str] = []
    quoted = False
    for line in text.split("\n"):
        if quoted or len(line) <= WIDTH or '"""' in line:
            found.append(line)
        else:
            indent = len(line) - len(line.lstrip())
            found += _break_up(line[indent:], " " * indent)
        quoted ^= line.count('"""') % 2 == 1
    return "\n".join(found)


def _break_up(text: str, indent: str) -> list[str]:
    """One statement, or one part of it, as lines."""
    if len(indent) + len(text) <= WIDTH:
        return [indent + text]
    lead, whole, end = _parts(text)
    further = indent + "    "
    pieces = _pieces(whole)
    if len(pieces) > 1:
        if len(further) + len(whole) <= WIDTH and not pieces[-1].startswith("else "):
            pieces = [whole]
        return [f"{indent}{lead}(", *_break_up_all(pieces, further), f"{indent}){end}"]
    place, last = _longest_brackets(whole)
    if place is None:
        return [indent + text]
    head, inside, tail = whole[: place + 1], whole[place + 1 : last], whole[last:]
    listed = _split(inside, ", ")
    is_group = whole[place] == "(" and not (place and (whole[place - 1].isalnum() or whole[place - 1] in "_)]"))
    if len(listed) == 1 and (is_group or (len(_pieces(inside)) > 1 and not _parts(inside)[0])):
        inner = _break_up_all(_pieces(inside), further)
    elif len(further) + len(inside) <= WIDTH:
        inner = [further + inside]
    elif all(piece[0] in _QUOTES for piece in listed):
        inner = _fill_lines(listed, further)
    else:
        comma = "" if " for " in _bare(inside) else ","
        inner = _break_up_all([piece.removesuffix(",") + comma for piece in listed], further)
    return [f"{indent}{lead}{head}", *inner, f"{indent}{tail}{end}"]


def _break_up_all(pieces: list[str], indent: str) -> list[str]:
    return [line for piece in pieces for line in _break_up(piece, indent)]


def _fill_lines(texts: list[str], indent: str) -> list[str]:
    """Short texts with as many in a line as there is room for."""
    lines: list[str] = []
    for text in texts:
        more = f"{text.removesuffix(',')},"
        if lines and len(lines[-1]) + 1 + len(more) <= WIDTH:
            lines[-1] += f" {more}"
        else:
            lines.append(indent + more)
    return lines


def _pieces(text: str) -> list[str]:
    """The parts of an expression between those of its outermost operators that bind least."""
    return next((found for joint in _JOINTS if len(found := _split(text, joint)) > 1), [text])


def _parts(text: str) -> tuple[str, str, str]:
    """What stands before an expression, the expression, and what stands behind it."""
    end = text[-1] if text[-1] in ",:" else ""
    rest, lead = text[: len(text) - len(end)], ""
    for word in ("if ", "else ", "or ", "and ", "+ ", "- "):
        if text.startswith(word):
            rest, lead = rest.removeprefix(word), word
    bare = _bare(rest)
    if " if " in bare and " else " not in bare and " for " not in bare:
        place = bare.index(" if ") + len(" if ")
        return lead + rest[:place], rest[place:], end
    while match := _LEADS.match(rest):
        lead, rest = lead + match.group(), rest[match.end() :]
        lead, rest = lead + " " * rest.startswith(" "), rest.lstrip()
    return lead, rest, end


def _bare(text: str) -> str:
    """The same with blanks where something is quoted or in brackets."""
    return "".join(sign if not depth else "\0" for sign, depth in _depths(text))


def _depths(text: str) -> Iterator[tuple[str, int]]:
    """Each sign with how deep in brackets it stands; 1 more within quotation marks."""
    depth, quote, before = 0, "", ""
    for sign in text:
        if quote:
            yield sign, depth + 1
            quote = "" if sign == quote and before != "\\" else quote
        elif sign in _QUOTES:
            quote = sign
            yield sign, depth + 1
        else:
            depth -= sign in _CLOSING
            yield sign, depth
            depth += sign in _OPENING
        before = "" if before == "\\" else sign


def _split(text: str, joint: str) -> list[str]:
    """The parts of a text between its outermost joints, each with its own; those of a function stay together."""
    bare = _bare(text)
    places = [match.start() for match in re.finditer(joint, bare)]
    functions = [match.span() for match in re.finditer(r"lambda [^:]*:", bare)]
    places = [place for place in places if not any(first <= place < last for first, last in functions)]
    if joint != ", " and functions:
        return [text]
    cut = 1 if joint != ", " else len(joint)
    begins = [0, *(place + cut for place in places)]
    ends = [*(place if cut == 1 else place + 1 for place in places), len(text)]
    return [text[first:last].strip() for first, last in zip(begins, ends, strict=True)]


def _longest_brackets(text: str) -> tuple[int | None, int]:
    """Where the outermost brackets with the most in them open and close."""
    found: tuple[int | None, int] = None, 0
    begin = 0
    for number, (sign, depth) in enumerate(_depths(text)):
        if depth == 0 and sign in _OPENING:
            begin = number
        elif depth == 0 and sign in _CLOSING and number - begin > max(1, found[1] - (found[0] or 0)):
            found = begin, number
    return found


def requote(text: str) -> str:
    """The same with texts in the quotation marks in which Python is mostly written."""
    found: list[TokenInfo] = []
    for token in generate_tokens(StringIO(text).readline):
        told = token.string
        is_plain = token.type == STRING and told[0] == "'" and '"' not in told and "\\" not in told
        found.append(token._replace(string=f'"{told[1:-1]}"') if is_plain else token)
    return untokenize(found)
