"""Settings: `modwright.severity.<code>`, `modwright.locale`, `modwright.inlayHints`,
`modwright.oamut.knownTags`.

The same keys come from an editor (nested or dotted) and from a `modwright.toml` beside the files.
Whatever shape arrives, reading never raises: a value that makes no sense is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from modwright.findings.model import Severity

OFF = "off"
DEFAULT_LOCALE = "en"
LOCALES = ("en", "ja")


@dataclass(frozen=True)
class Settings:
    """`severities` maps a code to a severity, or to None for "do not report"."""

    severities: Mapping[str, Severity | None] = field(default_factory=dict[str, "Severity | None"])
    locale: str | None = None
    inlay_hints: bool | None = None
    known_tags: tuple[str, ...] | None = None

    def over(self, base: Settings) -> Settings:
        """These settings, and those of `base` where these say nothing."""
        return Settings(
            {**base.severities, **self.severities},
            self.locale if self.locale is not None else base.locale,
            self.inlay_hints if self.inlay_hints is not None else base.inlay_hints,
            self.known_tags if self.known_tags is not None else base.known_tags,
        )

    @property
    def shows_inlay_hints(self) -> bool:
        return self.inlay_hints is not False


def supported_locale(name: str | None) -> str | None:
    """`ja` for `ja-JP` or `ja_JP.UTF-8`; None for a language there are no texts for."""
    if not name:
        return None
    language = name.replace("_", "-").split("-")[0].split(".")[0].lower()
    return language if language in LOCALES else None


def read_settings(values: object) -> Settings:
    """Settings out of the value of the section `modwright`, of any shape."""
    if not isinstance(values, Mapping):
        return Settings()
    section = cast("Mapping[object, object]", values)
    severities: dict[str, Severity | None] = {}
    _read_severities(section.get("severity"), "", severities)
    for key, value in section.items():
        if isinstance(key, str) and key.startswith("severity."):
            _read_severities({key.removeprefix("severity."): value}, "", severities)
    locale = section.get("locale")
    hints = section.get("inlayHints")
    return Settings(
        severities,
        supported_locale(locale) if isinstance(locale, str) else None,
        hints if isinstance(hints, bool) else None,
        _tags(section),
    )


def _tags(section: Mapping[object, object]) -> tuple[str, ...] | None:
    """`oamut.knownTags`, nested or dotted: a list of texts."""
    tags = section.get("oamut.knownTags")
    oamut = section.get("oamut")
    if isinstance(oamut, Mapping):
        tags = cast("Mapping[object, object]", oamut).get("knownTags", tags)
    if not isinstance(tags, list):
        return None
    return tuple(tag for tag in cast("list[object]", tags) if isinstance(tag, str))


def _read_severities(value: object, prefix: str, into: dict[str, Severity | None]) -> None:
    """`{"nimblock/x": "hint"}` as well as `{"nimblock": {"x": "hint"}}`."""
    if not isinstance(value, Mapping):
        return
    for key, inner in cast("Mapping[object, object]", value).items():
        if not isinstance(key, str):
            continue
        code = f"{prefix}{key}"
        if isinstance(inner, str):
            if inner == OFF:
                into[code] = None
            elif inner in {severity.value for severity in Severity}:
                into[code] = Severity(inner)
        elif not prefix:
            _read_severities(inner, f"{code}/", into)
