"""Version ranges: read, said in words, and found fault with (specs/oamut.md, Version range)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.languages.oamut import ranges
from tests.languages.oamut.manifest_text import check, clean, fixed, japanese, manifest


def engine(marked: str, quote: str = '"') -> str:
    return manifest(f"requires:\n  engine: {quote}{marked}{quote}\n")


@pytest.mark.parametrize(
    "text",
    [
        ">=0.8.0",
        ">= 0.8.0 , < 0.9.0",
        "=1.2.3",
        "<=65535.65535.65535",
        ">0.0.0,<=1.0.0,>=0.1.0,<2.0.0",
        ">=   0.8.0   ,   <0.9.0",
    ],
)
def test_a_range_in_order(text: str) -> None:
    clean(engine(text))


@pytest.mark.parametrize(
    "marked",
    [
        ">= 1.0.0, «>= 1.2»",
        "«>= 01.0.0»",
        "«== 0.8.0»",
        "«^1.0.0»",
        "«~1.0.0», <2.0.0",
        "«0.8.0»",
        "«>=0.8.0.1»",
        "«>=65536.0.0»",
        "«>=0.0.99999999999999999999»",
        "«>=v0.8.0»",
        "«>=0.8.x»",
        "«>=0.8.0 <0.9.0»",
        "«>\t0.8.0»",
        "«>=０.8.0»",
        ">=0.8.0 , «!=0.8.1» , <0.9.0",
        "«>1.0», «<2»",
    ],
)
def test_a_bad_comparison(marked: str) -> None:
    check(engine(marked), "oamut/bad-range")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " >=0.8.0",
        ">=0.8.0 ",
        ">=0.8.0,",
        ",>=0.8.0",
        ">=0.8.0, ,<0.9.0",
        ">0.0.0,>0.0.1,>0.0.2,>0.0.3,>0.0.4",
        ">=0.8.0," + " " * 60 + "<0.9.0",
    ],
)
def test_a_range_that_is_wrong_as_a_whole(text: str) -> None:
    check(manifest(f'requires:\n  engine: «"{text}"»\n'), "oamut/bad-range")


def test_64_bytes_are_enough() -> None:
    text = ">=0.8.0," + " " * 50 + "<0.9.0"
    assert len(text) == 64
    clean(engine(text))
    check(manifest(f'requires:\n  engine: «"{text.replace(",", ", ")}"»\n'), "oamut/bad-range")


def test_the_place_in_single_quotes_and_behind_escapes() -> None:
    check(engine("«x''y», >=1.0.0", "'"), "oamut/bad-range")
    check(engine("\\u003e=1.0.0, «\\u003e=1.0»"), "oamut/bad-range")


@pytest.mark.parametrize(
    ("written", "better"),
    [
        ("== 0.8.0", "=0.8.0"),
        (">= 1.2", ">=1.2.0"),
        (">= 01.0.0", ">=1.0.0"),
        ("^1.2.3", ">=1.2.3, <2.0.0"),
        ("^0.2.3", ">=0.2.3, <0.3.0"),
        ("^0.0.3", ">=0.0.3, <0.0.4"),
        ("~1.2.3", ">=1.2.3, <1.3.0"),
        ("≥0.8.0", ">=0.8.0"),
        ("0.8", ">=0.8.0"),
        (" >=0.8.0", ">=0.8.0"),
        (">=0.8.0,", ">=0.8.0"),
    ],
)
def test_the_fix_says_the_same_in_this_notation(written: str, better: str) -> None:
    text = fixed(engine(written), "oamut/bad-range")
    assert text == engine(better)
    clean(text)


def test_a_fix_that_needs_quotes_brings_them() -> None:
    text = manifest("requires:\n  engine: 0.8, <0.9.0\n")
    assert fixed(text, "oamut/bad-range") == engine(">=0.8.0, <0.9.0")


@pytest.mark.parametrize(
    "text",
    [
        ">= 2.0.0, < 1.0.0",
        ">1.0.0, <1.0.1",
        "<0.0.0",
        ">65535.65535.65535",
        "=1.0.0, =1.0.1",
        ">1.0.0, <=1.0.0",
        ">0.1.65535, <0.2.0",
    ],
)
def test_a_range_that_nothing_satisfies(text: str) -> None:
    check(manifest(f'requires:\n  engine: «"{text}"»\n'), "oamut/empty-range")


@pytest.mark.parametrize("text", [">=1.0.0, <=1.0.0", ">1.0.0, <1.0.2", "=1.0.0, =1.0.0", "<0.0.1"])
def test_a_range_that_holds_one_version(text: str) -> None:
    clean(engine(text))


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        (">=0.8.0, <0.9.0", "0.8.0 or later and before 0.9.0", "0.8.0 以降、0.9.0 より前"),
        (">0.8.0", "later than 0.8.0", "0.8.0 より後"),
        ("<= 1.0.0", "1.0.0 or earlier", "1.0.0 以前"),
        ("=1.0.0", "exactly 1.0.0", "1.0.0 ちょうど"),
        ("^1.0.0", "", ""),
    ],
)
def test_a_range_in_words(text: str, english: str, japanese: str) -> None:
    assert ranges.explain(text, "en") == english
    assert ranges.explain(text, "ja") == japanese


VERSIONS = st.tuples(*[st.sampled_from([0, 1, 2, 65535])] * 3)
TERMS = st.tuples(st.sampled_from([">=", ">", "<=", "<", "="]), VERSIONS)


def _holds(term: tuple[str, tuple[int, ...]], version: tuple[int, ...]) -> bool:
    operator, limit = term
    return {
        ">=": version >= limit,
        ">": version > limit,
        "<=": version <= limit,
        "<": version < limit,
        "=": version == limit,
    }[operator]


@settings(deadline=None)
@given(st.lists(TERMS, min_size=1, max_size=4), VERSIONS)
def test_an_empty_range_holds_no_version(
    terms: list[tuple[str, tuple[int, ...]]], version: tuple[int, ...]
) -> None:
    text = ",".join(f"{operator}{'.'.join(map(str, limit))}" for operator, limit in terms)
    read = ranges.read(text)
    if len(text) <= ranges.MAX_BYTES:
        assert len(read.terms) == len(terms)
        if all(_holds(term, version) for term in terms):
            assert not read.is_empty


@settings(deadline=None)
@given(st.text(alphabet=">=<^~,. 0123456789vx😋", max_size=40))
def test_any_text_can_be_read(text: str) -> None:
    read = ranges.read(text)
    assert bool(read.terms) != bool(read.faults)
    for fault in read.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.variant


def test_the_messages_in_japanese() -> None:
    assert japanese(engine(">= 1.2, ^1.0.0")) == [
        "バージョンは 0.8.0 のように三つの部分で書きます（今は「>= 1.2」）",
        "「^1.0.0」は >=・>・<=・<・= のどれでも始まっていません",
    ]
    assert japanese(engine(">= 2.0.0, < 1.0.0")) == [
        "範囲「>= 2.0.0, < 1.0.0」に入るバージョンはありません"
    ]
