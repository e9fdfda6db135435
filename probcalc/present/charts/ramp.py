"""The colours of heat maps, even in the lightness that eyes see (OKLab): of chances 21 steps, one for each 5%.

Of differences as many steps again, from orange for less over the colour of the card to blue for more. With each colour
stands what is written on it, black or white, whichever is read more easily.
"""

from __future__ import annotations

STEPS = 21
_INKS = {"b": "#000000", "w": "#FFFFFF"}
_CHANCES = (
    (
        (
            "FBF7DA EBF0C9 D9E9BA C4E2AF ADDCA7 94D5A3 7ACEA1 5DC6A1 3CBDA2 17B3A3 0FA7A3 "
            "089BA1 01909E 0B8499 057995 016E91 09638C 0F5786 1E4C7A 25426C 28385E"
        ),
        "bbbbbbbbbbbbbbwwwwwww",
    ),
    (
        (
            "13204F 10295E 03336B 033F6E 014A72 025577 045F7B 096A7F 047584 0C8088 068C8B "
            "12988C 12A48B 34AE87 5BB686 79BD86 94C38A ABC992 C0D09D D2D7AB E1DEBC"
        ),
        "wwwwwwwwwwbbbbbbbbbbb",
    ),
)
_DIFFERENCES = (
    (
        (
            "943C03 A74B19 B25F38 BD7351 C8876A D29B82 DCAE9B E5C2B3 EED6CC F7EBE5 FFFFFF "
            "E5EDF6 CCDAED B3C8E3 9AB6DA 82A4D0 6A92C6 5280BC 396FB1 1D5DA7 024B95"
        ),
        "wwbbbbbbbbbbbbbbbbwww",
    ),
    (
        (
            "FFA47B F18D5F D77F57 BE714E A56446 8C563E 754936 5E3D2D 483026 33241E 171B20 "
            "202935 29384B 324762 3C577B 456894 4F79AE 598AC8 639CE4 70AEFD 91C1FE"
        ),
        "bbbbwwwwwwwwwwwwbbbbb",
    ),
)


def _with_inks(colours: str, inks: str) -> list[tuple[str, str]]:
    return [(f"#{colour}", _INKS[ink]) for colour, ink in zip(colours.split(), inks, strict=True)]


RAMP = _with_inks(*_CHANCES[0])
"""The colours from 0 to 100% on a light page, each with what is written on it."""


def ramp_tokens() -> str:
    """The colours and what is written on them, as custom properties of both themes."""
    return "".join(
        f"--{ground}{n}:light-dark({light},{dark});--{ink}{n}:light-dark({on_light},{on_dark});"
        for ground, ink, themes in (("q", "i", _CHANCES), ("g", "j", _DIFFERENCES))
        for n, ((light, on_light), (dark, on_dark)) in enumerate(zip(*(_with_inks(*t) for t in themes), strict=True))
    )
