"""CSS colours: read in every notation, mixed, compared, and made readable."""

import pytest

from ndcg_ui.style.colours import (
    BLACK,
    WHITE,
    compute_contrast,
    find_closest_readable_shade,
    read_colour,
)


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        (" Teal ", "#008080"),
        ("#1A2", "#11aa22"),
        ("#1a2b3c", "#1a2b3c"),
        ("#0000", "#ffffff"),
        ("#000c", "#333333"),  # 80 % opaque on white
        ("#00000033", "#cccccc"),
        ("rgb(255, 0,51)", "#ff0033"),
        ("rgba( 255 0 51 / 1 )", "#ff0033"),
        ("rgb(100% 0% 20%)", "#ff0033"),
        ("rgb(300, -5, 51.4)", "#ff0033"),
        ("rgb(0, 0, 0, .6)", "#666666"),
        ("rgb(0 0 0 / 60%)", "#666666"),
        ("rgb(0 0 0 / 3)", "#000000"),
        ("hsl(0, 100%, 50%)", "#ff0000"),
        ("hsl(120deg 100% 25%)", "#008000"),
        ("hsl(-120 100 50)", "#0000ff"),
        ("hsl(480, 100%, 50%)", "#00ff00"),
        ("hsla(0, 0%, 20%, 50%)", "#999999"),
        ("hsl(0, 900%, 120%)", "#ffffff"),
    ],
)
def test_a_colour_is_read(text, colour):
    assert str(read_colour(text)) == colour


def test_a_translucent_colour_is_blended_with_its_background():
    assert str(read_colour("#ffffff80", BLACK)) == "#808080"
    assert str(read_colour("rgb(255 0 0 / 20%)", read_colour("#0000ff"))) == "#3300cc"


@pytest.mark.parametrize(
    "text",
    [
        *("", "#12", "#12345", "#1234567", "#123456789", "#ggg", "123456", "nocolour"),
        *("rgb(1, 2)", "rgb(1, 2, 3, 4, 5)", "rgb(a, b, c)", "rgb(1 2 3", "lab(1 2 3)"),
        *("hsl(1 2 3rad)", "rgb(1 2 3) x", "rgb()"),
    ],
)
def test_another_text_is_no_colour(text):
    with pytest.raises(ValueError, match=r"is not a colour\.$"):
        read_colour(text)


def test_colours_are_mixed_and_compared_by_their_luminance():
    red, blue = read_colour("red"), read_colour("blue")
    assert str(red.mix_with(blue, 0)) == "#ff0000"
    assert str(red.mix_with(blue, 0.6)) == "#660099"
    assert (BLACK.luminance, WHITE.luminance) == (0, pytest.approx(1))
    assert red.luminance == pytest.approx(0.2126)
    assert blue.luminance == pytest.approx(0.0722)
    assert read_colour("#0a0a0a").luminance == pytest.approx(10 / 255 / 12.92)
    assert (
        compute_contrast(red, WHITE)
        == compute_contrast(WHITE, red)
        == pytest.approx(3.998, abs=1e-3)
    )
    assert compute_contrast(red, red) == 1


def test_the_closest_readable_shade_is_darker_or_lighter_or_missing():
    grey = read_colour("#777777")
    assert str(find_closest_readable_shade(grey, [WHITE], 4)) == "#777777"
    assert str(find_closest_readable_shade(grey, [BLACK], 4.68)) == "#777777"
    assert str(find_closest_readable_shade(grey, [BLACK], 5)) == "#7c7c7c"
    assert str(find_closest_readable_shade(grey, [WHITE, read_colour("#eee")], 4.5)) == "#6c6c6c"
    assert str(find_closest_readable_shade(grey, [WHITE], 21)) == "#000000"
    assert find_closest_readable_shade(grey, [WHITE, BLACK], 4.6) is None
