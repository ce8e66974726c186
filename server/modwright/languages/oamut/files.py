"""The files that a manifest names (specs/oamut.md, The package, Borders)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from modwright.findings.model import Finding
from modwright.languages.nearest import nearest
from modwright.languages.oamut import grammar
from modwright.languages.oamut.edits import quoted
from modwright.languages.oamut.manifest import ManifestFacts, Named
from modwright.languages.oamut.report import error, replace
from modwright.languages.package import Package

_ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_SEPARATORS = ("/", "\\")


def folded(path: str) -> str:
    """A path as the package compares it: ASCII letters of both cases are the same."""
    return path.translate(_ASCII_LOWER)


def paths_of(package: Package) -> Mapping[str, str]:
    """The paths of all files by their folded names."""
    return {folded(file.path): file.path for file in reversed(package.files())}


def file_findings(facts: ManifestFacts, package: Package) -> Iterator[Finding]:
    """Findings about the entry and the icon. A name that another finding refuses is not looked
    up."""
    paths = paths_of(package)
    entry = facts.entry
    if entry is not None:
        if _may_be_entry(entry.text) and folded(entry.text) not in paths:
            scripts = [path for path in paths.values() if _may_be_entry(path)]
            yield _missing(entry, "entry", scripts)
    elif (
        facts.entry_name is not None
        and facts.first_key is not None
        and folded(facts.entry_name) not in paths
    ):
        yield error("oamut/missing-file.default-entry", facts.first_key, name=facts.entry_name)
    icon = facts.icon
    if icon is not None and _ends_as(icon.text, ".png"):
        path = paths.get(folded(icon.text))
        if path is None:
            images = [path for path in paths.values() if _ends_as(path, ".png")]
            yield _missing(icon, "icon", images)
        else:
            data = package.read(path)
            if data is not None and not is_png(data):
                yield error("oamut/not-png", icon.span, name=icon.text)


def _may_be_entry(name: str) -> bool:
    return _ends_as(name, ".lua") and not any(separator in name for separator in _SEPARATORS)


def _ends_as(name: str, extension: str) -> bool:
    return len(name) > len(extension) and folded(name).endswith(extension)


def _missing(named: Named, what: str, present: list[str]) -> Finding:
    fixes = tuple(
        replace(named.span, quoted(path) if named.is_quoted else path)
        for path in nearest(named.text, present)
    )
    return error(f"oamut/missing-file.{what}", named.span, fixes, name=named.text)


# Bit depths that a PNG may have, by colour type (the PNG specification, IHDR).
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_HEADER_LENGTH = 13
_LARGEST = 2**31 - 1


def is_png(data: bytes) -> bool:
    """Whether the data begins as every PNG does: the signature, then a sound IHDR chunk."""
    icon = grammar.layout()["icon"]
    signature, name = bytes.fromhex(icon["signature"]), icon["header"].encode("ascii")
    at = len(signature)
    chunk = data[at + 4 : at + 8 + _HEADER_LENGTH]
    if not data.startswith(signature) or len(chunk) < 4 + _HEADER_LENGTH:
        return False
    if int.from_bytes(data[at : at + 4], "big") != _HEADER_LENGTH or chunk[:4] != name:
        return False
    checksum = data[at + 8 + _HEADER_LENGTH : at + 12 + _HEADER_LENGTH]
    if checksum != zlib.crc32(chunk).to_bytes(4, "big"):
        return False
    header = chunk[4:]
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
    depth, colour, compression, filtering, interlacing = header[8:]
    return (
        1 <= width <= _LARGEST
        and 1 <= height <= _LARGEST
        and depth in _DEPTHS.get(colour, ())
        and compression == 0
        and filtering == 0
        and interlacing in (0, 1)
    )
