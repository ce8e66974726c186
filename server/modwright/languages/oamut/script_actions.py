"""Quick fixes of a script that reach the manifest, or make a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.messages import text as words_of
from modwright.findings.model import TextEdit
from modwright.languages.around import PackageAction
from modwright.languages.oamut import grammar
from modwright.languages.oamut.edits import (
    add_entry,
    add_item,
    is_flow,
    line_break,
    line_end,
    line_start,
)
from modwright.languages.oamut.identifiers import option_id_problem
from modwright.languages.oamut.lua_reading import Reading, reading_of
from modwright.languages.oamut.lua_tokens import TokenKind
from modwright.languages.oamut.plan_words import plan_words
from modwright.languages.oamut.schema_walk import part_at
from modwright.languages.oamut.script_package import SCRIPT_SUFFIX, Around, module_path
from modwright.languages.oamut.snippets import indentation_unit
from modwright.schema.checker import Schema
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.node import Array, Entry, Object
from modwright.syntax.tree import SyntaxTree
from modwright.syntax.yaml_document import YamlDocument

_QUICK_FIX = "quickfix"
_LAYERS = "layers"
_OPTIONS = "options"
_ARITHMETIC = ("+", "-", "*", "/", "//", "%", "^", "<", ">", "<=", ">=")
_MARK = "…"
_TOGGLE, _CHOICE, _NUMBER = "toggle", "choice", "number"


def actions(
    document: LuaDocument, start: int, end: int, locale: str, around: Around
) -> list[PackageAction]:
    """The fixes for what [start, end) touches."""
    package = around.package
    if package is None or around.facts is None:
        return []
    manifest = package.tree(package.manifest_path, YamlDocument.parse)
    if manifest is None or not isinstance(manifest.root, Object):
        return []
    fixer = _Fixer(document, manifest, manifest.root, package.manifest_path, locale, around)
    return list(fixer.fixes(start, end))


class _Fixer:
    def __init__(
        self,
        document: LuaDocument,
        manifest: SyntaxTree,
        root: Object,
        path: str,
        locale: str,
        around: Around,
    ) -> None:
        self.document = document
        self.manifest = manifest
        self.root = root
        self.path = path
        self.locale = locale
        self.around = around

    def fixes(self, start: int, end: int) -> Iterator[PackageAction]:
        facts = self.document.facts
        for key in facts.plan.keys if facts.plan is not None else ():
            if key.start <= end and start <= key.end:
                yield from self._declare_layer(key.name, key.start)
        done: set[str] = set()
        for read in facts.option_reads:
            is_touched = read.start <= end and start <= read.end
            if is_touched and read.name not in done:
                done.add(read.name)
                yield from self._add_option(read.name, read.start, read.end)
        for required in facts.requires:
            if required.start <= end and start <= required.end:
                yield from self._make_module(required.text, required.start)

    # ---- layers

    def _declare_layer(self, key: str, at: int) -> Iterator[PackageAction]:
        word = plan_words().plan_keys.get(key)
        declared = self.around.layers
        if word is None or declared is None or word.layer in declared:
            return
        yield from self._layers_action([word.layer], "script.fix.declare-layer", at, True)
        missing = self._missing_layers()
        if len(missing) > 1:
            yield from self._layers_action(missing, "script.fix.declare-layers", at, False)

    def _missing_layers(self) -> list[str]:
        plan = self.document.facts.plan
        declared = self.around.layers or frozenset()
        words = plan_words().plan_keys
        keys = [words[key.name].layer for key in plan.keys if key.name in words] if plan else []
        return [layer for layer in dict.fromkeys(keys) if layer not in declared]

    def _layers_action(
        self, layers: list[str], title: str, at: int, is_preferred: bool
    ) -> Iterator[PackageAction]:
        edit = self._layers_edit(layers)
        if edit is None:
            return
        yield PackageAction(
            title=words_of(title, self.locale, layers=layers),
            kind=_QUICK_FIX,
            edits={self.path: (edit,)},
            creates={},
            finding_code="oamut/undeclared-layer",
            finding_start=at,
            is_preferred=is_preferred,
        )

    def _layers_edit(self, layers: list[str]) -> TextEdit | None:
        text, offset = self.manifest.text, self.manifest.root_offset
        entry = self.root.get(_LAYERS)
        joined = ", ".join(layers)
        if entry is None:
            order = list(grammar.properties(grammar.schema()))
            return add_entry(text, self.root, offset, _LAYERS, f"[{joined}]", order)
        if entry.value is None:
            return self._fill(entry, f"[{joined}]")
        if not isinstance(entry.value, Array):
            return None
        at = offset + entry.value_offset
        edits = [add_item(text, entry.value, at, layer) for layer in layers]
        if not entry.value.items:
            return edits[0]._replace(new_text=joined)
        return edits[0]._replace(new_text="".join(edit.new_text for edit in edits))

    def _fill(self, entry: Entry, value: str) -> TextEdit:
        """Write the value of a key that has none."""
        at = self._behind_colon(entry)
        return TextEdit(at, at, f" {value}")

    def _behind_colon(self, entry: Entry) -> int:
        key_end = self.manifest.root_offset + entry.key_offset + entry.key.width
        return self.manifest.text.index(":", key_end) + 1

    # ---- options

    def _add_option(self, name: str, start: int, end: int) -> Iterator[PackageAction]:
        if self.around.option(name) is not None or option_id_problem(name) is not None:
            return
        likely = _likely_type(reading_of(self.document.text), start)
        types = grammar.option_types()
        for type_ in sorted(types, key=lambda each: each != likely):
            edit = self._option_edit(_template(name, type_, types[type_]))
            if edit is None:
                return
            yield PackageAction(
                title=words_of("script.fix.add-option", self.locale, name=name, type=type_),
                kind=_QUICK_FIX,
                edits={self.path: (edit,)},
                creates={},
                finding_code="oamut/unknown-option",
                finding_start=start,
                is_preferred=type_ == likely,
            )

    def _option_edit(self, option: Mapping[str, str]) -> TextEdit | None:
        text, offset = self.manifest.text, self.manifest.root_offset
        entry = self.root.get(_OPTIONS)
        pairs = [f"{key}: {value}" for key, value in option.items()]
        flow = "{ " + ", ".join(pairs) + " }"
        if entry is None:
            order = list(grammar.properties(grammar.schema()))
            if is_flow(self.root):
                return add_entry(text, self.root, offset, _OPTIONS, f"[{flow}]", order)
            edit = add_entry(text, self.root, offset, _OPTIONS, _MARK, order)
            below = self._block(pairs, self._root_column() + self._list_indent())
            return edit._replace(new_text=edit.new_text.replace(f" {_MARK}", below, 1))
        if entry.value is None:
            at = line_end(text, self._behind_colon(entry))
            if is_flow(self.root):
                return self._fill(entry, f"[{flow}]")
            return TextEdit(at, at, self._block(pairs, self._root_column() + self._list_indent()))
        if not isinstance(entry.value, Array):
            return None
        at = offset + entry.value_offset
        if is_flow(entry.value):
            return add_item(text, entry.value, at, flow)
        edit = add_item(text, entry.value, at, _MARK)
        return edit._replace(new_text=self._block(pairs, at - line_start(text, at)))

    def _block(self, pairs: list[str], column: int) -> str:
        """An item of a list in lines, its dash in this column."""
        new_line = line_break(self.manifest.text) + " " * column
        return f"{new_line}- " + f"{new_line}  ".join(pairs)

    def _root_column(self) -> int:
        first = self.manifest.root_offset + self.root.entries[0].key_offset
        return first - line_start(self.manifest.text, first)

    def _list_indent(self) -> int:
        """How far the dashes of the manifest's other lists stand to the right of their keys."""
        for entry in self.root.entries:
            value = entry.value
            if isinstance(value, Array) and value.items and not is_flow(value):
                at = self.manifest.root_offset + entry.value_offset
                return at - line_start(self.manifest.text, at) - self._root_column()
        return indentation_unit(self.manifest.text)

    # ---- modules

    def _make_module(self, name: str, start: int) -> Iterator[PackageAction]:
        path = module_path(name)
        parts = path.split("/")
        if self.around.module(name) is not None or not _is_plain_name(name) or "" in parts:
            return
        yield PackageAction(
            title=words_of("script.fix.make-module", self.locale, path=path),
            kind=_QUICK_FIX,
            edits={},
            creates={path: _new_module(parts[-1])},
            finding_code="oamut/missing-module",
            finding_start=start,
        )


