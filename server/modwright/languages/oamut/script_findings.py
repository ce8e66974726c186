"""What is wrong with a script of a package (specs/oamut.md, Findings, Scripts)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from modwright.findings.from_lua import lua_syntax_finding
from modwright.findings.model import Finding, Fix, Message, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.oamut import grammar
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.manifest import value_at
from modwright.languages.oamut.report import error, hint, replace
from modwright.languages.oamut.script_package import Around, around, module_path
from modwright.languages.package import Package
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import LuaFacts, Named, PathText
from modwright.syntax.lua_names import lua_names
from modwright.syntax.lua_text import line_end, skipped
from modwright.syntax.node import Array, Container, Kind, Object
from modwright.syntax.yaml_document import YamlDocument

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_QUOTES = ("'", '"')


def script_findings(document: LuaDocument, path: str, package: Package | None) -> list[Finding]:
    """The findings on a script at absolute offsets, in no particular order.

    `path` is relative to the package. Without a package, what speaks of other files is not said,
    and a script of the usual name is taken for an entry.
    """
    fault = document.fault
    found = [] if fault is None else [lua_syntax_finding(fault)]
    found += _Checks(document, path, package).findings()
    return found


class _Checks:
    def __init__(self, document: LuaDocument, path: str, package: Package | None) -> None:
        self._text = document.text
        self._facts: LuaFacts = document.facts
        self._package = package
        self._around: Around = around(package)
        if package is None:
            name = folded(path).rpartition("/")[2]
            self._is_entry = name == folded(grammar.default_entry())
        else:
            self._is_entry = self._around.is_entry(path)

    def findings(self) -> Iterator[Finding]:
        if self._is_entry:
            yield from self._no_mutate()
            yield from self._plan_keys()
        yield from self._options()
        for use in self._facts.library_uses:
            yield error("oamut/closed-library", (use.start, use.end), name=use.text)
        if self._package is not None:
            for required in self._facts.requires:
                yield from self._module(required)
            for named in self._facts.paths:
                yield from self._path(named)
        for span in self._facts.float_arithmetic:
            yield hint("oamut/float-arithmetic", span, fixed=lua_names().fixed)

    # ---- the entry

    def _no_mutate(self) -> Iterator[Finding]:
        facts = self._facts
        if facts.mutate is not None or facts.defines_computed or not facts.is_complete:
            return
        entry = lua_names().entry
        for function in facts.functions:
            if function.name == entry:
                # A function of that name which only the script itself can see.
                span = (function.name_start, function.name_end)
                fixes: tuple[Fix, ...] = ()
                head = re.compile(r"local\s+(?=function\b)").match(self._text, function.start)
                if head is not None:
                    title = Message.of("oamut.make-global", name=entry)
                    fixes = (Fix(title, (TextEdit(head.start(), head.end(), ""),)),)
                yield error("oamut/no-mutate.local", span, fixes, name=entry)
                return
        start = min(skipped(self._text), 1)
        yield error("oamut/no-mutate", (start, line_end(self._text, start)), name=entry)

    def _plan_keys(self) -> Iterator[Finding]:
        plan = self._facts.plan
        if plan is None:
            return
        layers = {key.name: key.layer for key in grammar.plan_keys()}
        declared = self._declared_layers()
        for key in plan.keys:
            span = (key.start, key.end)
            if key.name not in layers:
                fixes = self._better(span, key.name, list(layers))
                yield error("oamut/unknown-plan-key", span, fixes, name=key.name)
            elif declared is not None and layers[key.name] not in declared:
                yield error("oamut/undeclared-layer", span, name=key.name, layer=layers[key.name])

    def _declared_layers(self) -> frozenset[str] | None:
        """None where the manifest cannot be asked."""
        return self._around.layers if self._can_read("layers") else None

    # ---- the manifest

    def _can_read(self, key: str) -> bool:
        """Whether what the manifest says under a key is all that the author wrote there."""
        package = self._package
        if package is None:
            return False
        manifest = package.tree(package.manifest_path, YamlDocument.parse)
        root = manifest.root if manifest is not None else None
        if manifest is None or not isinstance(root, Object) or root.is_damaged:
            return False
        value = value_at(root, manifest.root_offset, key)
        node = value.node if value is not None else None
        if node is None or node.kind is Kind.NULL:
            return True
        if not isinstance(node, Array):
            return False
        return node.remember(_is_whole, partial(_is_whole, node))

    def _options(self) -> Iterator[Finding]:
        reads = self._facts.option_reads
        if not reads or not self._can_read("options"):
            return
        known = {option.id.text: None for option in self._around.options}
        for read in reads:
            if read.name not in known:
                span = (read.start, read.end)
                fixes = self._better(span, read.name, list(known))
                yield error("oamut/unknown-option", span, fixes, name=read.name)

    # ---- files

    def _module(self, required: Named) -> Iterator[Finding]:
        if self._around.module(required.text) is None:
            span = (required.start, required.end)
            fixes = self._better(span, required.text, self._around.modules())
            path = module_path(required.text)
            yield error("oamut/missing-module", span, fixes, path=path)

    def _path(self, named: PathText) -> Iterator[Finding]:
        surroundings = self._around
        span = (named.start, named.end)
        is_relative = not named.text.startswith("/")
        if named.kind == lua_names().rule_file:
            if not is_relative or named.text.endswith("/") or not surroundings.file(named.text):
                fixes = self._better(span, named.text, surroundings.rule_files())
                yield error("oamut/missing-path.rules", span, fixes, path=named.text)
        elif named.kind == lua_names().added_files:
            is_there = surroundings.folder(named.text) or surroundings.file(named.text)
            if not is_relative or not is_there:
                fixes = self._better(span, named.text, surroundings.data_folders())
                yield error("oamut/missing-path.files", span, fixes, path=named.text)

    # ---- fixes

    def _better(self, span: tuple[int, int], written: str, known: Sequence[str]) -> tuple[Fix, ...]:
        """Replacements by names that are spelled alike, written the way the author wrote it."""
        raw = self._text[span[0] : span[1]]
        fixes: list[Fix] = []
        for name in nearest(written, known):
            if _NAME.fullmatch(raw):
                if _NAME.fullmatch(name):
                    fixes.append(replace(span, name))
                continue
            quote = raw[0] if raw[0] in _QUOTES else '"'
            if quote not in name and "\\" not in name:
                edit = TextEdit(span[0], span[1], f"{quote}{name}{quote}")
                fixes.append(Fix(Message.of("oamut.replace-by", name=name), (edit,)))
        return tuple(fixes)


def _is_whole(node: Container) -> bool:
    """Whether nothing in it was lost. Takes one call a level, which the reader bounds."""
    return not node.is_damaged and all(
        inner.remember(_is_whole, partial(_is_whole, inner))
        for _, inner in node.parts
        if isinstance(inner, Container)
    )
