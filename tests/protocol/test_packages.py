"""A package in the editor: manifest, scripts and disk speak of one another, over the wire."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from zlib import compress, crc32

import pytest
import pytest_asyncio
from lsp_support import Editor, Page, error_of, within
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

MANIFEST = """\
oamut: 1
id: water-city
name: 水の都 🌊
version: "1.10"
works-with: ["*"]
icon: 印.png
layers: [files, rules]
options:
  - id: tide        # 潮 🌊
    type: number
    min: 1
    max: 9
    step: 1
    default: 3
"""
SCRIPT = """\
-- 潮が満ちると、街が沈みます 🌊
local moon = require "moon"

function mutate(ctx)
  local options = ctx.options
  print("🌊🌊", options.tide, ctx.options["tide"])
  return {
    files = { add = { "files/海" } },
    rules = { all("units"):change { scale = { maxdamage = moon.pull(ctx.options.tide) } } },
  }
end
"""
MODULE = """\
-- 月の引力
local moon = {}

function moon.pull(tide)
  return fixed(tide)
end

return moon
"""
FILES = {
    "oamut.yaml": MANIFEST,
    "mutator.lua": SCRIPT,
    "lua/moon.lua": MODULE,
    "files/海/波.txt": "ざぶん 🌊",
}
LANGUAGES = {".yaml": "yaml", ".lua": "lua"}


def png() -> bytes:
    """One white dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", compress(b"\0\xff")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


