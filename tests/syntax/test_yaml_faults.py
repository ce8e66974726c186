"""Strict YAML: what is refused, by which name and where, and what is still read of the rest.

`«` and `»` stand around what a fault covers.
"""

from __future__ import annotations

import pytest

from modwright.syntax.yaml_document import YamlDocument
from modwright.syntax.yaml_limits import MAX_BYTES, MAX_NODES, MAX_STRING_BYTES
from tests.syntax.yaml_reading import MISSING, check_places, codes, faults, marks, value

CASES: list[tuple[str, str, object]] = [
    # ---- half-typed lines
    ('«name»\nid: "x"\n', "syntax.no-colon", {"<name>": MISSING, "id": "x"}),
    ('«name "すばやい"»\nid: x', "syntax.no-colon", {'<name "すばやい">': MISSING, "id": "x"}),
    (
        "r:\n  «eng»\n  m: [a]\nz: 1",
        "syntax.no-colon",
        {"r": {"<eng>": MISSING, "m": ["a"]}, "z": 1},
    ),
    (
        "r:\n  m: [a]\n  «eng»\nz: 1",
        "syntax.no-colon",
        {"r": {"m": ["a"], "<eng>": MISSING}, "z": 1},
    ),
    ("o:\n  «- id»\n    t: x\n", "syntax.no-colon", {"o": [{"<id>": MISSING, "t": "x"}]}),
    ("«author»\n  name: 山田\nid: x", "syntax.no-colon", {"<author>": {"name": "山田"}, "id": "x"}),
    ("«id:x»\nz: 1", "syntax.no-space", {"<id>": "<x>", "z": 1}),
    ("r:\n  «engine:x»\n  m: y", "syntax.no-space", {"r": {"<engine>": "<x>", "m": "y"}}),
    ("o:\n  - a\n  «-b»\n  - c", "syntax.no-space", {"o": ["a", "b", "c"]}),
    ("o:\n  «-id: x»\n    t: y\nz: 1", "syntax.no-space", {"o": [{"id": "x", "t": "y"}], "z": 1}),
    ("o:\n  - a\n  «b»\nz: 1", "syntax.no-dash", {"o": ["a", "<b>"], "z": 1}),
    ("o:\n  «a»\n- b\nz: 1", "syntax.no-dash", {"o": ["<a>", "b"], "z": 1}),
    ("«: x»\nz: 1", "syntax.no-key", {"<: x>": MISSING, "z": 1}),
    # ---- quotes
    ('«name: "すばやい»\nid: "x"', "syntax.open-quote", {"name": '<"すばやい>', "id": "x"}),
    ("«name: 'it''s»\nid: x", "syntax.open-quote", {"name": "<'it''s>", "id": "x"}),
    ('a:\n  «- "b»\n  - "c"\n', "syntax.open-quote", {"a": ['<"b>', "c"]}),
    ('«a: ["b, c]»\nz: 1', "syntax.open-quote", {"a": ['<"b, c>'], "z": 1}),
    (
        'a: {\n  «n: "x,»\n  m: "y"\n}\nz: 1',
        "syntax.open-quote",
        {"a": {"n": '<"x>', "m": "y"}, "z": 1},
    ),
    ('«a: "b" c»\nz: 1', "syntax.stray", {"a": '<"b" c>', "z": 1}),
    ('«a: "\\q"»\nz: 1', "syntax.bad-escape", {"a": '<"\\q">', "z": 1}),
    ('«a: "\\ud83d"»\nz: 1', "syntax.bad-escape", {"a": '<"\\ud83d">', "z": 1}),
    ('«a: "\\U00110000"»\nz: 1', "syntax.bad-escape", {"a": '<"\\U00110000">', "z": 1}),
    # ---- values
    ("«a: b: c»\nz: 1", "syntax.second-colon", {"a": "<b: c>", "z": 1}),
    ("«a: @b»\nz: 1", "syntax.stray", {"a": "<@b>", "z": 1}),
    ("«a: `b`»\nz: 1", "syntax.stray", {"a": "<`b`>", "z": 1}),
    ("«a: %b»\nz: 1", "syntax.stray", {"a": "<%b>", "z": 1}),
    ("«a: - b»\nz: 1", "syntax.stray", {"a": "<- b>", "z": 1}),
    ("«a: -»\nz: 1", "syntax.stray", {"a": "<->", "z": 1}),
    ("«a: ]»\nz: 1", "syntax.stray", {"a": "<]>", "z": 1}),
    ("«a: [b] c»\nz: 1", "syntax.stray", {"a": ["b"], "z": 1}),
    # ---- brackets
    ("«a: [b, c»\nz: 1", "syntax.open-bracket", {"a": ["b", "c"], "z": 1}),
    ("«a: [»\nz: 1", "syntax.open-bracket", {"a": [], "z": 1}),
    ("«a: {b: c»\nz: 1", "syntax.open-bracket", {"a": {"b": "c"}, "z": 1}),
    (
        "r:\n  «e: [a # c»\n  m: [b]\nz: 1",
        "syntax.open-bracket",
        {"r": {"e": ["a"], "m": ["b"]}, "z": 1},
    ),
    ("«a: [b, c}»\nz: 1", "syntax.wrong-bracket", {"a": ["b", "c"], "z": 1}),
    ("«a: [b,, c]»", "syntax.extra-comma", {"a": ["b", "c"]}),
    ('«a: ["b" "c"]»', "syntax.no-comma", {"a": ["b", "c"]}),
    ("«a: {b: c: d}»", "syntax.second-colon", {"a": {"b": "c", "d": MISSING}}),
    # ---- indentation
    ("a: 1\n «b: 2»\nc: 3", "syntax.indentation", {"a": 1, "<b>": 2, "c": 3}),
    ("n: x\n  «b:»\n    c: 1\nz: 1", "syntax.indentation", {"n": "x", "<b>": {"c": 1}, "z": 1}),
    ("r:\n  e: x\n «m: [a]»\nz: 1", "syntax.indentation", {"r": {"e": "x", "<m>": ["a"]}, "z": 1}),
    ("t:\n  - a\n «- b»\n  - c\n", "syntax.indentation", {"t": ["a", "b", "c"]}),
    (
        "t: x\n«- a»\n- b\nz: 1",
        "syntax.indentation",
        {"t": "x", "<- a>": MISSING, "<- b>": MISSING, "z": 1},
    ),
    ("a: 1\nr:\n«\t»e: x\nz: 1", "tab-indentation", {"a": 1, "r": {"e": "x"}, "z": 1}),
    ("r:\n  «\t»e: x\nz: 1", "tab-indentation", {"r": {"e": "x"}, "z": 1}),
    ("a: [\n«\t»b]\nz: 1", "tab-indentation", {"a": ["b"], "z": 1}),
    # ---- what full YAML has
    ("a: «&t» b\nz: 1", "anchor", {"a": "b", "z": 1}),
    ("«&t» a: b\nz: 1", "anchor", {"a": "b", "z": 1}),
    ("a: «&t»\n  b: 1\nz: 1", "anchor", {"a": {"b": 1}, "z": 1}),
    ("a:\n  - «&t» b: 1\n    c: 2\n", "anchor", {"a": [{"b": 1, "c": 2}]}),
    ("a: [«&t» b]\nz: 1", "anchor", {"a": ["b"], "z": 1}),
    ("a: «&»\nz: 1", "anchor", {"a": MISSING, "z": 1}),
    ("a: «*»\nz: 1", "alias", {"a": "<*>", "z": 1}),
    ("a: [«*», b]\nz: 1", "alias", {"a": ["<*>", "b"], "z": 1}),
    ("a:\n  - «*»  # all\n", "alias", {"a": ["<*>"]}),
    ("a: «*t»\nz: 1", "alias", {"a": "<*t>", "z": 1}),
    ("«*t» : b\nz: 1", "alias", {"<*t>": "b", "z": 1}),
    ("a: «!x» b\nz: 1", "tag", {"a": "b", "z": 1}),
    ("a: «!!str» 1\n", "tag", {"a": 1}),
    ("a: «!<tag:x>» b\n", "tag", {"a": "b"}),
    ("a: {b: «!» c}\n", "tag", {"a": {"b": "c"}}),
    ("«<<»: {b: 1}\nz: 1", "merge-key", {"<<<>": {"b": 1}, "z": 1}),
    ("a: {«<<»: {b: 1}}", "merge-key", {"a": {"<<<>": {"b": 1}}}),
    ("«%YAML 1.2»\n---\na: 1", "directive", {"a": 1}),
    ("a: 1\n«%TAG ! x»  \nb: 2", "directive", {"a": 1, "b": 2}),
    ("«?» a\n: b\nz: 1", "complex-key", {"<? a>": MISSING, "z": 1}),
    ("«?»\nz: 1", "complex-key", {"<?>": MISSING, "z": 1}),
    ("z: 1\n«{a: b}»: c", "complex-key", {"z": 1, "<{a: b}>": "c"}),
    ("a: {«[b]»: c}", "complex-key", {"a": {"<[b]>": "c"}}),
    ("a: «|»\n  x: y\n  z\nz: 1", "block-scalar", {"a": "<|\n  x: y\n  z>", "z": 1}),
    ("a: «>-»\nz: 1", "block-scalar", {"a": "<>->", "z": 1}),
    ("a: «|2+» # c\n    x\n", "block-scalar", {"a": "<|2+ # c\n    x>"}),
    ("e: «>»=0.8.0, <1.0.0  # c\nz: 1", "block-scalar", {"e": "<>=0.8.0, <1.0.0>", "z": 1}),
    ("e: «>» 0.8.0\nz: 1", "block-scalar", {"e": "<> 0.8.0>", "z": 1}),
    ("a: {e: «>»=0.8.0, <1.0.0, f: 1}", "block-scalar", {"a": {"e": "<>=0.8.0, <1.0.0>", "f": 1}}),
    ("a: [«>»=1, b]", "block-scalar", {"a": ["<>=1>", "b"]}),
    # ---- several lines
    ("a: «x\n  y\n\n  z»\nb: 1", "multi-line-scalar", {"a": "<x\n  y\n\n  z>", "b": 1}),
    ("a:\n  - «x\n    y» # c\n  - z", "multi-line-scalar", {"a": ["<x\n    y>", "z"]}),
    ('a: «"x\n  y"»\nb: 1', "multi-line-scalar", {"a": '<"x\n  y">', "b": 1}),
    ("a: «'x\n\n  y'»  # c\nb: 1", "multi-line-scalar", {"a": "<'x\n\n  y'>", "b": 1}),
    ("a: [«x\n  y», z]", "multi-line-scalar", {"a": ["<x\n  y>", "z"]}),
    # ---- documents
    ("a: 1\n«---»\nb: 2", "several-documents", {"a": 1, "b": 2}),
    ("---\na: 1\n«---»\na: 2\nb: 3", "several-documents", {"a": 1, "b": 3}),
    ("a: 1\n«...»\nb: 2", "several-documents", {"a": 1, "b": 2}),
    ("a: 1\n«---»\n", "several-documents", {"a": 1}),
    ("«\ufeff»a: 1", "byte-order-mark", {"a": 1}),
    ("«- a\n- b»\n", "not-mapping", ["a", "b"]),
    ("«[a]»", "not-mapping", ["a"]),
    ("«oamut» # c", "not-mapping", "oamut"),
    ("«»", "not-mapping", MISSING),
    ("«»# c\n\n", "not-mapping", MISSING),
    # ---- keys
    ("a: 1\nb: 2\n«a»: 3", "duplicate-key", {"a": 3, "b": 2}),
    ('a: 1\n«"\\x61"»: 3', "duplicate-key", {"a": 3}),
    ("a: {b: 1, «b»: 2}", "duplicate-key", {"a": {"b": 2}}),
    ("o:\n  - a: 1\n    «a»: 2", "duplicate-key", {"o": [{"a": 2}]}),
    ("«true»: 1\nz: 1", "key-not-string", {"<true>": 1, "z": 1}),
    ("«~»: 1\nz: 1", "key-not-string", {"<~>": 1, "z": 1}),
    ("a: {«0.5»: x}", "key-not-string", {"a": {"<0.5>": "x"}}),
    ("«1e3»: 1\nz: 1", "key-not-string", {"<1e3>": 1, "z": 1}),
    # ---- characters
    ("a: x«\0»y\nz: 1", "control-character", {"a": "x\0y", "z": 1}),
    ("a: x # «\x1b»\nz: 1", "control-character", {"a": "x", "z": 1}),
    ('a: "x«\r»y"\nz: 1', "control-character", {"a": '<"x\ry">', "z": 1}),
    ("a: x«\r»b: 2\nz: 1", "control-character", {"a": "x", "b": 2, "z": 1}),
    ("a: x«\ufffe»y", "control-character", {"a": "x\ufffey"}),
]


