"""The command line's own words, in every locale. The findings' words are in `findings/`."""

from __future__ import annotations

from modwright.findings.model import Severity
from modwright.workspace.settings import DEFAULT_LOCALE

_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "fix": "fix",
        "note": "note",
        "reaches": "the range reaches to line {line}, column {column}",
        "at": "{message} (line {line}, column {column})",
        "at-file": "{message} ({path}, line {line}, column {column})",
        "cannot-read": "cannot read {path}: {reason}",
        "cannot-write": "cannot write to {path}: {reason}",
        "created": "created {path}",
        "exists": "{path} is there already; nothing is written over",
        "no-kind": "there is no template {kind}; there are {kinds}",
        "no-folder": "name a folder for the new package",
        "no-package": "{path} is no package file",
        "no-mutator": "{path} is no mutator package and lies in none",
        "no-ruleset": "{path} is no ruleset and belongs to none",
        "yes-or-no": "whether {name} holds is answered by yes or no",
        "checked": "{files} checked: {counts}",
        "none-checked": "no package files found",
        "clean": "no findings",
        "joint": ", ",
        "before": "Before",
        "after": "After",
        "more": "More",
        "unknown-code": "there is no finding {code}",
        "did-you-mean": "did you mean {codes}?",
        "list-codes": "`modwright explain` lists them all",
    },
    "ja": {
        "fix": "修正",
        "note": "補足",
        "reaches": "範囲は {line} 行 {column} 列まで続きます",
        "at": "{message}({line} 行 {column} 列)",
        "at-file": "{message}({path} の {line} 行 {column} 列)",
        "cannot-read": "{path} を読めません: {reason}",
        "cannot-write": "{path} に書き込めません: {reason}",
        "created": "{path} を作成しました",
        "exists": "{path} はすでにあります。上書きはしません",
        "no-kind": "{kind} というテンプレートはありません。使えるのは {kinds} です",
        "no-folder": "新しいパッケージのフォルダーを指定してください",
        "no-package": "{path} はパッケージのファイルではありません",
        "no-mutator": "{path} はミューテータのパッケージでも、その中のファイルでもありません",
        "no-ruleset": "{path} はルールセットでも、その一部でもありません",
        "yes-or-no": "{name} が成り立つかどうかは yes か no で答えてください",
        "checked": "{files}を検査しました: {counts}",
        "none-checked": "パッケージのファイルは見つかりませんでした",
        "clean": "指摘なし",
        "joint": "、",
        "before": "修正前",
        "after": "修正後",
        "more": "詳細",
        "unknown-code": "{code} という指摘はありません",
        "did-you-mean": "もしかして: {codes}",
        "list-codes": "一覧は `modwright explain` で表示できます",
    },
}

# One and many; Japanese knows no plural.
_COUNTS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "file": ("{n} file", "{n} files"),
        "error": ("{n} error", "{n} errors"),
        "warning": ("{n} warning", "{n} warnings"),
        "information": ("{n} note", "{n} notes"),
        "hint": ("{n} hint", "{n} hints"),
    },
    "ja": {
        "file": ("{n} 個のファイル", "{n} 個のファイル"),
        "error": ("エラー {n} 件", "エラー {n} 件"),
        "warning": ("警告 {n} 件", "警告 {n} 件"),
        "information": ("情報 {n} 件", "情報 {n} 件"),
        "hint": ("ヒント {n} 件", "ヒント {n} 件"),
    },
}


def text(locale: str, key: str, **values: str | int) -> str:
    """The text `key` with its holes filled; English for a locale there are no texts for."""
    return _TEXTS.get(locale, _TEXTS[DEFAULT_LOCALE])[key].format(**values)


def count(locale: str, thing: str | Severity, n: int) -> str:
    """ "1 error", "2 errors": `thing` is a severity or "file"."""
    name = thing.value if isinstance(thing, Severity) else thing
    one, many = _COUNTS.get(locale, _COUNTS[DEFAULT_LOCALE])[name]
    return (one if n == 1 else many).format(n=n)
