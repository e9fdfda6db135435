"""The law of the sum of some of n equal dice, chosen by rank.

Sums are kept packed: a generating function is one long integer with a fixed number of bits a coefficient, so that a
product with x**k is a shift. The coefficients never exceed total**n, which is the mass of all rolls together.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, gcd

from probcalc.exact.bounds import require_affordable


def kept_highest(weights: Mapping[int, int], n: int, k: int) -> dict[int, int]:
    """Weights of the sum of the k highest of n dice, 1 <= k <= n, in ascending order; they sum to total**n.

    With v the lowest kept face, j dice above it, w and L the weights of v and of all faces below, and A(x) the
    generating function of the faces above:

        sum over v and j < k of C(n, j) A(x)**j x**(v (k - j)) r(k - j),

    where r(m) counts the n - j other dice with at least m of them on v. With e(m) = C(n - k + m, m) w**m L**(n - k + 1)
    it obeys r(m + 1) = (w + L) r(m) - e(m) and r(0) = (w + L)**(n - k).

    >>> kept_highest({1: 1, 2: 1}, 2, 1)
    {1: 1, 2: 3}
    """
    faces = sorted(weights)
    low = faces[0]
    stride = gcd(*(face - low for face in faces)) or 1
    length = (faces[-1] - low) // stride * k + 1
    total = sum(weights.values())
    size = n * total.bit_length() // 8 + 1
    width = 8 * size
    require_affordable(f"the best {k} of {n} dice", len(faces) * len(faces) * k * (length * size // 64 + 1), 64, length)
    spare = n - k
    packed = 0
    above: list[tuple[int, int]] = []
    up_to = total
    for face in reversed(faces):
        weight = weights[face]
        rank = (face - low) // stride
        below = up_to - weight
        step = rank * width
        at_least = up_to**spare
        just = below ** (spare + 1)
        ways = comb(n, k)
        partial = shift = 0
        for m in range(1, k + 1):
            j = k - m
            # just = e(m - 1); ways = C(n, j).
            at_least = up_to * at_least - just
            ways = ways * (j + 1) // (n - j)
            if partial:
                partial = sum([partial * w << s if w != 1 else partial << s for s, w in above])
            shift += step
            partial += (ways * at_least) << shift
            just = just * weight * (spare + m) // m
        packed += partial
        above.append((step, weight))
        up_to = below
    return _unpacked(packed, size, length, low * k, stride)


def kept_at(weights: Mapping[int, int], n: int, kept: tuple[bool, ...]) -> dict[int, int]:
    """Weights of the sum of the dice at the ranks that `kept` marks, the highest first; they sum to total**n.

    The faces are taken from the highest down; state u is the generating function of all ways to have placed u dice.

    >>> kept_at({1: 1, 2: 1}, 3, (False, True, False))
    {1: 4, 2: 4}
    """
    faces = sorted(weights, reverse=True)
    low = faces[-1]
    stride = gcd(*(face - low for face in faces)) or 1
    count = sum(kept)
    length = (faces[0] - low) // stride * count + 1
    size = n * sum(weights.values()).bit_length() // 8 + 1
    width = 8 * size
    require_affordable(f"chosen ranks of {n} dice", len(faces) * n * n // 2 * (length * size // 64 + 1), 64, n)
    up_to = [0]
    for flag in kept:
        up_to.append(up_to[-1] + flag)
    placed = [1] + [0] * n
    for face in faces:
        step = (face - low) // stride * width
        powers = [1]
        for _ in range(n):
            powers.append(powers[-1] * weights[face])
        after = placed[:]
        for u in range(n):
            if here := placed[u]:
                for more in range(1, n - u + 1):
                    ways = comb(n - u, more) * powers[more]
                    after[u + more] += (here * ways) << step * (up_to[u + more] - up_to[u])
        placed = after
    return _unpacked(placed[n], size, length, low * count, stride)


def _unpacked(packed: int, size: int, length: int, low: int, stride: int) -> dict[int, int]:
    digits = packed.to_bytes(length * size, "little")
    found = {}
    for i in range(length):
        if weight := int.from_bytes(digits[i * size : (i + 1) * size], "little"):
            found[low + i * stride] = weight
    return found
