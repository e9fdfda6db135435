"""Who takes part in a question: what each is called, alone and in a number, with what it bears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from probcalc.exact.tree.counting import Count
from probcalc.scenarios.tables import Row

_COLLECTIVE = "The "
YOURS = "your"
NOBODY: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Party:
    """Who has a role in a question.

    Attributes:
        key: the parameter or side that says who it is: "attacker", "a".
        role: what it is called where it has no name: "the attacker".
        name: how a card is headed: "Spearmen"; the role where it has no name.
        subject: as it begins a sentence: "a Spearman", "20 Spearmen".
        object: as it is met within a sentence: "a Cursed", "3 Trolls".
        later: as it is named again: "the Spearman", "the Trolls".
        plural: whether the subject takes the verb's plural.
        bears: what is told under its name: its weapon, or where it comes from.
        named: whether it has a name at all.
        heads_many: whether `name` is a plural.
        as_written: whether it keeps its first letter at the head of a sentence.
    """

    key: str
    role: str
    name: str
    subject: str
    object: str
    later: str
    plural: bool = False
    bears: str = ""
    named: bool = False
    heads_many: bool = False
    as_written: bool = False


def head_of(text: str) -> str:
    """A name at the head of a card: with a capital.

    >>> head_of("two-handed axe")
    'Two-handed axe'
    """
    return text[:1].upper() + text[1:]


def unnamed(key: str, role: str, bears: str = "", called: str = "") -> Party:
    """Somebody who has a role and no name; `called` where what has the role is no person: "the blast".

    >>> unnamed("target", "the target").name
    'The target'
    """
    text = called or role
    return Party(key, role, head_of(text), text, text, text, bears=bears)


def verbatim(key: str, role: str, text: str) -> Party:
    """Dice or another text that is read as it is written, at the head of a sentence too.

    >>> from probcalc.scenarios.sentences import fill_pattern
    >>> fill_pattern("[the roll] succeeds|succeed", [verbatim("roll", "the roll", "d20 <= 11")])
    'd20 <= 11 succeeds'
    """
    return Party(key, role, text, text, text, text, named=True, as_written=True)


def one_of(key: str, role: str, row: Row | str | None, bears: str = "") -> Party:
    """One model of a unit, by the unit's row or by a name of the reader's own; without either the role alone.

    >>> cursed = Row(name="The Cursed", short="Cursed", plural="Cursed")
    >>> found = one_of("attacker", "the attacker", cursed)
    >>> found.subject, found.object, found.later, found.plural
    ('a Cursed', 'a Cursed', 'the Cursed', False)
    >>> one_of("target", "the target", "Brutes").object, one_of("target", "the target", "Iron Guard").object
    ('one of the Brutes', 'an Iron Guard')
    >>> one_of("target", "the target", "Brutes").later
    'the target'
    """
    if not row:
        return unnamed(key, role, bears)
    name, short, plural = _words(row)
    # A name of the reader's own may be a plural: "Brutes".
    several = isinstance(row, str) and name.endswith("s") and not name.endswith("ss")
    single = f"one of the {name}" if several else f"{article(short)} {short}"
    together = name.startswith(_COLLECTIVE)
    bears = bears or origin(name, plural)
    heading = name if together else plural
    # "The Brutes" are all of them, and this is one.
    later = role if several else f"the {short}"
    return Party(key, role, head_of(heading), single, single, later, False, bears, True, True)


def unit_of(key: str, role: str, row: Row | str | None, count: Count | None = None, bears: str = "") -> Party:
    """A unit of so many figures, by its row or by a name of the reader's own; without either the role alone.

    A number that is left free is not said.

    >>> trolls = Row(name="Troll", short="Troll", plural="Trolls")
    >>> unit_of("b", "the enemy", trolls, 3).object, unit_of("b", "the enemy", trolls, 1).later
    ('3 Trolls', 'the Troll')
    """
    if not row:
        return unnamed(key, role, bears)
    count = _known_count(count)
    name, short, plural = _words(row)
    bears = bears or origin(name, short if count == 1 else plural)
    if count == 1:
        single = f"{article(short)} {short}"
        return Party(key, role, head_of(short), single, single, f"the {short}", False, bears, True)
    text = f"{count} {plural}" if count is not None else f"the {plural}"
    return Party(key, role, head_of(plural), text, text, f"the {plural}", True, bears, True, True)


def bearers(key: str, role: str, noun: tuple[str, str], row: Row | str | None, count: Count | None = None) -> Party:
    """One or several of no name of their own, called by what they bear: "10 models with Lances".

    `noun` is what one of them is called, and several. Without a row the count alone is said.

    >>> lance = Row(name="Lance", short="Lance", plural="Lances")
    >>> found = bearers("a", "Side A", ("model", "models"), lance, 10)
    >>> found.subject, found.later, found.name
    ('10 models with Lances', 'the Lances', 'Lances')
    >>> bearers("a", "Side A", ("figure", "figures"), lance).subject
    'a figure with a Lance'
    """
    count = _known_count(count)
    if not row:
        return unnamed(key, role, "" if count is None else f"{count} {noun[count != 1]}")
    _, short, plural = _words(row)
    if count is None or count == 1:
        text = f"{article(noun[0])} {noun[0]} with {article(short)} {short}"
        return Party(key, role, head_of(short), text, text, f"the {noun[0]} with the {short}", named=True)
    text = f"{count} {noun[1]} with {plural}"
    return Party(key, role, head_of(plural), text, text, f"the {plural}", True, f"{count} {noun[1]}", True, True)


def rivals(first: Party, second: Party, marks: tuple[str, str] = (YOURS, "enemy")) -> tuple[Party, Party]:
    """Two parties that can be told apart: of one name, each bears its mark; dice of one text are A and B.

    >>> troll = Row(name="Troll", short="Troll", plural="Trolls")
    >>> a, b = rivals(unit_of("a", "us", troll, 3), unit_of("b", "them", troll, 2))
    >>> a.subject, a.later, b.object, b.later
    ('your 3 Trolls', 'your Trolls', '2 enemy Trolls', 'the enemy Trolls')
    """
    if first.later != second.later or not first.named:
        return first, second
    if first.as_written:
        return _with_letter(first, "A"), _with_letter(second, "B")
    return _with_mark(first, marks[0]), _with_mark(second, marks[1])


def _with_letter(party: Party, letter: str) -> Party:
    """Dice called by a letter, where it is told first with what it is: "A (d6)"."""
    return replace(
        party, name=f"{letter} ({party.name})", subject=letter, object=f"{letter} ({party.name} each)", later=letter
    )


def _with_mark(party: Party, mark: str) -> Party:
    """A party with its mark: "3 enemy Trolls"; what is yours has no article, and its number behind it."""
    noun = party.later.removeprefix("the ")
    later = f"{mark} {noun}" if mark == YOURS else f"the {mark} {noun}"

    def put(text: str) -> str:
        head, _, rest = text.partition(" ")
        if text.startswith("one of the "):
            return text.replace(f"the {noun}", later)
        if mark == YOURS:
            return f"{mark} {text if head.isdigit() else rest}"
        if head.isdigit():
            return f"{head} {mark} {rest}"
        return f"the {mark} {rest}" if head == "the" else f"{article(mark)} {mark} {rest}"

    name = head_of(f"{mark} {noun}")
    return replace(party, name=name, subject=put(party.subject), object=put(party.object), later=later)


def _known_count(count: Count | None) -> int | None:
    # A free count is compared with nothing: who takes part makes no cases of a formula.
    return count if isinstance(count, int) else None


def _words(row: Row | str) -> tuple[str, str, str]:
    return (row, row, row) if isinstance(row, str) else (row.name, row.short or row.name, row.plural or row.name)


def origin(name: str, plural: str) -> str:
    """What a full name says beside the plural: "Crystal Lotus" of "Crystal Lotus Spearmen"; else nothing.

    >>> origin("Crystal Lotus Spearmen", "Spearmen"), origin("The Cursed", "Cursed")
    ('Crystal Lotus', '')
    """
    found = name.removesuffix(plural).strip() if name != plural and name.endswith(plural) else ""
    return "" if f"{found} " == _COLLECTIVE else found


def article(noun: str) -> str:
    """The article before a name, by its first letter.

    >>> article("Archer"), article("Spearman"), article("Unicorn")
    ('an', 'a', 'a')
    """
    small = noun.lower()
    return "an" if small[:1] in tuple("aeiou") and not small.startswith(("uni", "use", "one", "eu")) else "a"