@pytest.mark.parametrize(("marked", "code", "expected"), CASES)
def test_one_fault_and_the_rest_is_read(marked: str, code: str, expected: object) -> None:
    text, ranges = marks(marked)
    document = YamlDocument.parse(text)

    found = [(fault.start, fault.end, fault.variant) for fault in faults(document)]

    assert found == [(start, end, f"yaml/{code}") for start, end in ranges]
    assert value(document.root) == expected
    check_places(document)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # nothing yet is null, and no fault of the syntax
        ("works-with:\nid: x", {"works-with": MISSING, "id": "x"}),
        ("tags:\n  -\n  - \n", {"tags": [None, None]}),
        ("a: # c\nb: ~\n", {"a": MISSING, "b": None}),
        ("a: []\nb: {}\nc: [x,]\nd: {e}\n", {"a": [], "b": {}, "c": ["x"], "d": {"e": MISSING}}),
        # the one document may be marked
        ("---\na: 1\n...\n", {"a": 1}),
        ("--- # c\na: 1", {"a": 1}),
        ("--- {a: 1}\n", {"a": 1}),
        ('{"a": 1,\n"b": [2]}\n', {"a": 1, "b": [2]}),
        ("  a: 1\n  b:\n    - c\n", {"a": 1, "b": ["c"]}),
        # lines may end with CRLF, lists may stand as far left as their key
        ("a: 1\r\nb:\r\n- c\r\n- d: 1\r\n  e: 2\r\n", {"a": 1, "b": ["c", {"d": 1, "e": 2}]}),
        ("a:\n  - - b\n    - c\n  -\n    d: 1\n", {"a": [["b", "c"], {"d": 1}]}),
        ("a: [\n  b, # c\n  d\n]\ne: 1", {"a": ["b", "d"], "e": 1}),
        ("a: {\nb: 1,\nc: 2\n}\nd: 3", {"a": {"b": 1, "c": 2}, "d": 3}),
        ("a: [b: 1, {c: 2}]", {"a": [{"b": 1}, {"c": 2}]}),
        # signs that are text where they stand
        ("a: <1\nb: <<\nc: a&b*c!d|e>f", {"a": "<1", "b": "<<", "c": "a&b*c!d|e>f"}),
        (
            "a: x#y\nb: -x\nc: ?x\nd: :x\ne: x:y",
            {"a": "x#y", "b": "-x", "c": "?x", "d": ":x", "e": "x:y"},
        ),
        ("a: https://x.org/?a=b&c=%20#d\n", {"a": "https://x.org/?a=b&c=%20#d"}),
        ('"<<": 1\n"true": 2\n"1.5": 3\n12: 4', {"<<": 1, "true": 2, "1.5": 3, "12": 4}),
        ('a: "*"\nb: ">=1"\nc: \'&x\'', {"a": "*", "b": ">=1", "c": "&x"}),
        # tabs may separate; wider spaces and the line ends of YAML 1.1 belong to the text
        ("a:\tx\t# c\nb: y\tz", {"a": "x", "b": "y\tz"}),
        ("\t\n\t# c\na: 1", {"a": 1}),
        ("a: x\u3000y\u2028z\x85\nb: \u00a0", {"a": "x\u3000y\u2028z\x85", "b": "\u00a0"}),
        ("a: 😀\nあ: [い, 😀]", {"a": "😀", "あ": ["い", "😀"]}),
        ("a: x\ufeffy", {"a": "x\ufeffy"}),
    ],
)
def test_yaml_in_order_has_no_faults(text: str, expected: object) -> None:
    document = YamlDocument.parse(text)

    assert faults(document) == []
    assert value(document.root) == expected
    check_places(document)


