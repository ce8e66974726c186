"""The types of YAML scalars, their exact values, and where their characters come from."""

from __future__ import annotations

from decimal import Decimal

import pytest

from modwright.syntax.node import Kind, Object
from modwright.syntax.yaml_document import YamlDocument
from modwright.syntax.yaml_nodes import Style, YamlScalar
from tests.syntax.yaml_reading import codes


def scalar(written: str) -> YamlScalar:
    root = YamlDocument.parse(f"a: {written}\n").root
    assert isinstance(root, Object)
    node = root.by_name["a"].value
    assert isinstance(node, YamlScalar)
    return node


@pytest.mark.parametrize("written", ["true", "True", "TRUE", "false", "False", "FALSE"])
def test_six_words_are_booleans(written: str) -> None:
    assert scalar(written).kind is Kind.BOOLEAN


@pytest.mark.parametrize("written", ["null", "Null", "NULL", "~"])
def test_four_words_are_null(written: str) -> None:
    assert scalar(written).kind is Kind.NULL


@pytest.mark.parametrize(
    "written",
    [
        *("yes", "no", "on", "off", "y", "tRUE", "nULL", "~x"),
        *(
            "0x10",
            "0o7",
            "1_000",
            "+1",
            ".5",
            "1.",
            "01",
            "-01",
            "1.2.3",
            "1e",
            "1e+",
            ".inf",
            ".nan",
        ),
        *("2024-12-01", "12:30:45", "１", "٣"),
        *("'1'", '"true"', "'null'"),
    ],
)
def test_everything_else_is_text(written: str) -> None:
    node = scalar(written)

    assert node.kind is Kind.STRING
    assert node.text == written.strip("'\"")


@pytest.mark.parametrize(
    ("written", "is_integer"),
    [
        ("0", True),
        ("-0", True),
        ("9007199254740992", True),
        ("-9007199254740992", True),
        ("1.10", False),
        ("0.1", False),
        ("-0.5e-3", False),
        ("1E+2", False),
        ("123456789012345e290", False),
        ("0.000000000123456789012345", False),
        ("0.0", False),
        ("0e0", False),
    ],
)
def test_a_number_has_its_exact_value_and_its_spelling(written: str, is_integer: bool) -> None:
    node = scalar(written)

    assert node.kind is Kind.NUMBER
    assert node.raw == node.text == written
    assert node.decimal == Decimal(written)
    assert node.number == float(written)
    assert node.is_integer is is_integer
    assert node.faults == ()


@pytest.mark.parametrize(
    "written",
    [
        "9007199254740993",
        "-9007199254740993",
        "1" * 5_000,
        "1.234567890123456",
        "1234567890123456.0",
        "1e309",
        "1e-400",
        "1e999999999999999999",
        "0e" + "9" * 5_000,
    ],
)
def test_a_number_beyond_the_limits_is_refused_and_has_no_value(written: str) -> None:
    node = scalar(written)

    assert codes(f"a: {written}") == ["yaml/number-out-of-range"]
    assert node.kind is Kind.NUMBER
    assert node.decimal is None
    assert node.raw == written


@pytest.mark.parametrize(
    ("written", "style", "text"),
    [
        ("x y", Style.PLAIN, "x y"),
        ("'it''s'", Style.SINGLE, "it's"),
        ("''''", Style.SINGLE, "'"),
        ("''", Style.SINGLE, ""),
        ("'\\n'", Style.SINGLE, "\\n"),
        ('"a\\"b\\\\c\\/d"', Style.DOUBLE, 'a"b\\c/d'),
        (
            '"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\N\\_\\L\\P"',
            Style.DOUBLE,
            "\0\a\b\t\n\v\f\r\x1b \x85\xa0\u2028\u2029",
        ),
        ('"\\x41\\u3042\\U0001F600"', Style.DOUBLE, "Aあ😀"),
        ('"\\ud83d\\ude00!"', Style.DOUBLE, "😀!"),
        ('"\\\\ud83d"', Style.DOUBLE, "\\ud83d"),
        ("“x”", Style.PLAIN, "“x”"),
    ],
)
def test_what_a_text_stands_for(written: str, style: Style, text: str) -> None:
    node = scalar(written)

    assert node.kind is Kind.STRING
    assert node.style is style
    assert node.is_quoted is (style is not Style.PLAIN)
    assert node.text == text
    assert node.raw == written


def test_every_character_knows_where_it_comes_from() -> None:
    node = scalar('"a\\u3042b\\ud83d\\ude00c"')
    decoded = node.decoded

    assert decoded.text == "aあb😀c"
    pieces = [node.raw[slice(*decoded.source_range(at, at + 1))] for at in range(5)]
    assert pieces == ["a", "\\u3042", "b", "\\ud83d\\ude00", "c"]
    assert decoded.source(5) == len(node.raw) - 1
    assert decoded.offset(4) == 1


def test_a_doubled_quote_is_one_character() -> None:
    node = scalar("'x''y'")
    decoded = node.decoded

    pieces = [node.raw[slice(*decoded.source_range(at, at + 1))] for at in range(3)]
    assert pieces == ["x", "''", "y"]


def test_a_version_keeps_its_zero() -> None:
    node = scalar("1.10")

    assert (node.kind, node.raw, node.style) == (Kind.NUMBER, "1.10", Style.PLAIN)
