"""Random rolls in the notation, small enough to be gone through on the table."""

from hypothesis import strategies as st

from probcalc.notation import nodes
from probcalc.notation.flow_rules import AGAINST
from probcalc.notation.nodes import NOTHING, Again, Check, Explosion, Ranges
from probcalc.notation.walking import walk

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
    together = st.lists(numbers, min_size=2, max_size=2).map(lambda parts: nodes.Together(tuple(parts)))
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


dices = st.lists(die_pools, min_size=1, max_size=2).map(lambda found: nodes.Dices(tuple(found)))
questions = st.one_of(
    st.builds(nodes.Asked, st.sampled_from(["largest set", "pairs", "different", "straight", "spread"]), dices),
    st.builds(nodes.Asked, st.sampled_from(AGAINST), dices, dices),
)


@st.composite
def ranked(draw):
    dice = draw(dices)
    return nodes.Ranked(dice, tuple(sorted(draw(st.sets(st.integers(1, dice.count), min_size=1)))))


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
        lambda of, found, last: nodes.Table(
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
        several.map(nodes.Product),
        numbers.filter(lambda node: not isinstance(node, nodes.Number)).map(nodes.Negative),
        checks(numbers),
        questions,
        ranked(),
        flows(numbers),
        st.builds(nodes.Quotient, numbers, st.integers(1, 3)),
        st.builds(nodes.Absolute, numbers),
        st.builds(nodes.Compared, die_pools, st.sampled_from([">=", "<=", ">", "<", "="]), numbers.filter(has_dice)),
    )


numbers = st.recursive(st.one_of(SMALL.map(nodes.Number), die_pools), larger, max_leaves=4)
steps = st.one_of(checks(die_pools), checks(die_pools), die_pools)
chains = st.lists(steps, min_size=2, max_size=3).map(lambda found: nodes.Chain(tuple(found)))
contests = st.builds(nodes.Contest, numbers, numbers, st.sampled_from(["stand", "a", "b", "reroll"]), st.booleans())
rolls = st.one_of(numbers, checks(numbers), chains, contests)
