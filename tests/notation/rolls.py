"""Random rolls in the notation, small enough to be gone through on the table."""

from hypothesis import strategies as st

from probcalc.notation import nodes
from probcalc.notation.nodes import NOTHING, Again, Check, Explosion, Ranges
from probcalc.notation.operators import QUESTIONS
from probcalc.notation.symbols import kinds_of
from probcalc.notation.walking import is_condition, walk

SMALL = st.integers(-2, 3)


def has_dice(node):
    return any(isinstance(part, nodes.Die) for part in walk(node))


def ranges(low: int = 1, high: int = 3) -> st.SearchStrategy[Ranges]:
    def span(pair):
        return min(pair), max(pair)

    pairs = st.tuples(st.integers(low, high), st.integers(low, high)).map(span)
    return st.lists(pairs, min_size=1, max_size=2).map(lambda found: Ranges(tuple(found)))


def maybe(strategy, otherwise):
    return st.one_of(st.just(otherwise), st.just(otherwise), strategy)


dice = st.one_of(
    st.integers(1, 4).map(nodes.Die),
    st.lists(st.integers(-1, 3), min_size=1, max_size=3).map(lambda faces: nodes.Die(len(faces), tuple(faces))),
)
explosions = st.builds(Explosion, maybe(ranges(), None), st.integers(1, 2))
die_pools = st.builds(nodes.Pool, st.integers(1, 3), dice, maybe(ranges(-1), NOTHING), maybe(explosions, None))
again = st.one_of(
    st.builds(Again, st.just("naturals"), ranges(-1)),
    st.builds(Again, st.sampled_from(["failures", "successes"]), st.just(NOTHING), maybe(st.integers(1, 2), None)),
)


def pools(numbers):
    # A condition beside something is a condition on both.
    rolled = numbers.filter(lambda node: not isinstance(node, nodes.Check) and not is_condition(node))
    together = st.lists(rolled, min_size=2, max_size=2).map(lambda parts: nodes.Together(tuple(parts)))
    times = st.builds(nodes.Pool, st.integers(1, 2), numbers, maybe(ranges(-1), NOTHING), maybe(explosions, None))
    return st.one_of(die_pools, die_pools, times, together)


@st.composite
def kept(draw, numbers):
    pool = draw(pools(numbers))
    count = pool.count if isinstance(pool, nodes.Pool) else len(pool.parts)
    return nodes.Kept(pool, draw(st.integers(1, count)), draw(st.booleans()))


@st.composite
def checks(draw, numbers):
    of = draw(st.one_of(die_pools, die_pools, numbers))
    fields = {
        "critical": draw(maybe(ranges(), NOTHING)),
        "fumble": draw(maybe(ranges(), NOTHING)),
        "always": draw(maybe(ranges(), NOTHING)),
        "again": draw(maybe(again, None)),
        "explosion": draw(maybe(explosions, None)),
    }
    if fields["critical"]:
        fields["critical_counts"] = draw(st.integers(0, 2))
    if fields["fumble"]:
        fields["fumble_counts"] = draw(st.integers(-1, 1))
    if not fields["always"]:
        fields["never"] = draw(maybe(ranges(), NOTHING))
    return Check(of, draw(st.sampled_from([">=", "<=", ">", "<", "="])), draw(SMALL), **fields)


@st.composite
def deals(draw, names=False):
    cards = draw(st.dictionaries(st.sampled_from("rgx") if names else st.integers(0, 3), st.integers(1, 2), min_size=1))
    return nodes.Deal(draw(st.integers(1, min(2, sum(cards.values())))), tuple(cards.items()))


lots = st.one_of(die_pools, die_pools, deals())
AGAINST = [words for words, each in QUESTIONS.items() if each.is_against]
dices = st.lists(lots, min_size=1, max_size=2).map(lambda found: nodes.Dices(tuple(found)))
fewer = st.builds(
    lambda dice, away, how: nodes.Dices(dice.pools, away.pools, how, at=0),
    dices,
    dices,
    st.sampled_from(["without", "unlike"]),
)
any_dices = st.one_of(dices, fewer)
questions = st.one_of(
    st.builds(nodes.Asked, st.sampled_from(["pairs", "different", "spread"]), any_dices),
    st.builds(
        nodes.Asked,
        st.sampled_from(["largest set", "straight"]),
        any_dices,
        st.none(),
        st.just(0),
        st.one_of(st.just(NOTHING), ranges(-1)),
    ),
    st.builds(nodes.Asked, st.sampled_from(AGAINST), dices, dices),
)


@st.composite
def ranked(draw):
    dice = draw(any_dices)
    if dice.away:
        number = draw(st.integers(1, dice.count))
        return nodes.Ranked(dice, tuple(range(1, number + 1)), draw(st.booleans()), at=0)
    return nodes.Ranked(dice, tuple(sorted(draw(st.sets(st.integers(1, dice.count), min_size=1)))))


