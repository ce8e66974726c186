"""The file as a whole: what it may weigh, and what it may not be called."""

from __future__ import annotations

import pytest

from modwright.ide import service
from modwright.languages.analysing import MAX_CHARACTERS
from modwright.languages.package import RULESET, DictPackage
from modwright.languages.ruleset.language import Ruleset
from modwright.syntax.json_document import JsonDocument
from tests.languages.ruleset.ruleset_text import clean, ruleset
from tests.languages.ruleset.sheet_text import check

_MOST = 256 * 1024


def _heavy(size: int) -> str:
    """A ruleset of so many bytes of UTF-8, most of them kanji of three bytes each."""
    text = ruleset('"$comment": "鯨"')
    missing = size - len(text.encode())
    return text.replace("鯨", "鯨" * (missing // 3 + 1) + "x" * (missing % 3))


def _codes(text: str) -> set[str]:
    document = JsonDocument.parse(text)
    return {each.code for each in Ruleset().findings(document, None)}


def test_r5_a_ruleset_has_256_kilobytes_at_most() -> None:
    fits, heavy = _heavy(_MOST), _heavy(_MOST + 1)
    assert (len(fits.encode()), len(heavy.encode())) == (_MOST, _MOST + 1)
    assert "ruleset/too-large" not in _codes(fits)
    assert "ruleset/too-large" in _codes(heavy)
    # What stands around the object belongs to the file.
    assert "ruleset/too-large" in _codes(fits + "\n")


def test_r6_ids_of_the_engine_are_taken() -> None:
    for name in ("engine-legacy", "traditional"):
        check(ruleset(f'"id": «"{name}"»'), "bad-identifier")
    clean(ruleset('"id": "traditional-2"'))


@pytest.mark.parametrize("text", ["[]", "null", '"灰の潮"', "3", " [1, 2]\n"])
def test_r1_a_ruleset_is_an_object(text: str) -> None:
    document = JsonDocument.parse(text)
    [found] = Ruleset().findings(document, None)
    assert (found.code, text[found.start : found.end]) == ("ruleset/wrong-type", text.strip())


def test_r5_what_is_no_object_may_be_too_large_as_well() -> None:
    assert _codes("[]" + " " * _MOST) == {"ruleset/wrong-type", "ruleset/too-large"}


def test_r5_a_file_that_is_not_even_read_is_too_large() -> None:
    text = ruleset() + " " * MAX_CHARACTERS
    found = service.analyse_bytes("rulesets/灰.json", text.encode(), None, None)
    assert found is not None
    assert [each.code for each in found.findings] == ["json/too-large", "ruleset/too-large"]


def test_r5_a_catalog_of_a_megabyte_is_read_and_one_byte_more_is_too_much() -> None:
    catalog = '{"schemaVersion": 1, "catalog": "feats", "entries": []}'

    def codes(size: int) -> list[str]:
        text = catalog.ljust(size)
        files = {"ruleset.json": ruleset(), "catalogs/feats.json": text}
        around = DictPackage("ash-tide", files, manifest_path="ruleset.json", kind=RULESET)
        found = service.analyse_bytes("catalogs/feats.json", text.encode(), None, around)
        assert found is not None
        return [each.code for each in found.findings if "too-large" in each.code]

    assert codes(1024 * 1024) == []
    assert codes(1024 * 1024 + 1) == ["json/too-large", "ruleset/too-large"]


@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_are_finite_however_they_are_written(sign: str) -> None:
    """Section 0: what no double can hold is no number, be it written out or as a power."""
    for number in ("1e309", "9" * 309, "9" * 400, "9" * 5000):
        check(ruleset(f'"version": «{sign}{number}»'), "out-of-range")
    clean(ruleset(f'"version": {"9" * 308}'))
    clean(ruleset('"version": 1e308'))
