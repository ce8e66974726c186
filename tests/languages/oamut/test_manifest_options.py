"""The rules of options (specs/oamut.md, Options, Borders)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.grammars import load
from tests.languages.oamut.manifest_text import (
    check,
    clean,
    everything,
    findings,
    fixed,
    japanese,
    manifest,
)


def option(rest: str, name: str = "speed") -> str:
    """A manifest with one option, its keys in braces."""
    return manifest(f"options:\n  - {{id: {name}, {rest}}}\n")


def number(rest: str) -> str:
    return option(f"type: number, {rest}")


def choice(rest: str) -> str:
    return option(f"type: choice, {rest}")


class TestId:
    def test_reserved_words_of_lua(self) -> None:
        schema = load("oamut/manifest-1.schema.json")
        assert isinstance(schema, dict)
        words = "and break do else elseif end false for function goto if in local nil not or repeat"
        for word in [*words.split(), "return", "then", "true", "until", "while"]:
            written = f'"{word}"'
            check(
                option("type: toggle, default: true", f"«{written}»"), "oamut/option-reserved-word"
            )

    @pytest.mark.parametrize("name", ["End", "_end", "ends", "self", "x1"])
    def test_other_words(self, name: str) -> None:
        clean(option("type: toggle, default: true", name))

    def test_two_options_with_one_id(self) -> None:
        text = manifest(
            "options:\n"
            "  - {id: a, type: toggle, default: true}\n"
            "  - {id: b, type: toggle, default: true}\n"
            "  - {id: «a», type: toggle, default: true}\n"
            '  - {id: «"a"», type: toggle, default: true}\n'
        )
        check(text, "oamut/option-duplicate")

    def test_it_points_to_the_first(self) -> None:
        text = (
            option("type: toggle, default: true") + "  - {id: speed, type: toggle, default: true}\n"
        )
        (finding,) = findings(text)
        (related,) = finding.related
        assert related.start == text.index("speed")


class TestToggle:
    @pytest.mark.parametrize("default", ["true", "True", "TRUE", "false", "False", "FALSE"])
    def test_a_boolean(self, default: str) -> None:
        clean(option(f"type: toggle, default: {default}"))

    @pytest.mark.parametrize("default", ["yes", "1", '"true"', "~", "[]", "on"])
    def test_anything_else(self, default: str) -> None:
        check(option(f"type: toggle, default: «{default}»"), "oamut/option-default")

    def test_an_empty_default_is_marked_at_its_key(self) -> None:
        text = "options:\n  - id: a\n    type: toggle\n    «default»:\n"
        check(manifest(text), "oamut/option-default")

    def test_the_fix_knows_what_other_yaml_calls_it(self) -> None:
        text = option("type: toggle, default: off")
        assert fixed(text, "oamut/option-default") == option("type: toggle, default: false")

    def test_a_default_that_the_reader_refuses(self) -> None:
        check(option("type: toggle, default: «&x» true"), "yaml/anchor")


class TestChoice:
    @pytest.mark.parametrize(
        "rest",
        [
            "values: [slow, fast], default: fast",
            'values: [slow, fast], default: "fast"',
            "values: [0.5, 1, 2], default: 0.50",
            "values: [1, 2], default: 1.0",
            "values: [a, no, on], default: on",
        ],
    )
    def test_in_order(self, rest: str) -> None:
        clean(choice(rest))

    @pytest.mark.parametrize(
        "rest",
        [
            "values: [slow, fast], default: «faster»",
            "values: [slow, fast], default: «Fast»",
            "values: [1, 2], default: «3»",
            'values: [1, 2], default: «"1"»',
            "values: [slow, fast], default: «1»",
            "values: [slow, fast], default: «true»",
            "values: [slow, fast], default: «[slow]»",
            "values: [slow, fast], default: «~»",
        ],
    )
    def test_a_default_that_is_no_value(self, rest: str) -> None:
        check(choice(rest), "oamut/option-default")

    def test_whatever_else_is_wrong_with_the_values(self) -> None:
        check(
            choice("«values»: [1, fast], default: «slow»"),
            "oamut/option-mixed-values",
            "oamut/option-default",
        )

    def test_without_values_the_type_is_looked_at(self) -> None:
        text = manifest("options:\n  - {«id»: a, type: choice, default: x}\n")
        check(text, "oamut/missing-key")
        check(text.replace("x}", "«true»}"), "oamut/missing-key", "oamut/option-default")

    def test_not_while_a_value_cannot_be_read(self) -> None:
        check(choice("values: [slow, «*x»], default: fast"), "yaml/alias")

    def test_mixed_values_at_their_key(self) -> None:
        check(choice("«values»: [1, fast, 2], default: 1"), "oamut/option-mixed-values")

    def test_the_fix_takes_the_nearest_value(self) -> None:
        text = choice("values: [slow, fast], default: fsat")
        assert fixed(text, "oamut/option-default") == choice("values: [slow, fast], default: fast")

    @pytest.mark.parametrize(
        "rest",
        [
            "labels: {slow: ゆっくり, fast: 速い 🚀}",
            'labels: {"fast": x}',
            "labels: {}",
        ],
    )
    def test_labels(self, rest: str) -> None:
        clean(choice(f"values: [slow, fast], default: fast, {rest}"))

    def test_labels_of_numbers(self) -> None:
        clean(choice('values: [0.5, 1, 20], default: 1, labels: {"0.50": x, 1: y, 20: z}'))
        check(
            choice("values: [1, 20], default: 1, labels: {«2»: x, «01»: y}"), "oamut/option-label"
        )

    def test_a_label_of_no_value(self) -> None:
        text = choice("values: [slow, fast], default: fast, labels: {«fasst»: x, slow: y}")
        check(text, "oamut/option-label")
        text = text.replace("«", "").replace("»", "")
        assert fixed(text, "oamut/option-label") == text.replace("fasst", "fast")


class TestNumber:
    @pytest.mark.parametrize("default", ["0", "0.1", "0.3", "0.7", "0.70", "7e-1", "1", "1.0"])
    def test_decimals_are_exact(self, default: str) -> None:
        clean(number(f"min: 0, max: 1, step: 0.1, default: {default}"))

    @pytest.mark.parametrize("default", ["0.35", "0.01", "1.1", "-0.1", "0.300000000000001"])
    def test_off_the_steps_or_out_of_range(self, default: str) -> None:
        check(number(f"min: 0, max: 1, step: 0.1, default: «{default}»"), "oamut/option-default")

    def test_steps_count_from_the_minimum(self) -> None:
        clean(number("min: 0.05, max: 1, step: 0.1, default: 0.15"))
        check(number("min: 0.05, max: 1, step: 0.1, default: «0.1»"), "oamut/option-default")

    def test_the_maximum_need_not_be_on_a_step(self) -> None:
        clean(number("min: 0, max: 10, step: 3, default: 9"))
        check(number("min: 0, max: 10, step: 3, default: «10»"), "oamut/option-default")

    def test_numbers_far_apart(self) -> None:
        clean(number("min: 0, max: 1e300, step: 1e-300, default: 1e299"))
        check(number("min: 1e-308, max: 1e308, step: 3, default: «1e300»"), "oamut/option-default")

    @pytest.mark.parametrize("default", ["true", '"0.5"', "half", "~", "[]"])
    def test_a_default_of_another_type(self, default: str) -> None:
        check(number(f"min: 0, max: 1, step: 0.1, default: «{default}»"), "oamut/option-default")

    @pytest.mark.parametrize(
        "rest",
        [
            "min: 0, max: 1, step: «0», default: 0.5",
            "min: 0, max: 1, step: «-1», default: 7",
            "min: 1, max: «1», step: 1, default: 1",
            "min: 2, max: «1», step: 1, default: 7",
            "min: 0, max: «-0», step: «0.0», default: 0",
        ],
    )
    def test_limits_that_leave_no_choice(self, rest: str) -> None:
        check(number(rest), "oamut/option-range")

    def test_then_only_the_type_of_the_default_is_looked_at(self) -> None:
        check(
            number("min: 0, max: 1, step: «0», default: «x»"),
            "oamut/option-range",
            "oamut/option-default",
        )

    def test_what_is_missing_is_not_guessed(self) -> None:
        text = manifest("options:\n  - {«id»: a, type: number, min: 0, max: 1, default: 0.5}\n")
        check(text, "oamut/missing-key")
        check(text.replace("0.5}", "«2»}"), "oamut/missing-key", "oamut/option-default")

    def test_nor_what_cannot_be_read(self) -> None:
        check(number("min: «*a», max: 1, step: 1, default: 9"), "yaml/alias")

    @pytest.mark.parametrize(
        ("default", "better"),
        [("0.34", "0.3"), ("0.36", "0.4"), ("7", "1"), ("-3", "0"), ("1.04", "1")],
    )
    def test_the_fix_takes_the_nearest_step(self, default: str, better: str) -> None:
        text = number("min: 0, max: 1, step: 0.1, default: {}").replace("{}", "%s")
        assert fixed(text % default, "oamut/option-default") == text % better


@settings(deadline=None)
@given(
    st.decimals(-1000, 1000, places=3),
    st.decimals("0.001", 10, places=3),
    st.integers(0, 50),
    st.integers(51, 90),
)
def test_every_multiple_of_a_step_is_on_it(
    minimum: Decimal, step: Decimal, steps: int, most: int
) -> None:
    default, maximum = minimum + steps * step, minimum + most * step
    text = number(f"min: {minimum:f}, max: {maximum:f}, step: {step:f}, default: {default:f}")
    assert everything(text) == []


@settings(deadline=None)
@given(st.decimals(0, 1, places=4))
def test_the_fix_of_a_default_is_a_choice(default: Decimal) -> None:
    text = number(f"min: 0, max: 1, step: 0.03, default: {default:f}")
    if everything(text):
        assert everything(fixed(text, "oamut/option-default")) == []


def test_the_messages_in_japanese() -> None:
    assert japanese(number("min: 0, max: 1, step: 0.1, default: 0.35")) == [
        "既定値 0.35 が刻みに乗っていません（0 から 0.1 刻み）"
    ]
    assert japanese(choice("values: [slow, fast], default: x")) == [
        "既定値 x が値の中にありません（値：slow、fast）"
    ]
    assert japanese(option("type: toggle, default: 5", "end")) == [
        "「end」は Lua の予約語です",
        "既定値に書くのはtrue か falseです（数値になっています）",
    ]
