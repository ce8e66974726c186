"""URIs: one key for all spellings of one, and the file behind it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"^/?([A-Za-z]):")


def key_of(uri: str) -> str:
    """The same key for all spellings: `file:///C:/x%20y` and `file:///c%3A/x y`."""
    scheme, separator, rest = uri.partition(":")
    if not separator:
        return uri
    plain = unquote(rest)
    if scheme.lower() == "file":
        if plain.startswith("//localhost/"):
            plain = "//" + plain.removeprefix("//localhost")
        plain = re.sub(r"^(///)([A-Za-z]):", lambda m: f"{m[1]}{m[2].lower()}:", plain)
    return f"{scheme.lower()}:{plain}"


def path_of(uri: str) -> Path | None:
    """The file of a `file:` URI; None for other schemes and for URIs that make no sense."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    path = unquote(parts.path, errors="surrogateescape")
    if "\0" in path or not path:
        return None
    drive = _DRIVE.match(path)
    if drive:
        path = path.lstrip("/")
    elif parts.netloc and parts.netloc.lower() != "localhost":
        path = f"//{parts.netloc}{path}"
    return Path(path)


def uri_of(path: Path) -> str:
    """The `file:` URI of an absolute path."""
    text = path.as_posix()
    if not text.startswith("/"):
        text = "/" + text
    return "file://" + quote(text, safe="/:~!$&'()*+,;=@-._", errors="surrogateescape")
