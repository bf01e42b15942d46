"""The contrast of two colours as WCAG 2 computes it, from `#rrggbb` or a browser's `rgb(…)`."""

from __future__ import annotations

import re

LEAST = 3.0
"""What WCAG asks of graphics."""


def _luminance(colour: str) -> float:
    if colour.startswith("#"):
        parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    else:
        found = re.search(r"rgba?\(([^)]*)\)", colour)
        assert found is not None, colour
        red, green, blue, *alpha = (float(part) for part in re.findall(r"[\d.]+", found[1]))
        assert alpha in ([], [1.0]), f"{colour} is not opaque"
        parts = [int(red), int(green), int(blue)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in parts)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 to 21.

    >>> round(contrast("#000000", "rgb(255, 255, 255)"), 2), round(contrast("#767676", "#ffffff"), 2)
    (21.0, 4.54)
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