def test_several_broken_lines_are_several_findings() -> None:
    text = 'id\nname: "x\nworks-with: [*\nrequires:\n  engine: >=1\nz: 1\n'

    assert codes(text) == [
        "yaml/syntax",
        "yaml/syntax",
        "yaml/syntax",
        "yaml/alias",
        "yaml/block-scalar",
    ]


def test_lines_behind_a_lost_key_are_not_all_named() -> None:
    # The line feed before `requires` is gone: one slip, one finding.
    text = 'works-with: ["*"]requires:\n  engine: ">=1.0.0"\n  mutators: [a]\nid: x\n'

    assert codes(text) == ["yaml/syntax"]


def test_an_alias_and_its_merge_key_are_two_findings() -> None:
    assert codes("a: &t {b: 1}\n<<: *t\n") == ["yaml/anchor", "yaml/merge-key", "yaml/alias"]


@pytest.mark.parametrize(("depth", "expected"), [(15, []), (16, ["yaml/too-deep"])])
def test_sixteen_levels_are_enough(depth: int, expected: list[str]) -> None:
    flow = "a: " + "[" * depth + "]" * depth + "\nz: 1\n"
    block = "".join("  " * level + "a:\n" for level in range(depth + 1)) + "z: 1\n"
    dashes = "a:\n  " + "- " * depth + "x\nz: 1\n"

    for text in (flow, block, dashes):
        assert codes(text) == expected
        document = YamlDocument.parse(text)
        check_places(document)
        read = value(document.root)
        assert isinstance(read, dict)
        assert read["z"] == 1


