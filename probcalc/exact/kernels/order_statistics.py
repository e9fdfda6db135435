"""The law of the sum of some of n equal dice, chosen by rank.

The faces of most dice stand in a row, each as likely as the next; the powers of their generating functions are then
quotients of two terms, and running sums do for the division. For any other dice sums are kept packed: a generating
function is one long integer with a fixed number of bits a coefficient, so that a product with x**k is a shift. The
coefficients never exceed total**n, which is the mass of all rolls together.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import comb

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES, in_short
from probcalc.exact.budget.requirements import look, require_affordable, require_affordable_powers, require_steps
from probcalc.exact.kernels.powers import stride_of
from probcalc.exact.kernels.products import unpack


def weights_of_highest(weights: Mapping[int, int], n: int, k: int) -> dict[int, int]:
    """Weights of the sum of the k highest of n dice, 1 <= k <= n, in ascending order; they sum to total**n.

    With v the lowest kept face, j dice above it, w and L the weights of v and of all faces below, and A(x) the
    generating function of the faces above:

        sum over v and j < k of C(n, j) A(x)**j x**(v (k - j)) r(k - j),

    where r(m) counts the n - j other dice with at least m of them on v. With e(m) = C(n - k + m, m) w**m L**(n - k + 1)
    it obeys r(m + 1) = (w + L) r(m) - e(m) and r(0) = (w + L)**(n - k).

    >>> weights_of_highest({1: 1, 2: 1}, 2, 1)
    {1: 1, 2: 3}

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    faces = sorted(weights)
    low = faces[0]
    stride = stride_of(faces, low)
    degree = (faces[-1] - low) // stride
    length = degree * k + 1
    total = sum(weights.values())
    require_affordable_powers(f"the best {in_short(k)} of {in_short(n)} dice", 2 * len(faces), n * total.bit_length())
    if total == len(faces) == degree + 1 > 1:
        require_affordable(
            f"the best {in_short(k)} of {in_short(n)} dice",
            total * k * k // 2,
            n * total.bit_length() * 3 // 4,
            length,
            k,
        )
        return dict(zip(range(low * k, faces[-1] * k + 1, stride), _weights_of_a_row(total, n, k), strict=True))
    size = n * total.bit_length() // 8 + 1
    # Each of k steps of Horner's scheme adds up the sums so far once for every face above: half of them, half as long.
    additions = len(faces) * len(faces) * k // 2
    bits = max(weights.values()).bit_length()
    steps = costs.steps(additions, length * size * 4, bits)
    require_steps(f"the best {in_short(k)} of {in_short(n)} dice", steps, length * (OBJECT_BYTES + 3 * size))
    size = (total**n).bit_length() // 8 + 1
    return unpack(_packed_highest(weights, n, k, low, stride, 8 * size), size, length, low * k, stride)


def _weights_of_a_row(sides: int, n: int, k: int) -> list[int]:
    """The weights of `weights_of_highest` for a fair die with its faces in a row, from the least sum to the greatest.

    Counted down from k times the highest face, with z for each point less and m faces above v,

        A(z) = (1 - z**m) / (1 - z),

    so the terms with equal j have (1 - z)**j for a common divisor: Horner's scheme in running sums. One face above
    leaves A = 1, and its terms need none.
    """
    missing = [0] * ((sides - 1) * k + 1)
    up_to = range(sides, 0, -1)
    at_least = [here ** (n - k) for here in up_to]
    below = [(here - 1) ** (n - k + 1) for here in up_to]
    ways, choices = comb(n, k), 1
    under_one = [0]
    for j in range(k - 1, -1, -1):
        rest = k - j
        # ways = C(n, j); choices = C(n - j - 1, rest - 1); at_least = r(rest) for each face, the highest first.
        ways = ways * (j + 1) // (n - j)
        at_least = [here * r - choices * lower for here, r, lower in zip(up_to, at_least, below, strict=True)]
        choices = choices * (n - j) // rest
        signed = [comb(j, i) for i in range(j + 1)]
        signed[1::2] = [-c for c in signed[1::2]]
        under_one.append(ways * at_least[1])
        for m in range(2, sides):
            here, weight = m * rest, ways * at_least[m]
            for c in signed:
                missing[here] += weight * c
                here += m
        if j:
            missing = list(accumulate(missing))
    for gap, weight in enumerate(under_one):
        missing[gap] += weight
    missing[0] += at_least[0]
    missing.reverse()
    return missing


def _packed_highest(weights: Mapping[int, int], n: int, k: int, low: int, stride: int, width: int) -> int:
    """The sum of `weights_of_highest`, packed with `width` bits a coefficient; A is counted from v."""
    packed = 0
    above: list[tuple[int, int]] = []
    up_to = sum(weights.values())
    for face in sorted(weights, reverse=True):
        weight = weights[face]
        step = (face - low) // stride * width
        below = up_to - weight
        at_least = up_to ** (n - k)
        just = below ** (n - k + 1)
        ways = comb(n, k)
        from_here = [(s - step, w) for s, w in above]
        partial = 0
        for m in range(1, k + 1):
            look()
            j = k - m
            # just = e(m - 1); ways = C(n, j).
            at_least = up_to * at_least - just
            ways = ways * (j + 1) // (n - j)
            if partial:
                partial = sum([partial * w << s if w != 1 else partial << s for s, w in from_here])
            partial += ways * at_least
            just = just * weight * (n - k + m) // m
        packed += partial << step * k
        above.append((step, weight))
        up_to = below
    return packed


def weights_at_ranks(weights: Mapping[int, int], n: int, kept: tuple[bool, ...]) -> dict[int, int]:
    """Weights of the sum of the dice at the ranks that `kept` marks, the highest first; they sum to total**n.

    The faces are taken from the highest down; state u is the generating function of all ways to have placed u dice.

    >>> weights_at_ranks({1: 1, 2: 1}, 3, (False, True, False))
    {1: 4, 2: 4}
    """
    faces = sorted(weights, reverse=True)
    low = faces[-1]
    stride = stride_of(faces, low)
    count = sum(kept)
    length = (faces[0] - low) // stride * count + 1
    size = n * sum(weights.values()).bit_length() // 8 + 1
    width = 8 * size
    bits = max(weights.values()).bit_length()
    work = len(faces) * n * n // 2
    require_affordable(f"chosen ranks of {n} dice", work, length * size * 4, n, n * bits // 2)
    up_to = [0]
    for flag in kept:
        up_to.append(up_to[-1] + flag)
    placed = [1] + [0] * n
    for face in faces:
        step = (face - low) // stride * width
        weight = weights[face]
        after = placed[:]
        for u in range(n):
            look()
            if here := placed[u]:
                # C(n - u, more) * weight**more, each from the one before.
                ways = 1
                for more in range(1, n - u + 1):
                    ways = ways * ((n - u - more + 1) * weight) // more
                    after[u + more] += (here * ways) << step * (up_to[u + more] - up_to[u])
        placed = after
    return unpack(placed[n], size, length, low * count, stride)
