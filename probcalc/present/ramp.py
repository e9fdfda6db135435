"""The colours of heat maps, even in the lightness that eyes see (OKLab): of chances 21 steps, one for each 5%.

Of differences as many steps again, from orange for less over the colour of the card to blue for more.
"""

from __future__ import annotations

from math import cos, pi, radians, sin

STEPS = 21


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """A colour of OKLCh as linear red, green and blue."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
    )


def colour(lightness: float, chroma: float, hue: float) -> str:
    """A colour of OKLCh for a screen, less vivid where no screen could show it.

    >>> colour(1, 0, 0), colour(0, 0, 0)
    ('#FFFFFF', '#000000')
    """
    while chroma > 0.002 and not all(-1e-4 <= part <= 1.0001 for part in _linear(lightness, chroma, hue)):
        chroma *= 0.97
    parts = (min(1.0, max(0.0, part)) for part in _linear(lightness, chroma, hue))
    curved = (12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055 for p in parts)
    return "#" + "".join(f"{round(255 * part):02X}" for part in curved)


def luminance(text: str) -> float:
    """How light a colour is, as contrast rules count it."""
    parts = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 to 21.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def ramp(is_dark: bool) -> list[str]:
    """The colours from 0 to 100%; a colour stays near its page at 0%.

    >>> ramp(False)[0], ramp(False)[-1]
    ('#FBF7DA', '#28385E')
    """
    found: list[str] = []
    for step in range(STEPS):
        part = step / (STEPS - 1)
        if is_dark:
            vivid = 0.045 + 0.095 * sin(pi * min(1, 0.15 + 0.85 * part))
            found.append(colour(0.265 + part * 0.63, vivid, 268 - 165 * part**1.15))
        else:
            vivid = 0.022 + 0.105 * sin(pi * min(1, 0.05 + 0.80 * part))
            found.append(colour(0.972 - part * 0.625, vivid, 100 + 165 * part**0.85))
    return found


def differences(is_dark: bool) -> list[str]:
    """The colours from the greatest loss to the greatest gain, that of the card for none in the middle.

    >>> differences(False)[STEPS // 2], differences(False)[0], differences(False)[-1]
    ('#FFFFFF', '#943C03', '#024B95')
    """
    card = 0.219 if is_dark else 1.0
    far = 0.80 if is_dark else 0.42
    found: list[str] = []
    for step in range(STEPS):
        part = 2 * step / (STEPS - 1) - 1
        reached = far + (0.05 if part < 0 and not is_dark else 0)
        vivid = (0.012 if is_dark else 0.0) * (1 - abs(part)) + 0.15 * abs(part)
        hue = 255 if part > 0 else 45 if part < 0 else 260
        found.append(colour(card + abs(part) * (reached - card), vivid, hue))
    return found


def ink_on(ground: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    return max(("#000000", "#FFFFFF"), key=lambda ink: contrast(ink, ground))


def ramp_tokens() -> str:
    """The colours and what is written on them, as custom properties of both themes."""
    return "".join(
        f"--{ground}{n}:light-dark({light},{dark});--{ink}{n}:light-dark({ink_on(light)},{ink_on(dark)});"
        for ground, ink, made in (("q", "i", ramp), ("g", "j", differences))
        for n, (light, dark) in enumerate(zip(made(False), made(True), strict=True))
    )