@st.composite
def symbol_pools(draw):
    kinds = draw(st.sampled_from([("s",), ("a",), ("s", "a"), ("a", "t")]))
    count = st.integers(-1, 2)
    faces = draw(st.lists(st.tuples(*[count for _ in kinds]), min_size=1, max_size=3))
    return nodes.Pool(draw(st.integers(1, 2)), nodes.SymbolDie(kinds, tuple(faces)))


@st.composite
def splits(draw):
    dice = draw(dices)
    return nodes.Split(dice, draw(st.integers(1, dice.count)), draw(st.booleans()))


one_of_symbols = st.one_of(symbol_pools(), deals(names=True), splits())
vectors = st.one_of(
    one_of_symbols,
    st.tuples(one_of_symbols, st.one_of(one_of_symbols, one_of_symbols.map(nodes.Negative))).map(nodes.Sum),
)
signs = st.sampled_from([">=", "<=", ">", "<", "="])


def letters_in(vector):
    return st.sampled_from(kinds_of(vector)).map(nodes.Variable)


def asked_with(vector):
    """A roll of symbols, and a sum or a condition of its letters."""
    letter = letters_in(vector)
    check = st.builds(Check, letter, signs, SMALL)
    both = st.tuples(check, check).map(lambda parts: nodes.Operation("and", parts))
    body = st.one_of(letter, check, both, st.tuples(letter, letter, die_pools).map(nodes.Sum))
    return body.map(lambda body: nodes.With(vector, body))


untils = st.builds(
    nodes.Until,
    die_pools,
    st.sampled_from(["last", "total"]),
    st.booleans(),
    signs,
    SMALL.map(nodes.Number),
    st.integers(1, 3),
).filter(lambda node: node.gives == "total" or not node.of_total)


def conditions(numbers):
    checks_only = st.one_of(checks(die_pools), st.builds(nodes.Compared, die_pools, signs, die_pools))
    parts = st.tuples(checks_only, numbers)
    return st.one_of(
        st.builds(nodes.Operation, st.sampled_from(["and", "or"]), parts),
        checks_only.map(nodes.Not),
        st.tuples(checks_only.map(nodes.Not), checks_only).map(lambda parts: nodes.Operation("and", parts)),
    )


def flows(numbers):
    """A letter that stands for a roll and is written twice, one of two rolls, and a table of rolls."""
    letter = nodes.Variable("x")
    twice = st.builds(
        lambda value, other, sign: nodes.Let("x", value, nodes.Sum((letter, nodes.Compared(letter, sign, other)))),
        die_pools,
        numbers,
        st.sampled_from([">=", "<", "="]),
    )
    rows = st.lists(st.tuples(st.integers(0, 3), numbers), min_size=1, max_size=2)
    tables = st.builds(
        lambda of, found, last: nodes.Lookup(
            of, (*(nodes.Row(low, None, gives) for low, gives in found), nodes.Row(None, None, last))
        ),
        die_pools,
        rows,
        numbers,
    )
    return st.one_of(twice, tables, st.builds(nodes.Either, numbers, checks(die_pools), numbers))


def larger(numbers):
    several = st.lists(numbers, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        pools(numbers),
        kept(numbers),
        pools(numbers).map(nodes.Added),
        several.map(nodes.Sum),
        several.map(lambda parts: nodes.Operation("*", parts)),
        numbers.filter(lambda node: not isinstance(node, nodes.Number)).map(nodes.Negative),
        checks(numbers),
        questions,
        ranked(),
        deals(),
        untils,
        conditions(numbers),
        vectors.flatmap(asked_with),
        flows(numbers),
        st.tuples(numbers, st.integers(1, 3).map(nodes.Number)).map(lambda parts: nodes.Operation("/", parts)),
        st.builds(nodes.Applied, st.just("abs"), numbers),
        st.builds(nodes.Compared, die_pools, st.sampled_from([">=", "<=", ">", "<", "="]), numbers.filter(has_dice)),
    )


numbers = st.recursive(st.one_of(SMALL.map(nodes.Number), die_pools), larger, max_leaves=4)
steps = st.one_of(checks(die_pools), checks(die_pools), die_pools)
chains = st.lists(steps, min_size=2, max_size=3).map(lambda found: nodes.Chain(tuple(found)))
contests = st.builds(nodes.Contest, numbers, numbers, st.sampled_from(["stand", "a", "b", "reroll"]), st.booleans())
counted = st.builds(Check, deals(), signs, SMALL)
rolls = st.one_of(numbers, checks(numbers), counted, chains, contests)
