"""Manifests with a cursor in them, and what they are after a proposal was taken."""

from __future__ import annotations

import re
from collections.abc import Mapping

from modwright.languages.around import Proposal
from modwright.languages.oamut.manifest_language import OamutManifest
from modwright.languages.package import DictPackage, Package
from modwright.languages.results import Description
from modwright.syntax.yaml_document import YamlDocument

CURSOR = "‸"

_STOP = re.compile(
    r"\\(?P<escaped>[\\$}])"
    r"|\$(?P<bare>\d+)"
    r"|\$\{(?P<stop>\d+):(?P<text>(?:\\.|[^\\}])*)\}"
    r"|\$\{(?P<choice>\d+)\|(?P<first>[^,|]*)[^|]*\|\}"
)
_BREAK = re.compile(r"\r\n|\n")

AROUND = OamutManifest().around


def split(marked: str) -> tuple[str, int]:
    assert marked.count(CURSOR) == 1
    return marked.replace(CURSOR, ""), marked.index(CURSOR)


def library() -> list[Package]:
    """Two mutators, one of which has a little of everything."""
    found: list[Package] = []
    files: Mapping[str, str | bytes] = {
        "oamut.yaml": "",
        "mutator.lua": "function mutate(ctx) return {} end\n",
        "別の入口.lua": "",
        "two words.lua": "",
        "lua/season.lua": "",
        "icon.png": b"",
        "files/art/雪.PNG": b"",
        "README.md": "",
    }
    winter = (
        "oamut: 1\nid: long-winter\nversion: '2.0.0'\nname: 長い冬\n"
        "works-with: [total-war]\nlayers: [files, rules]\n"
        "options:\n  - {id: snow, type: toggle, default: true}\n"
    )
    found.append(DictPackage("fast-factories", files, found))
    found.append(DictPackage("winter", {"oamut.yaml": winter}, found))
    return found


def proposals(marked: str, locale: str = "en", package: Package | None = None) -> list[Proposal]:
    text, offset = split(marked)
    around = package if package is not None else library()[0]
    found = list(AROUND.complete(YamlDocument.parse(text), offset, locale, around))
    for each in found:
        # The protocol: on one line, with the cursor in it.
        assert each.start <= offset <= each.end
        assert not _BREAK.search(text, each.start, each.end)
    assert [each.sort for each in found] == sorted(each.sort for each in found)
    return found


def labels(marked: str, package: Package | None = None) -> list[str]:
    return [each.label for each in proposals(marked, package=package)]


def proposal(marked: str, label: str, package: Package | None = None) -> Proposal:
    found = [each for each in proposals(marked, package=package) if each.label == label]
    assert len(found) == 1, f"{label!r} in {labels(marked, package)}"
    return found[0]


def taken(marked: str, label: str, package: Package | None = None) -> str:
    """The manifest after a proposal was taken, by a client that has no snippets and by one that
    has: both have to come to the same text."""
    text, _ = split(marked)
    found = proposal(marked, label, package)
    plain = text[: found.start] + found.plain_text + text[found.end :]
    if found.is_snippet:
        written = adjusted(text, found.start, expanded(found.new_text))
        assert text[: found.start] + written + text[found.end :] == plain
    else:
        assert found.new_text == found.plain_text
    return plain


def adjusted(text: str, start: int, written: str) -> str:
    """As editors insert a snippet: its lines get the indentation of the line it goes into."""
    line = text.rfind("\n", 0, start) + 1
    indentation = re.match(r" *", text[line:start])
    assert indentation is not None
    return _BREAK.sub(lambda match: match[0] + indentation[0], written)


def expanded(snippet: str) -> str:
    """The text of a snippet before anything is filled in; its stops are numbered from 1 on."""
    numbers: list[int] = []

    def part(match: re.Match[str]) -> str:
        if match["escaped"]:
            return match["escaped"]
        numbers.append(int(match["bare"] or match["stop"] or match["choice"]))
        return re.sub(r"\\(.)", r"\1", match["first"] or match["text"] or "")

    text = _STOP.sub(part, snippet)
    assert numbers == list(range(1, len(numbers) + 1))
    return text


def description(
    marked: str, locale: str = "en", package: Package | None = None
) -> Description | None:
    text, offset = split(marked)
    return AROUND.describe(YamlDocument.parse(text), offset, locale, package)


def hover(marked: str, locale: str = "en", package: Package | None = None) -> str:
    """What is shown at the cursor, as one text."""
    found = description(marked, locale, package)
    assert found is not None
    return found.markdown