@dataclass
class Project:
    """A package on disk, and what of it is open."""

    editor: Editor
    root: Path
    pages: dict[str, Page] = field(default_factory=dict[str, Page])

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def write(self, path: str, text: str | bytes) -> None:
        """Somebody else writes a file. The server is not told."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def tell(self, path: str, kind: types.FileChangeType) -> None:
        """The editor has noticed that a file has changed on disk."""
        event = types.FileEvent(self.uri(path), kind)
        self.editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([event])
        )

    async def open(self, path: str, text: str | None = None) -> Page:
        """Open a file, with another text than the disk has where one is given."""
        before = len(refreshes(self.editor))
        shown = self.on_disk(path) if text is None else text
        page = self.editor.open(shown, self.uri(path), LANGUAGES[Path(path).suffix])
        if self.pages and self.editor.pulls:
            # The others are asked for once more; a test then counts from here.
            await self.editor.until(lambda: len(refreshes(self.editor)) > before or None)
        self.pages[path] = page
        return page

    def on_disk(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def edited(self, edit: types.WorkspaceEdit | None) -> dict[str, str]:
        """The texts that an edit leaves, by path. Open documents are named with their version."""
        assert edit is not None
        found: dict[str, str] = {}
        for uri, version, edits in changes_of(edit):
            path = next(path for path in FILES if self.uri(path) == uri)
            page = self.pages.get(path)
            if edit.document_changes is not None:
                assert version == (page.version if page else None)
            page = page or Page(self.editor, uri, self.on_disk(path))
            assert path not in found
            found[path] = page.apply(types.WorkspaceEdit(changes={uri: edits}))
        return found

    def close(self) -> None:
        while self.pages:
            self.pages.popitem()[1].close()


def changes_of(
    edit: types.WorkspaceEdit,
) -> list[tuple[str, int | None, Sequence[types.TextEdit]]]:
    if edit.document_changes is None:
        return [(uri, None, edits) for uri, edits in (edit.changes or {}).items()]
    found: list[tuple[str, int | None, Sequence[types.TextEdit]]] = []
    for change in edit.document_changes:
        assert isinstance(change, types.TextDocumentEdit)
        edits = [item for item in change.edits if isinstance(item, types.TextEdit)]
        assert len(edits) == len(change.edits)
        found.append((change.text_document.uri, change.text_document.version, edits))
    return found


def refreshes(editor: Editor) -> list[str]:
    return [name for name in editor.refreshed if name == types.WORKSPACE_DIAGNOSTIC_REFRESH]


async def shows(page: Page, *expected: tuple[str, str]) -> None:
    """The findings of a page are these: each its code, and the text under its squiggle."""

    def as_seen(items: Sequence[types.Diagnostic]) -> list[tuple[str, str]]:
        return sorted((str(item.code), page.text_in(item.range)) for item in items)

    if page.editor.pulls:
        assert as_seen(await page.findings()) == sorted(expected)
        return
    last: list[tuple[str, str]] | None = None

    def arrived() -> bool | None:
        nonlocal last
        for params in reversed(page.editor.published):
            if params.uri == page.uri and params.version == page.version:
                last = as_seen(params.diagnostics)
                return last == sorted(expected) or None
        return None

    try:
        await page.editor.until(arrived)
    except asyncio.TimeoutError:
        assert last == sorted(expected)
        raise


@pytest_asyncio.fixture(loop_scope="module", params=["neovim", "vscode"])
async def project(
    request: pytest.FixtureRequest, neovim: Editor, vscode: Editor, tmp_path: Path
) -> AsyncIterator[Project]:
    """Without fault as it stands. Once for a client that is pushed findings, once for one that
    pulls them."""
    editor = {"neovim": neovim, "vscode": vscode}[request.param]
    project = Project(editor, tmp_path / "water-city")
    for path, text in FILES.items():
        project.write(path, text)
    project.write("印.png", png())
    yield project
    project.close()
    # What closing says of this package has been said before the next one is opened.
    await editor.settle()


async def test_a_package_in_order_has_no_findings(project: Project) -> None:
    for path in ("oamut.yaml", "mutator.lua", "lua/moon.lua"):
        await shows(await project.open(path))


async def test_each_file_has_its_findings_and_closing_clears_them(project: Project) -> None:
    manifest = await project.open("oamut.yaml", MANIFEST.replace('"1.10"', "1.10"))
    await shows(manifest, ("oamut/unquoted-version", "1.10"))
    script = await project.open("mutator.lua", SCRIPT.replace("options.tide,", "options.潮,"))
    await shows(script, ("lua/syntax", "潮"), ("oamut/unknown-option", "潮"))
    script.replace("options.潮,", "options.moon, io,")
    await shows(script, ("oamut/unknown-option", "moon"), ("oamut/closed-library", "io"))
    await shows(manifest, ("oamut/unquoted-version", "1.10"))

    script.close()
    del project.pages["mutator.lua"]
    if project.editor.pulls:
        assert await script.codes() == []
    else:
        newest = await project.editor.until(
            lambda: next(
                (
                    params
                    for params in reversed(project.editor.published)
                    if params.uri == script.uri and params.version is None
                ),
                None,
            )
        )
        assert list(newest.diagnostics) == []
    # On disk it is as it was, and that is what counts now.
    await shows(manifest, ("oamut/unquoted-version", "1.10"))


async def test_an_option_renamed_by_hand_is_missed_where_it_is_read(project: Project) -> None:
    manifest = await project.open("oamut.yaml")
    script = await project.open("mutator.lua")
    await shows(script)
    before = len(refreshes(project.editor))

    manifest.replace("id: tide ", "id: wave ")
    if project.editor.pulls:
        await project.editor.until(lambda: len(refreshes(project.editor)) > before or None)
    unknown = ("oamut/unknown-option", "tide")
    await shows(script, unknown, ("oamut/unknown-option", '"tide"'), unknown)
    await shows(manifest, ("oamut/unused-option", "wave"))

    manifest.replace("id: wave ", "id: tide ")
    await shows(script)
    await shows(manifest)


async def test_a_script_that_reads_an_option_no_more_is_noticed_in_the_manifest(
    project: Project,
) -> None:
    script = await project.open("mutator.lua")
    manifest = await project.open("oamut.yaml")
    await shows(manifest)
    before = len(refreshes(project.editor))
    script.replace("moon.pull(ctx.options.tide)", "2")
    script.replace('options.tide, ctx.options["tide"]', "#options")
    if project.editor.pulls:
        await project.editor.until(lambda: len(refreshes(project.editor)) > before or None)
    await shows(script)
    await shows(manifest, ("oamut/unused-option", "tide"))


async def test_files_come_and_go_on_disk(project: Project) -> None:
    manifest = await project.open("oamut.yaml")
    script = await project.open("mutator.lua")
    await shows(manifest)
    await shows(script)
    first_line = "oamut: 1"

    async def changed(path: str, kind: types.FileChangeType) -> None:
        before = len(refreshes(project.editor))
        project.tell(path, kind)
        if project.editor.pulls:
            await project.editor.until(lambda: len(refreshes(project.editor)) > before or None)

    (project.root / "印.png").unlink()
    (project.root / "lua" / "moon.lua").unlink()
    await changed("印.png", types.FileChangeType.Deleted)
    await shows(manifest, ("oamut/missing-file", "印.png"))
    await shows(script, ("oamut/missing-module", '"moon"'))

    project.write("印.png", b"GIF89a")
    project.write("lua/moon.lua", MODULE)
    project.write("遊び方.exe", b"MZ")
    await changed("遊び方.exe", types.FileChangeType.Created)
    await shows(manifest, ("oamut/not-png", "印.png"), ("oamut/refused-file", first_line))
    await shows(script)

    project.write("印.png", png())
    (project.root / "遊び方.exe").unlink()
    await changed("印.png", types.FileChangeType.Changed)
    await shows(manifest)


async def test_an_option_is_renamed_in_every_file(project: Project) -> None:
    manifest = await project.open("oamut.yaml")
    renamed = {
        "oamut.yaml": MANIFEST.replace("id: tide", "id: high_water"),
        "mutator.lua": SCRIPT.replace("options.tide", "options.high_water").replace(
            '["tide"]', '["high_water"]'
        ),
    }
    client = project.editor.client
    # First with the script closed, then with both open.
    for _ in range(2):
        place = manifest.at("id: tide", 5)
        params = types.RenameParams(manifest.identifier, place, "high_water")
        edit = await within(client.text_document_rename_async(params))
        assert project.edited(edit) == renamed
        if "mutator.lua" not in project.pages:
            await project.open("mutator.lua")

    script = project.pages["mutator.lua"]
    place = script.at('["tide"]', 3)
    prepared = await within(
        client.text_document_prepare_rename_async(
            types.PrepareRenameParams(script.identifier, place)
        )
    )
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert (script.text_in(prepared.range), prepared.placeholder) == ("tide", "tide")
    params = types.RenameParams(script.identifier, place, "high_water")
    edit = await within(client.text_document_rename_async(params))
    assert project.edited(edit) == renamed


async def test_a_name_that_lua_could_not_read_is_refused(project: Project) -> None:
    script = await project.open("mutator.lua")
    params = types.RenameParams(script.identifier, script.at('["tide"]', 3), "while")
    error = await error_of(project.editor.client.text_document_rename_async(params))
    assert "while" in error.message


async def test_definition_and_references_cross_the_files(project: Project) -> None:
    script = await project.open("mutator.lua")
    manifest = Page(project.editor, project.uri("oamut.yaml"), MANIFEST)
    client = project.editor.client

    async def definition(needle: str, inside: int) -> types.Location:
        params = types.DefinitionParams(script.identifier, script.at(needle, inside))
        found = await within(client.text_document_definition_async(params))
        (place,) = cast("list[types.Location]", found)
        return place

    place = await definition('["tide"]', 3)
    assert (place.uri, manifest.text_in(place.range)) == (manifest.uri, "tide")
    place = await definition('"moon"', 2)
    assert place.uri == project.uri("lua/moon.lua")

    references = await within(
        client.text_document_references_async(
            types.ReferenceParams(
                types.ReferenceContext(include_declaration=True),
                script.identifier,
                script.at('["tide"]', 3),
            )
        )
    )
    pages = {page.uri: page for page in (script, manifest)}
    assert references is not None
    seen = sorted((place.uri, pages[place.uri].text_in(place.range)) for place in references)
    assert seen == sorted([(manifest.uri, "tide"), *[(script.uri, "tide")] * 3])


async def test_links_lead_to_the_files(project: Project) -> None:
    client = project.editor.client

    async def links(page: Page) -> dict[str, str | None]:
        params = types.DocumentLinkParams(page.identifier)
        found = await within(client.text_document_document_link_async(params))
        return {page.text_in(link.range): link.target for link in found or ()}

    manifest = await project.open("oamut.yaml")
    assert await links(manifest) == {"印.png": project.uri("印.png")}
    script = await project.open("mutator.lua")
    assert (await links(script))["moon"] == project.uri("lua/moon.lua")


async def test_a_lens_above_mutate_runs_the_plan(project: Project) -> None:
    script = await project.open("mutator.lua")
    client = project.editor.client
    lenses = await within(
        client.text_document_code_lens_async(types.CodeLensParams(script.identifier))
    )
    assert lenses is not None
    (lens,) = lenses
    assert script.text.split("\n")[lens.range.start.line].startswith("function mutate")
    assert lens.command is not None
    params = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    answer = await within(client.workspace_execute_command_async(params))
    assert "🌊🌊" in str(answer)
    assert "files/海" in str(answer)


async def test_a_call_of_the_plan_is_explained_as_it_is_written(project: Project) -> None:
    script = await project.open("mutator.lua")
    script.replace('all("units")', 'named("海", )')
    params = types.SignatureHelpParams(script.identifier, script.at('named("海", ', 11))
    found = await within(project.editor.client.text_document_signature_help_async(params))
    assert found is not None
    (signature,) = found.signatures
    assert signature.label.startswith("named(")
    assert signature.parameters


async def test_options_are_proposed_as_the_unsaved_manifest_has_them(project: Project) -> None:
    manifest = await project.open("oamut.yaml")
    script = await project.open("mutator.lua")
    script.replace("moon.pull(ctx.options.tide)", "ctx.options.")
    found = await script.complete("= ctx.options. ", inside=len("= ctx.options."))
    assert [item.label for item in found.items] == ["tide"]
    manifest.rewrite(MANIFEST + "  - { id: storm, type: toggle, default: true }\n")
    found = await script.complete("= ctx.options. ", inside=len("= ctx.options."))
    assert sorted(item.label for item in found.items) == ["storm", "tide"]


async def test_a_layer_is_declared_from_the_script(project: Project) -> None:
    script = await project.open("mutator.lua")
    script.replace("    rules = {", "    hacks = { unitlimit = 250 },\n    rules = {")
    await shows(script, ("oamut/undeclared-layer", "hacks"))
    titles = {action.title: action for action in await script.actions("hacks", ["quickfix"])}
    (title,) = (title for title in titles if "hacks" in title)
    action = titles[title]
    declared = {
        "oamut.yaml": MANIFEST.replace("[files, rules]", "[files, rules, hacks]"),
    }
    assert project.edited(action.edit) == declared
    assert [str(item.code) for item in action.diagnostics or ()] == ["oamut/undeclared-layer"]

    manifest = await project.open("oamut.yaml")
    manifest.rewrite(declared["oamut.yaml"])
    await shows(script)


async def test_a_folder_becomes_a_package_when_a_manifest_is_written(project: Project) -> None:
    (project.root / "oamut.yaml").unlink()
    script = await project.open("mutator.lua", SCRIPT.replace("ctx.options.tide", "io"))
    await project.editor.settle()
    assert await script.complete("= ctx.", 4) == types.CompletionList(False, ())
    project.write("oamut.yaml", MANIFEST)
    project.tell("oamut.yaml", types.FileChangeType.Created)
    await shows(script, ("oamut/closed-library", "io"))
