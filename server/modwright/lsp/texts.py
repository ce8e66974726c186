"""What the server itself says to a user, besides findings and features."""

from __future__ import annotations

from modwright.workspace.settings import DEFAULT_LOCALE

_TEXTS = {
    "analysing": {"en": "Checking {name}", "ja": "{name} を検査しています"},
    "failed": {
        "en": "modwright could not answer {method} for {uri} (version {version}). This is a fault "
        "of modwright; its log has the details.",
        "ja": "modwright は {uri}（バージョン {version}）の {method} に答えられませんでした。"
        "modwright の不具合です。詳しくはログをご覧ください。",
    },
    "too-many": {
        "en": "{uri}: {count} findings, only the {shown} most serious are shown.",
        "ja": "{uri}: {count} 件の指摘のうち、重大なもの {shown} 件だけを表示しています。",
    },
}


def text(key: str, locale: str, **arguments: object) -> str:
    """The text in a locale, English where there is none for it."""
    texts = _TEXTS[key]
    return texts.get(locale, texts[DEFAULT_LOCALE]).format(**arguments)
