"""CSS colours: parse, mix, and compare colours by WCAG contrast."""

import re
from colorsys import hls_to_rgb
from typing import NamedTuple

from ndcg_core.content import load_toml

COLOUR_NAMES = load_toml(__file__, "colour_names.toml")
HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
FUNCTION = re.compile(r"(rgb|hsl)a?\(\s*([^()]*?)\s*\)")
SEPARATORS = re.compile(r"\s*[,/]\s*|\s+")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(%|deg)?")
SHADE_STEPS = 200
"""The number of steps from one colour to another."""


class Colour(NamedTuple):
    """An opaque colour: red, green and blue from 0 to 1."""

    red: float
    green: float
    blue: float

    def __str__(self) -> str:
        return "#" + "".join(f"{round(255 * channel):02x}" for channel in self)

    @property
    def luminance(self) -> float:
        """The relative luminance: 0 for black, 1 for white."""
        weights = (0.2126, 0.7152, 0.0722)
        return sum(
            weight * _linearize_channel(channel)
            for weight, channel in zip(weights, self, strict=True)
        )

    def mix_with(self, other: "Colour", share: float) -> "Colour":
        """Return a mix of this colour and another. `share`, 0 to 1, is the part of the other.

        >>> str(BLACK.mix_with(WHITE, 0.2))
        '#333333'
        """
        pairs = zip(self, other, strict=True)
        return Colour(*((1 - share) * mine + share * theirs for mine, theirs in pairs))


BLACK = Colour(0, 0, 0)
WHITE = Colour(1, 1, 1)


def read_colour(text: str, background: Colour = WHITE) -> Colour:
    """Parse a CSS colour. A translucent colour is blended with `background`.

    The text may be a name, #rgb, #rrggbb, rgb() or hsl(), with or without an opacity. Raises
    ValueError for any other text.

    >>> str(read_colour("RebeccaPurple")), str(read_colour("#80f"))
    ('#663399', '#8800ff')
    >>> str(read_colour("rgb(0 0 0 / 50%)")), str(read_colour("hsl(240, 100%, 50%)"))
    ('#808080', '#0000ff')
    """
    plain = text.strip().lower()
    plain = COLOUR_NAMES.get(plain, plain)
    if HEX.fullmatch(plain):
        digits = plain[1:] if len(plain) > 5 else "".join(2 * digit for digit in plain[1:])
        channels = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
        red, green, blue, alpha = (*channels, 1.0)[:4]
    elif function := FUNCTION.fullmatch(plain):
        red, green, blue, alpha = _parse_channels(*function.groups())
    else:
        raise ValueError(f"{text!r} is not a colour.")
    return background.mix_with(Colour(red, green, blue), alpha)


def _parse_channels(function: str, arguments: str) -> tuple[float, float, float, float]:
    """Parse the arguments of rgb() or hsl() into red, green, blue and opacity, from 0 to 1.

    Raises ValueError for other arguments.
    """
    parts = SEPARATORS.split(arguments)
    if len(parts) not in (3, 4) or not all(map(NUMBER.fullmatch, parts)):
        raise ValueError(f"{function}({arguments}) is not a colour.")
    largest = (255, 255, 255, 1) if function == "rgb" else (360, 100, 100, 1)
    numbers = [
        float(part[:-1]) / 100 if part.endswith("%") else float(part.removesuffix("deg")) / most
        for part, most in zip(parts, largest, strict=False)
    ]
    if function == "hsl":
        hue = numbers[0] % 1
        saturation = _clamp_to_unit(numbers[1])
        lightness = _clamp_to_unit(numbers[2])
        numbers[:3] = hls_to_rgb(hue, lightness, saturation)
    red, green, blue, alpha = (_clamp_to_unit(number) for number in (*numbers, 1.0)[:4])
    return red, green, blue, alpha


def _clamp_to_unit(number: float) -> float:
    return min(max(number, 0.0), 1.0)


def _linearize_channel(channel: float) -> float:
    """Return the linear intensity of an sRGB channel, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def compute_contrast(first: Colour, second: Colour) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21.

    https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

    >>> compute_contrast(BLACK, WHITE), round(compute_contrast(read_colour("#777"), WHITE), 2)
    (21.0, 4.48)
    """
    darker, lighter = sorted((first.luminance, second.luminance))
    return (lighter + 0.05) / (darker + 0.05)


def find_closest_readable_shade(
    colour: Colour, others: list[Colour], ratio: float
) -> Colour | None:
    """Return the closest shade with a contrast of at least `ratio` to all `others`, or None.

    A shade is a mix of the colour with black or white.

    >>> str(find_closest_readable_shade(read_colour("#777"), [WHITE], 4.5))
    '#767676'
    """
    for step in range(SHADE_STEPS + 1):
        for end in (BLACK, WHITE):
            shade = read_colour(str(colour.mix_with(end, step / SHADE_STEPS)))  # rounded as in CSS
            if all(compute_contrast(shade, other) >= ratio for other in others):
                return shade
    return None
