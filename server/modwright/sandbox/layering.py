"""Which file of the package the game would see under each path."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modwright.sandbox.model import Winner


def folded(path: str) -> str:
    """`path` as the game compares it: ASCII letters alike, no slash at the ends."""
    return path.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass").strip("/")


def winners(folders: Sequence[str], package_paths: Collection[str]) -> tuple[Winner, ...]:
    """What `files.add` provides, by path. A later folder wins (specs/oamut.md, The plan script)."""
    ordered = sorted(package_paths, key=lambda path: path.encode("utf-8", "surrogatepass"))
    found: dict[str, list[tuple[str, str]]] = {}
    for folder in folders:
        prefix = folded(folder) + "/"
        for source in ordered:
            if folded(source).startswith(prefix):
                path = source[len(prefix) :]
                found.setdefault(folded(path), []).append((path, source))
    result: list[Winner] = []
    for _key, sources in sorted(found.items()):
        path, winning = sources[-1]
        # A folder named twice does not hide its own file.
        hidden = dict.fromkeys(source for _path, source in sources if source != winning)
        result.append(Winner(path, winning, tuple(hidden)))
    return tuple(result)
