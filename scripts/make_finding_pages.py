"""Write docs/findings/: a page for every finding and an index, from the catalogue of findings.

Run by hand, with modwright installed from this checkout, when the catalogue, a message or what is
found in an example has changed:

    python scripts/make_finding_pages.py            # writes, and removes what is no page any more
    python scripts/make_finding_pages.py --check    # exits 1 when a page is not up to date

What modwright says on a page is not written down anywhere: it is what the example is answered with.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from modwright.findings.examples import files_of
from modwright.findings.messages import FindingSpec, all_specs, render
from modwright.findings.model import Finding
from modwright.ide.service import analyse_text
from modwright.languages.language import Analysis
from modwright.languages.package import MUTATOR, RULESET, DictPackage
from modwright.workspace.settings import OFF

PAGES = Path(__file__).resolve().parent.parent / "docs" / "findings"
MADE_BY = "<!-- Made by scripts/make_finding_pages.py: change the catalogue, not this page. -->"

NAMES = {
    "json": "example.nimblock.json",
    "nimblock": "example.nimblock.json",
    "lua": "mutator.lua",
    "oamut": "oamut.yaml",
    "ruleset": "example.ruleset.json",
    "yaml": "oamut.yaml",
}
"""What the file of an example is called that does not say so itself, by the family of the code."""

PACKAGE = {MUTATOR: "fast-factories", RULESET: "harbour-nights"}
"""The folder of the package of an example of several files, by its kind."""

FENCES = {".json": "json", ".lua": "lua", ".yaml": "yaml"}
INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


class Words(NamedTuple):
    """The headings of a page in one language."""

    severity: str
    before: str
    says: str
    fix: str
    after: str
    described: str


WORDS = {
    "en": Words("Severity", "Before", "modwright says", "quick fix", "After", "An example"),
    "ja": Words("重要度", "修正前", "modwright の指摘", "クイックフィックス", "修正後", "例"),
}
SEVERITIES = {
    "en": {
        "error": "error (the file is refused)",
        "warning": "warning (it loads, and does not do what was meant)",
        "information": "information",
        "hint": "hint",
        OFF: "off, unless the settings ask for it",
    },
    "ja": {
        "error": "エラー（ファイルが受け付けられません）",
        "warning": "警告（読み込まれますが、思ったとおりには動きません）",
        "information": "情報",
        "hint": "ヒント",
        OFF: "オフ（設定で有効にできます）",
    },
}


def pages() -> dict[str, str]:
    """The text of every page by its path below docs/findings/."""
    made = {f"{page.code}.md": page_of(page) for page in all_specs()}
    return {**made, "README.md": index()}


def index() -> str:
    lines = [
        MADE_BY,
        "",
        "# Findings",
        "",
        "Everything modwright can say about a file. `modwright explain CODE` prints the same pages",
        "in the terminal, and the code of a finding in your editor links to them.",
        "How to change a severity: [settings](../nimblock.md#settings).",
        "",
        "modwright が指摘する内容の一覧です。各ページの後半に日本語の説明があります。",
        "",
        "| code | severity | what it means | 意味 |",
        "|---|---|---|---|",
    ]
    for page in all_specs():
        link = f"[`{page.code}`]({page.code}.md)"
        lines.append(f"| {link} | {severity_of(page)} | {page.title('en')} | {page.title('ja')} |")
    return "\n".join(lines) + "\n"


def page_of(page: FindingSpec) -> str:
    lines = [
        MADE_BY,
        "",
        f"# {page.title('en')}",
        "",
        f"`{page.code}` · [all findings](../README.md) · [日本語](#日本語)",
        "",
        *section(page, "en", "##"),
        "## 日本語",
        "",
        f"**{page.title('ja')}**",
        "",
        *section(page, "ja", "###", with_files=False),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def section(
    page: FindingSpec, locale: str, heading: str, *, with_files: bool = True
) -> Iterator[str]:
    words = WORDS[locale]
    yield f"{words.severity}: {SEVERITIES[locale][severity_of(page)]}"
    yield ""
    yield page.explanation(locale)
    yield ""
    if page.before.startswith("("):
        if with_files:
            yield f"{heading} {words.described}"
            yield ""
            yield f"- {words.before}: {page.before}"
            yield f"- {words.after}: {page.after}"
            yield ""
        return
    name = NAMES[page.code.partition("/")[0]]
    before, after = files_of(page.before, name), files_of(page.after, name)
    if with_files:
        yield f"{heading} {words.before}"
        yield ""
        yield from shown(before, are_named=len(before) > 1)
    yield f"{heading} {words.says}"
    yield ""
    yield from said(before, locale)
    if with_files:
        yield f"{heading} {words.after}"
        yield ""
        yield from shown(changed(before, after), are_named=len(before) > 1)
        yield from (f"`{path}` is gone.\n" for path in before if path not in after)
    else:
        yield "例のファイルは、上の [Before](#before) と [After](#after) にあります。"


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    return {path: text for path, text in after.items() if before.get(path) != text}


def shown(files: Mapping[str, str], *, are_named: bool) -> Iterator[str]:
    for path, text in files.items():
        if are_named:
            yield f"`{path}`"
            yield ""
        yield f"```{FENCES.get(PurePosixPath(path).suffix, 'text')}"
        yield from map(visible, text.removesuffix("\n").split("\n"))
        yield "```"
        yield ""


def visible(line: str) -> str:
    """A line without characters that nobody sees, or that break a page."""
    return INVISIBLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", line)


def said(files: Mapping[str, str], locale: str) -> Iterator[str]:
    """What the files before are answered with: one item a finding, its quick fixes below."""
    package = packages_of(files)[0] if len(files) > 1 else None
    items: list[str] = []
    for path, text in files.items():
        analysis = None if path.startswith("../") else analyse_text(path, text, package=package)
        if analysis is None:
            continue
        file = f"`{path}` " if len(files) > 1 else ""
        for finding in analysis.findings:
            line, column = place_of(analysis, finding)
            items.append(f"- {file}{line}:{column} {render(finding.message, locale)}")
            items += [
                f"  - {WORDS[locale].fix}: {render(fix.title, locale)}" for fix in finding.fixes
            ]
        items += [
            f"- `{other}` {render(found.message, locale)}" for other, found in analysis.elsewhere
        ]
    assert items, f"nothing is found in {', '.join(files)}"
    yield from items
    yield ""


def packages_of(files: Mapping[str, str]) -> list[DictPackage]:
    """The package of an example of several files, then those beside it."""
    kind = RULESET if RULESET.manifest_among(files) else MUTATOR
    folders: dict[str, dict[str, str]] = {PACKAGE[kind]: {}}
    for path, text in files.items():
        folder, inner = PACKAGE[kind], path
        if path.startswith("../"):
            folder, _, inner = path.removeprefix("../").partition("/")
        folders.setdefault(folder, {})[inner] = text
    library: list[DictPackage] = []
    library += [
        DictPackage(folder, texts, library, kind.manifest_among(texts) or "", kind=kind)
        for folder, texts in folders.items()
    ]
    return library


def place_of(analysis: Analysis, finding: Finding) -> tuple[int, int]:
    """Line and column of a finding, counted from 1; columns in code points."""
    before = analysis.source.text[: finding.start]
    return before.count("\n") + 1, finding.start - (before.rfind("\n") + 1) + 1


def severity_of(page: FindingSpec) -> str:
    return page.severity.value if page.severity else OFF


def stale() -> list[str]:
    """The pages that differ from what would be written, are missing, or should not be there."""
    wanted = pages()
    there = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md")}
    changed = [name for name in wanted if name in there and read(PAGES / name) != wanted[name]]
    return sorted({*changed, *(there ^ wanted.keys())})


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def write() -> None:
    wanted = pages()
    for path in PAGES.rglob("*.md"):
        if path.relative_to(PAGES).as_posix() not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = PAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the pages of docs/findings/.")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    if not parser.parse_args().check:
        write()
        return 0
    names = stale()
    for name in names:
        print(f"docs/findings/{name} is not up to date")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
