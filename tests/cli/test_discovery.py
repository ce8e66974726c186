"""Which files a run looks at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from modwright.cli.discovery import Found, find


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _make(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", encoding="utf-8")


def _ignore(folder: str, *lines: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / ".gitignore").write_text("\n".join(lines), encoding="utf-8")


def _find(*arguments: str) -> Found:
    return find(arguments, lambda path: path.endswith(".json"))


def _paths(*arguments: str) -> list[str]:
    found = _find(*arguments)
    assert found.failures == []
    return [target.path for target in found.targets]


def test_paths_are_the_argument_joined_with_the_rest(tmp_path: Path) -> None:
    _make("パック/b.json", "パック/a.json", "top.json", "notes.txt")
    assert _paths(".") == ["top.json", "パック/a.json", "パック/b.json"]
    assert _paths("./パック") == ["./パック/a.json", "./パック/b.json"]
    assert _paths("パック/") == ["パック/a.json", "パック/b.json"]
    assert _paths(str(tmp_path / "パック")) == [
        str(tmp_path / "パック" / name) for name in ("a.json", "b.json")
    ]


def test_a_named_file_is_taken_whatever_its_name_and_arguments_keep_their_order() -> None:
    _make("z/a.json", "notes.txt", "b.json")
    assert _paths("z", "notes.txt", "b.json") == ["z/a.json", "notes.txt", "b.json"]
    assert [target.is_named for target in _find("z", "notes.txt").targets] == [False, True]


def test_nothing_is_checked_twice() -> None:
    _make("p/a.json", "p/b.json")
    assert _paths("p/b.json", "p", "./p/a.json", "p/b.json") == ["p/b.json", "p/a.json"]


def test_version_control_and_installed_packages_are_left_out_unless_named() -> None:
    _make("a.json", ".git/b.json", "x/.hg/c.json", "x/node_modules/d/e.json", ".config/f.json")
    assert _paths(".") == [".config/f.json", "a.json"]
    assert _paths("x/node_modules") == ["x/node_modules/d/e.json"]


def test_gitignore_is_honoured_at_every_level() -> None:
    _make("a.json", "build/b.json", "src/build/c.json", "src/d.json", "src/keep.json")
    _make("src/下書き/e.json", "src/下書き/本番.json", "dist/f.json")
    _ignore(".", "# made by tools", "build/", "/dist", "*.tmp.json", "")
    _ignore("src", "*.json", "!keep.json", "!本番.json")
    assert _paths(".") == ["a.json", "src/keep.json", "src/下書き/本番.json"]


def test_a_malformed_pattern_does_not_spoil_the_others() -> None:
    _make("a.json", "b.json")
    Path(".gitignore").write_bytes(b"\xef\xbb\xbfb.json\r\n!\n\\\n\xff\n")
    assert _paths(".") == ["a.json"]


def test_rules_from_above_count_inside_a_repository() -> None:
    _make(".git/HEAD", "mods/a.json", "mods/old/b.json", "out/c.json")
    _ignore(".", "old/", "/out")
    assert _paths("mods") == ["mods/a.json"]
    # Whoever names an excluded folder wants it checked.
    assert _paths("out") == ["out/c.json"]
    assert _paths("mods/old/b.json") == ["mods/old/b.json"]


def test_a_repository_inside_starts_afresh() -> None:
    _make("inner/.git/HEAD", "inner/a.json", "b.json")
    _ignore(".", "*.json")
    assert _paths(".") == ["inner/a.json"]


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git itself")
def test_as_git_sees_it() -> None:
    _make(
        *(f"{a}/{b}/{c}.json" for a in ("a", "b", "パ") for b in ("a", "b", "x y") for c in "abc")
    )
    _ignore(".", "/a/b", "!b/", "**/x y/c.json", "パ/*", "!パ/a", "b.json", "!b/a/b.json")
    _ignore("b", "/a/*", "!/a/[ab].json", "x\\ y/")
    _ignore("パ/a", "a.json", "!*", "c*")
    subprocess.run(["git", "init", "-q"], check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard", "*.json"],
        check=True,
        capture_output=True,
    ).stdout.decode()
    assert sorted(_paths(".")) == sorted(name for name in listed.split("\0") if name)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
class TestLinks:
    def test_loops_end(self) -> None:
        _make("p/a.json")
        Path("p/self").symlink_to(".", target_is_directory=True)
        Path("p/up").symlink_to("..", target_is_directory=True)
        Path("p/root").symlink_to("/", target_is_directory=True)
        Path("p/one").symlink_to("two")
        Path("p/two").symlink_to("one")
        assert _paths("p") == ["p/a.json"]

    def test_a_linked_folder_is_walked_once_and_after_its_own_name(self) -> None:
        _make("p/z/a.json", "elsewhere/b.json")
        Path("p/a-link").symlink_to("z", target_is_directory=True)
        Path("p/b-link").symlink_to("../elsewhere", target_is_directory=True)
        Path("p/c-link").symlink_to("../elsewhere", target_is_directory=True)
        assert _paths("p") == ["p/b-link/b.json", "p/z/a.json"]

    def test_a_linked_file_is_checked_once(self) -> None:
        _make("p/z.json", "outside.json")
        Path("p/a.json").symlink_to("z.json")
        Path("p/b.json").symlink_to("../outside.json")
        Path("p/c.json").symlink_to("../outside.json")
        assert _paths("p") == ["p/b.json", "p/z.json"]

    def test_an_ignored_link_is_not_followed(self) -> None:
        _make("p/a.json", "outside/b.json")
        Path("p/link").symlink_to("../outside", target_is_directory=True)
        _ignore("p", "link")
        assert _paths("p") == ["p/a.json"]

    def test_a_link_to_nowhere_is_no_package(self) -> None:
        # As Emacs locks a file that is being edited.
        _make("p/a.json")
        Path("p/.#a.json").symlink_to("someone@host.1234")
        assert _paths("p") == ["p/a.json"]

    def test_a_pipe_is_not_waited_for(self) -> None:
        _make("p/a.json")
        os.mkfifo("p/b.json")
        assert _paths("p") == ["p/a.json"]


def test_what_does_not_exist_is_said_and_the_rest_is_found() -> None:
    _make("a.json")
    found = _find("無い.json", "a.json", "bad\0name")
    assert [target.path for target in found.targets] == ["a.json"]
    assert [failure.path for failure in found.failures] == ["無い.json", "bad\0name"]
    assert found.failures[0].reason == os.strerror(2)


def test_a_folder_that_cannot_be_read_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _make("a/x.json", "b/y.json", "c/z.json")
    scandir = os.scandir

    def guarded(path: str) -> object:
        if Path(path).name == "b":
            raise PermissionError(13, os.strerror(13))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    found = _find(".")
    assert [target.path for target in found.targets] == ["a/x.json", "c/z.json"]
    assert [(failure.path, failure.reason) for failure in found.failures] == [
        ("b", os.strerror(13))
    ]


def test_folders_may_be_nested_deeper_than_the_stack() -> None:
    # Longer than a path may be in one call, so it is made, and removed, from inside.
    start = os.open(".", os.O_RDONLY)
    depth = sys.getrecursionlimit() + 200
    for _ in range(depth):
        Path("d").mkdir()
        os.chdir("d")
    Path("a.json").touch()
    inside = os.open(".", os.O_RDONLY)
    try:
        os.fchdir(start)
        assert _paths(".") == ["/".join(["d"] * depth + ["a.json"])]
    finally:
        os.fchdir(inside)
        Path("a.json").unlink()
        for _ in range(depth):
            os.chdir("..")
            Path("d").rmdir()
        os.close(start)
        os.close(inside)