def _new_module(file: str) -> str:
    """The text of a new module: a table to fill."""
    name = file.removesuffix(SCRIPT_SUFFIX)
    return f"local {name} = {{}}\n\nreturn {name}\n"


def _is_plain_name(name: str) -> bool:
    """Whether every part of a module's name is one that Lua and every disk take."""
    return all(option_id_problem(part) is None for part in name.replace("/", ".").split("."))


def _template(name: str, type_: str, member: Schema) -> Mapping[str, str]:
    """An option of a type with the placeholders of the schema."""
    base = grammar.properties(part_at(None, (_OPTIONS, 0)) or {})
    found: dict[str, str] = {}
    for key, special in grammar.properties(member).items():
        part = {**base[key], **special}
        insert = part.get("x-insert")
        if key == "id":
            found[key] = name
        elif "const" in part:
            found[key] = type_
        elif isinstance(insert, str):
            found[key] = insert
    return found


def _likely_type(reading: Reading, offset: int) -> str:
    """The type of option that a read of it looks like: by what it is held against."""
    index = reading.touching(offset + 1)
    if index is None:
        return _TOGGLE
    if reading.is_symbol(index + 1, "]"):
        index += 1
    if reading.is_symbol(index + 1, "==", "~="):
        if reading.is_string(index + 2):
            return _CHOICE
        other = index + 2 < len(reading.tokens)
        if other and reading.tokens[index + 2].kind is TokenKind.NUMBER:
            return _NUMBER
        return _TOGGLE
    return _NUMBER if reading.is_symbol(index + 1, *_ARITHMETIC) else _TOGGLE
