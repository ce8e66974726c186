"""The manifest of a ruleset's package (ruleset-format.md, M1, M2, L6)."""

from __future__ import annotations

import json

from modwright.findings.messages import render
from modwright.findings.model import Severity
from modwright.ide.around import links, package_actions
from modwright.ide.fixes import edits_of
from modwright.text.edits import apply_edits
from tests.languages.ruleset.package_text import RULES, analysis, found, manifest, pack
from tests.languages.ruleset.ruleset_text import ruleset

MANIFEST = "manifest.json"
LAYERED = ruleset('"layers": [{"id": "a", "label": "A"}]')


def codes(text: str, **files: str) -> list[str]:
    return [each.code for each in found(MANIFEST, {**files, MANIFEST: text})]


def told(text: str, files: dict[str, str] | None = None) -> list[tuple[str, str]]:
    every = found(MANIFEST, {**(files or {}), MANIFEST: text})
    return [(each.code.removeprefix("ruleset/"), text[each.start : each.end]) for each in every]


def test_a_manifest_that_says_what_is_there_is_fine() -> None:
    assert told(manifest({"ruleset.json": RULES})) == []


def test_m1_an_asset_that_is_not_pinned_and_pinning_it() -> None:
    text = manifest({})
    assert told(text) == [("unresolved-reference", '"ruleset.json"')]
    of = analysis(MANIFEST, {MANIFEST: text})
    at = text.index('"ruleset.json"')
    action = package_actions(of, at, at, "en", MANIFEST)[0]
    assert (action.finding_code, action.finding_start) == ("ruleset/unresolved-reference", at)
    assert told(apply_edits(text, action.edits[None])) == []


def test_m1_kind_and_asset_ask_for_each_other() -> None:
    text = manifest({"catalogs/a.json": "{}"}, paths=["catalogs/a.json"])
    assert "needs-block" in {code for code, _ in told(text, {"catalogs/a.json": "{}"})}
    agent = manifest({"ruleset.json": RULES}, kind=["agent"])
    assert ("needs-block", '[\n    "agent"\n  ]') in told(agent)


def test_m1_declared_sizes_have_limits() -> None:
    whole = json.loads(manifest({"ruleset.json": RULES}))
    whole["files"][0]["bytes"] = 262_145
    assert [code for code, _ in told(json.dumps(whole))] == ["bad-value", "too-large"]
    whole["files"][0]["bytes"] = 262_144
    assert [code for code, _ in told(json.dumps(whole))] == ["bad-value"]


def test_pins_are_held_to_the_real_files() -> None:
    text = manifest({"ruleset.json": RULES + " "})
    assert [code for code, _ in told(text)] == ["bad-value", "bad-value"]
    of = analysis(MANIFEST, {MANIFEST: text})
    edits = [edit for each in of.findings for edit in edits_of(each.fixes[0], of)]
    assert told(apply_edits(text, edits)) == []
    (action,) = [
        each for each in package_actions(of, 0, 0, "en", MANIFEST) if each.kind.startswith("source")
    ]
    assert told(apply_edits(text, action.edits[None])) == []


def test_a_pin_of_a_file_that_is_not_there() -> None:
    text = manifest({"ruleset.json": RULES, "locales/ru.jsn": "{}"})
    files = {"locales/ru.json": pack("ru", {}), MANIFEST: text}
    bad = [each for each in found(MANIFEST, files) if "unresolved" in each.code]
    assert [text[each.start : each.end] for each in bad] == ['"locales/ru.jsn"']
    assert '"locales/ru.json"' in [edit.new_text for fix in bad[0].fixes for edit in fix.edits]


def test_m2_less_than_the_highest_feature_used() -> None:
    text = manifest({"ruleset.json": LAYERED}, minor=24)
    files = {MANIFEST: text, "ruleset.json": LAYERED}
    (low,) = found(MANIFEST, files)
    assert (low.code, text[low.start : low.end]) == ("ruleset/api-too-low", "24")
    assert low.severity is Severity.ERROR
    assert "1.25: because of `layers`" in render(low.message, "en")
    assert [(each.path, LAYERED[each.start : each.end]) for each in low.related] == [
        ("ruleset.json", '"layers"')
    ]
    of = analysis(MANIFEST, files)
    raised = apply_edits(text, edits_of(low.fixes[0], of))
    assert json.loads(raised)["capabilityApi"]["minor"] == 25
    assert found(MANIFEST, {**files, MANIFEST: raised}) == []


def test_m2_any_ruleset_needs_its_first_version() -> None:
    assert codes(manifest({"ruleset.json": RULES}, minor=19)) == ["ruleset/api-too-low"]
    assert codes(manifest({"ruleset.json": RULES}, minor=20)) == []


def test_m2_translations_in_the_package() -> None:
    files = {"ruleset.json": RULES, "locales/ru.json": pack("ru", {})}
    assert codes(manifest(files, minor=810), **files) == ["ruleset/api-too-low"]
    assert codes(manifest(files, minor=811), **files) == []
    blurb = {"locales/en.json": '{"_meta": {"locale": "en"}}'}
    assert codes(manifest({"ruleset.json": RULES, **blurb}), **blurb) == []


def test_l6_packs_listed_in_a_catalog_entry() -> None:
    def listed(language: str, url: str, **more: object) -> list[str]:
        entry = {"url": url, "sha256": "0" * 64, "bytes": 1, "name": "x", "description": "y"}
        locales = {language: {**entry, **more}}
        return codes(manifest({"ruleset.json": RULES}, minor=811, locales=locales))

    good = "https://example.org/ash-tide-1.0.0.ru.json"
    assert listed("ru", good) == []
    assert listed("en", good) == ["ruleset/locale-english"]
    assert listed("ru", "https://example.org/ash-tide-1.0.1.ru.json") == ["ruleset/bad-value"]
    assert listed("ru", good, bytes=8_388_609) == ["ruleset/out-of-range"]
    assert listed("ru", good, sha256="0") != []
    low = codes(manifest({"ruleset.json": RULES}, minor=810, locales={}))
    assert low == ["ruleset/api-too-low"]


def test_a_ruleset_of_the_catalog_has_no_packs_inside() -> None:
    """Section 11: the two ways to translate exclude each other; the English blurb may stay."""
    ru, english = pack("ru", {}), '{"_meta": {"locale": "en"}, "package": {"name": "Ash"}}'
    files = {"ruleset.json": RULES, "locales/ru.json": ru, "locales/en.json": english}
    assert told(manifest(files, minor=811), files) == []
    published: dict[str, object] = {"url": "https://a.example/b.json"}
    for text in (
        manifest(files, minor=811, artifact=published),
        manifest(files, minor=811, locales={}),
    ):
        assert told(text, files) == [("exclusive-keys", '"locales/ru.json"')]


def test_one_word_about_a_checksum_or_size_that_is_none() -> None:
    whole = json.loads(manifest({"ruleset.json": RULES}))
    whole["files"][0].update(sha256="ab", bytes=-1)
    assert told(json.dumps(whole)) == [("bad-value", '"ab"'), ("out-of-range", "-1")]


def test_a_manifest_is_an_object() -> None:
    assert told("[]") == [("wrong-type", "[]")]


def test_from_a_path_to_the_file() -> None:
    text = manifest({"ruleset.json": RULES})
    assert [link.path for link in links(analysis(MANIFEST, {MANIFEST: text}))] == [
        "ruleset.json",
        "ruleset.json",
    ]
