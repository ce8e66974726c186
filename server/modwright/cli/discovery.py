"""From the arguments of `check` to the files to look at.

Folders are walked; what `.gitignore` excludes, version control's own folders and installed
packages are left out. Links are followed, but only after everything else, and never to a folder
or file that was already seen: so a loop ends, and a file is checked once, under its own name.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from typing import NamedTuple

from modwright.cli.ignoring import FILE_NAME, REPOSITORY_MARK, IgnoreRules, inherited, read_lines
from modwright.cli.report import Failure

# os.path and not pathlib: pathlib drops the "./" that a user wrote, and is slow by the thousand.
# ruff: noqa: PTH112, PTH113, PTH116, PTH118, PTH206

STDIN = "-"
_NEVER_WALKED = frozenset(
    {REPOSITORY_MARK, ".hg", ".svn", ".bzr", ".jj", ".pijul", "_darcs", "CVS", "node_modules"}
)


class Target(NamedTuple):
    """A file to look at. `path` is the argument joined with the rest; `size` is in bytes.

    `is_named`: the user named this file itself (standard input: `path` is STDIN).
    """

    path: str
    size: int
    is_named: bool


class Found(NamedTuple):
    targets: list[Target]
    failures: list[Failure]


def find(arguments: Iterable[str], is_candidate: Callable[[str], bool]) -> Found:
    """All files to look at: in the order of the arguments, in path order below each.

    `is_candidate` is asked about each file of a walked folder, not about a file that was named.
    """
    search = _Search(is_candidate)
    for number, argument in enumerate(arguments):
        search.add_argument(number, argument)
    search.follow_links()
    search.targets.sort(key=lambda found: found[0])
    return Found([target for _, target in search.targets], search.failures)


class _Folder(NamedTuple):
    """A folder to walk. `path` as shown ("" for "."), `real` without links, `trail` for rules."""

    argument: int
    path: str
    real: str
    trail: str
    rules: IgnoreRules


class _Link(NamedTuple):
    folder: _Folder
    name: str


class _Search:
    def __init__(self, is_candidate: Callable[[str], bool]) -> None:
        self.targets: list[tuple[tuple[int, list[str]], Target]] = []
        self.failures: list[Failure] = []
        self._is_candidate = is_candidate
        self._seen_folders: set[str] = set()
        self._seen_files: set[str] = set()
        self._links: list[_Link] = []

    def add_argument(self, number: int, argument: str) -> None:
        if argument == STDIN:
            self._add_file(number, STDIN, STDIN, 0, is_named=True)
            return
        try:
            status = os.stat(argument)
        except (OSError, ValueError) as problem:
            self.failures.append(Failure(argument, _reason(problem)))
            return
        real = os.path.realpath(argument)
        if stat.S_ISDIR(status.st_mode):
            rules, trail = inherited(real)
            self._walk(_Folder(number, "" if argument == "." else argument, real, trail, rules))
        else:
            self._add_file(number, argument, real, status.st_size, is_named=True)

    def follow_links(self) -> None:
        """What was linked to and not seen otherwise. Following a link may bring up more."""
        while self._links:
            # In a fixed order: of two links to one place, always the same one is followed.
            links, self._links = sorted(self._links, key=_order), []
            for folder, name in links:
                self._follow(folder, name)

    def _follow(self, folder: _Folder, name: str) -> None:
        link = os.path.join(folder.real, name)
        real = os.path.realpath(link)
        path, trail = os.path.join(folder.path, name), folder.trail + name
        if os.path.isdir(real):
            # A link to a folder around us is a loop, however large (`z: -> /`).
            is_loop = f"{folder.real}{os.sep}".startswith(real.removesuffix(os.sep) + os.sep)
            if (
                not is_loop
                and name not in _NEVER_WALKED
                and not folder.rules.ignores(trail, is_folder=True)
            ):
                self._walk(_Folder(folder.argument, path, real, f"{trail}/", folder.rules))
        # A link to nowhere is passed over: editors lock files with such links.
        elif os.path.isfile(real) and self._is_wanted(folder, name):
            self._add_file(folder.argument, path, real, _size(real), is_named=False)

    def _walk(self, top: _Folder) -> None:
        # Not recursive: folders may be nested deeper than Python's stack.
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            if folder.real in self._seen_folders:
                continue
            self._seen_folders.add(folder.real)
            try:
                with os.scandir(folder.real) as entries:
                    found = list(entries)
            except OSError as problem:
                self.failures.append(Failure(folder.path or ".", _reason(problem)))
                continue
            folder = folder._replace(rules=_rules_in(folder, {entry.name for entry in found}))
            for entry in found:
                try:
                    inner = self._add_entry(folder, entry)
                except OSError as problem:
                    path = os.path.join(folder.path, entry.name)
                    self.failures.append(Failure(path, _reason(problem)))
                    continue
                if inner is not None:
                    waiting.append(inner)

    def _add_entry(self, folder: _Folder, entry: os.DirEntry[str]) -> _Folder | None:
        """Take in a file or a link; a folder that is to be walked is returned."""
        if entry.is_symlink():
            self._links.append(_Link(folder, entry.name))
            return None
        path = os.path.join(folder.path, entry.name)
        real = os.path.join(folder.real, entry.name)
        if entry.is_dir(follow_symlinks=False):
            trail = folder.trail + entry.name
            if entry.name in _NEVER_WALKED or folder.rules.ignores(trail, is_folder=True):
                return None
            return folder._replace(path=path, real=real, trail=f"{trail}/")
        # Nothing but regular files: reading a pipe could wait for ever.
        if entry.is_file(follow_symlinks=False) and self._is_wanted(folder, entry.name):
            self._add_file(folder.argument, path, real, _size(real), is_named=False)
        return None

    def _is_wanted(self, folder: _Folder, name: str) -> bool:
        path = os.path.join(folder.path, name)
        return self._is_candidate(path) and not folder.rules.ignores(
            folder.trail + name, is_folder=False
        )

    def _add_file(self, argument: int, path: str, real: str, size: int, *, is_named: bool) -> None:
        if real in self._seen_files:
            return
        self._seen_files.add(real)
        order = (argument, path.split(os.sep))
        self.targets.append((order, Target(path, size, is_named)))


def _rules_in(folder: _Folder, names: set[str]) -> IgnoreRules:
    """The rules for the entries of `folder`: a repository of its own starts afresh."""
    rules = IgnoreRules() if REPOSITORY_MARK in names else folder.rules
    return rules.extended(folder.trail, read_lines(folder.real)) if FILE_NAME in names else rules


def _order(link: _Link) -> tuple[int, str, str]:
    return link.folder.argument, link.folder.path, link.name


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        # Gone since, or out of reach: reading it will say so.
        return 0


def _reason(problem: OSError | ValueError) -> str:
    return getattr(problem, "strerror", None) or str(problem)