def test_too_deep_is_the_first_character_of_the_seventeenth_level() -> None:
    text = "a: " + "[" * 20 + "]" * 20

    (fault,) = faults(YamlDocument.parse(text))

    assert (fault.start, fault.end) == (3 + 15, 3 + 16)


@pytest.mark.parametrize("key", ["{}: 1\nz: 1", 'a: "{}"\nz: 1', "a: {}\nz: 1", "a: [{}]\nz: 1"])
def test_a_string_may_have_4096_bytes(key: str) -> None:
    longest = "あ" * (MAX_STRING_BYTES // 3) + "x" * (MAX_STRING_BYTES % 3)

    assert codes(key.replace("{}", longest)) == []
    assert codes(key.replace("{}", longest + "x")) == ["yaml/string-too-long"]


def test_a_long_comment_is_no_long_string() -> None:
    assert codes("a: 1 # " + "x" * 9_000) == []


def test_a_file_may_have_256_kib() -> None:
    start = "oamut: 1\n#"

    assert codes(start + "x" * (MAX_BYTES - len(start))) == []
    (fault,) = faults(YamlDocument.parse(start + "あ" * (MAX_BYTES // 3)))
    assert (fault.start, fault.end, fault.variant) == (0, 8, "yaml/too-large")


def test_a_file_may_have_65536_nodes() -> None:
    # The key, the list, the key at the end and its value are nodes, too.
    assert codes("a: [" + "b," * (MAX_NODES - 4) + "]\nz: 1") == []
    assert codes("a: [" + "b," * (MAX_NODES - 3) + "]\nz: 1") == ["yaml/too-large"]


HOSTILE = {
    "brackets": "[" * 100_000,
    "braces": "a: " + "{b: " * 50_000,
    "dashes": "- " * 100_000,
    "questions": "? " * 100_000,
    "colons": ": " * 100_000,
    "anchors": "a: " + "&a " * 50_000,
    "nested blocks": "".join(" " * level + "a:\n" for level in range(256)),
    "nested dashes": "".join(" " * level + "-\n" for level in range(256)),
    "alias bomb": "a: &a [x, x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(200)),
    "nul": "\0" * 100_000,
    "lone returns": "a: 1\r" * 5_000,
    "tabs": "\t" * 100_000,
    "escapes": 'a: "' + '\\"' * 100_000,
    "quotes": "a: " + "'" * 100_001,
    "spaces": "a: *" + " " * 200_000 + "x",
    "words": "a\n" * 50_000,
    "marks": "---\n" * 20_000,
    "line ends of YAML 1.1": "a: b\u2028c: d\x85" * 5_000,
    "ten megabytes": "a: b\n" * 2_000_000,
    "stairs": "a:\n" + "".join(" " * (300 - level) + "b: 1\n" for level in range(250)),
    "surrogates": "a: \ud83d\n'\udc00': \"\\ud800\"\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_without_harm(name: str) -> None:
    document = YamlDocument.parse(HOSTILE[name])

    assert faults(document)
    check_places(document)
