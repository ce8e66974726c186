"""Completion in a script: what the plan API, the manifest and the package have to offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.messages import text as words_of
from modwright.languages.around import Proposal
from modwright.languages.oamut import script_pages as pages
from modwright.languages.oamut.edits import line_break
from modwright.languages.oamut.lua_reading import (
    CHANGE,
    PLAN,
    Frame,
    Reading,
    Value,
    reading_of,
)
from modwright.languages.oamut.lua_tokens import KEYWORDS, NAME, Token, TokenKind
from modwright.languages.oamut.manifest_pages import literal
from modwright.languages.oamut.plan_words import Word, plan_words
from modwright.languages.oamut.script_package import Around
from modwright.languages.oamut.script_strings import StringUse, use_of_string
from modwright.languages.oamut.snippets import expanded
from modwright.languages.results import CompletionKind
from modwright.syntax.lua_names import lua_names

# The order in which groups of proposals are shown.
_FIRST, _SECOND, _LAST = 0, 100, 200
_WORD = (TokenKind.NAME, TokenKind.KEYWORD)


def complete(
    text: str, offset: int, locale: str, around: Around, is_entry: bool
) -> Sequence[Proposal]:
    """What may be written at `offset`; nothing in comments, numbers and names that are new."""
    reading = reading_of(text)
    if reading.in_comment(offset):
        return ()
    index = reading.touching(offset)
    token = reading.tokens[index] if index is not None else None
    if token is not None and index is not None and token.start < offset:
        if token.is_string and token.inner_start <= offset <= token.inner_end:
            return list(_Text(reading, index, offset, locale, around).proposals())
        if token.kind is TokenKind.NUMBER:
            return ()
    start = end = offset
    if token is not None and token.kind in _WORD and token.start <= offset:
        start, end = token.start, token.end
    return list(_Code(reading, start, end, locale, around, is_entry).proposals())


class _Code:
    """Completion outside of strings: the word [start, end) is replaced."""

    def __init__(
        self,
        reading: Reading,
        start: int,
        end: int,
        locale: str,
        around: Around,
        is_entry: bool,
    ) -> None:
        self.reading = reading
        self.start = start
        self.end = end
        self.locale = locale
        self.around = around
        self.is_entry = is_entry
        self.words = plan_words()
        self.before = reading.index_before(start)
        self.frame: Frame = reading.frame_behind(self.before)

    def proposals(self) -> Iterator[Proposal]:
        reading, before = self.reading, self.before
        if reading.is_symbol(before, "."):
            chain = reading.chain_to(before - 1)
            if chain is not None:
                yield from self._members(reading.value_of(chain))
            return
        if reading.is_symbol(before, ":"):
            if reading.is_block(before - 1):
                yield from self._methods()
            return
        if reading.is_symbol(before, "["):
            chain = reading.chain_to(before - 1)
            if chain is not None:
                yield from self._indexes(reading.value_of(chain))
            return
        if self._is_new_name():
            return
        if self.frame.kind == "{" and reading.starts_item(before, self.frame):
            role = reading.roles.get(self.frame.open)
            yield from self._items(role)
        elif self._is_operand():
            yield from self._globals()
        elif self._may_be_entry():
            yield self._entry()

    def _is_new_name(self) -> bool:
        """Whether the author makes a name up here."""
        reading = self.reading
        if reading.is_keyword(self.before, "local", "function", "goto", "for"):
            return True
        if reading.is_symbol(self.before, "::"):
            return True
        function = self.frame.parent
        if self.frame.kind == "(" and function is not None and function.kind == "function":
            # The parameters of a function: nothing but its name stands before the bracket.
            return self.frame.open == function.open + 1 or (
                self.frame.open - 1 in function.name or self.frame.open in function.parameters
            )
        return False

    def _is_operand(self) -> bool:
        """Whether an expression may go on here with a name."""
        reading = self.reading
        if self.before < 0 or reading.ends_operand(self.before):
            return False
        token = reading.tokens[self.before]
        if token.kind is TokenKind.KEYWORD:
            return token.text in (
                "and",
                "or",
                "not",
                "return",
                "in",
                "if",
                "elseif",
                "while",
                "until",
            )
        return not token.is_symbol(";", "::")

    # ---- ctx

    def _members(self, value: Value) -> Iterator[Proposal]:
        words = self.words
        if value.kind == "table":
            yield from self._plan_members(value)
            return
        if value.kind != "context":
            return
        if value.path == (words.options,):
            for option in self.around.options:
                name = option.id.text
                if NAME.fullmatch(name) and name not in KEYWORDS:
                    yield self._option(name)
            return
        in_hook = value.phase not in (None, words.entry.name)
        for number, name in enumerate(words.below(value.path)):
            yield self._member(value, name, (_SECOND if in_hook else _FIRST) + number)
        if not value.path and value.phase != words.entry.name:
            for number, name in enumerate(words.collections):
                yield self._member(value, name, (_FIRST if in_hook else _SECOND) + number)

    def _member(self, value: Value, name: str, sort: int) -> Proposal:
        path = (*value.path, name)
        word = self.words.members.get(path)
        is_call = word is not None and word.kind == "function"
        return self._proposal(
            name,
            CompletionKind.ACTION if is_call else CompletionKind.VARIABLE,
            # Where brackets already stand, the call is there.
            snippet=f'{name}("$1")' if is_call and not self._next_is("(") else "",
            sort=sort,
            detail=word.signature or word.kind if word else "",
            documentation=pages.member_page(path, value.phase, self.around, self.locale),
        )

    def _option(self, name: str, before: str = "", after: str = "") -> Proposal:
        option = self.around.option(name)
        assert option is not None
        return self._proposal(
            name,
            CompletionKind.VARIABLE,
            plain=f"{before}{name}{after}",
            detail=pages.option_detail(option, self.locale),
            documentation=pages.option_page(name, self.around, self.locale),
        )

    def _indexes(self, value: Value) -> Iterator[Proposal]:
        if value.kind == "context" and value.path == (self.words.options,):
            after = '"' if self._next_is("]") else '"]'
            for option in self.around.options:
                yield self._option(option.id.text, '"', after)

    # ---- the plan

    def _plan_members(self, value: Value) -> Iterator[Proposal]:
        """The keys that `plan.` may go on with."""
        words = self.words
        if value.path == (PLAN,):
            for word in words.plan_keys.values():
                yield self._plan_key(word, only_name=True)
        elif value.path == (PLAN, words.key_of("files")):
            for word in words.plan_keys[value.path[1]].keys:
                yield self._key(word, "", CompletionKind.KEY)

    def _items(self, role: tuple[str, ...] | None) -> Iterator[Proposal]:
        words = self.words
        if role == (PLAN,):
            present = self._present()
            for word in words.plan_keys.values():
                if word.name not in present:
                    yield self._plan_key(word)
        elif role == (PLAN, words.key_of("files")):
            present = self._present()
            for word in words.plan_keys[words.key_of("files")].keys:
                if word.name not in present:
                    yield self._key(word, '{ "$1" }', CompletionKind.KEY, retrigger=True)
        elif role == (CHANGE,):
            present = self._present()
            for word in words.verbs.values():
                if word.name not in present:
                    yield self._key(word, _verb_value(word), CompletionKind.KEY)
        elif role is not None and role[0] == CHANGE:
            verb = words.verbs.get(role[1])
            if len(role) == 3 and verb is not None and verb.bounds:
                present = self._present()
                for name in verb.bounds:
                    if name not in present:
                        yield self._bound(verb, name)
            yield from self._globals()
        else:
            yield from self._globals(in_rules=role == (PLAN, words.key_of("rules")))

    def _present(self) -> frozenset[str]:
        """The keys that the table has already, the one under the cursor left out."""
        reading, found = self.reading, set[str]()
        last = self.frame.close if self.frame.close is not None else len(reading.tokens)
        for index in range(self.frame.open + 1, last):
            token = reading.tokens[index]
            if (
                token.is_name
                and reading.frame_of[index] is self.frame
                and token.start != self.start
            ):
                is_key = reading.is_symbol(index + 1, "=") and reading.is_item_start(index)
                if is_key:
                    found.add(token.text)
        return frozenset(found)

    def _plan_key(self, word: Word, only_name: bool = False) -> Proposal:
        layers = self.around.layers
        is_declared = layers is None or word.layer in layers
        key = "script.layer.declared" if is_declared else "script.layer.undeclared"
        detail = words_of(key, self.locale, layer=word.layer) if layers is not None else ""
        return self._key(
            word,
            "" if only_name else self._plan_value(word),
            CompletionKind.EVENT if word.kind == "hook" else CompletionKind.KEY,
            sort=_FIRST if is_declared else _SECOND,
            detail=detail,
            documentation=pages.plan_key_page(word, self.around, self.locale),
        )

    def _plan_value(self, word: Word) -> str:
        if word.kind == "hook":
            return f"function({lua_names().context})\n\t$1\nend"
        if word.kind == "files":
            return f'{{ {self.words.files_add} = {{ "$1" }} }}'
        return "{\n\t$1\n}"

    def _bound(self, verb: Word, name: str) -> Proposal:
        return self._proposal(
            name,
            CompletionKind.PARAMETER,
            plain=name if self._next_is("=") else f"{name} = ",
            documentation=pages.bounds_page(verb, name, self.locale),
        )

    def _key(
        self,
        word: Word,
        value: str,
        kind: CompletionKind,
        sort: int = _FIRST,
        detail: str = "",
        documentation: str = "",
        retrigger: bool = False,
    ) -> Proposal:
        """A key with its value, and a comma where another item may follow."""
        snippet = ""
        if value and not self._next_is("="):
            comma = "" if self._next_is(",", ";") else ","
            snippet = f"{word.name} = {value}{comma}"
        return self._proposal(
            word.name,
            kind,
            snippet=snippet,
            sort=sort,
            detail=detail,
            documentation=documentation or pages.word_page(word, self.locale),
            retrigger=retrigger and bool(snippet),
        )

    # ---- rule blocks

    def _methods(self) -> Iterator[Proposal]:
        words = self.words
        finisher = words.finisher
        verbs = list(words.verbs)
        snippet = (
            "" if self._next_is("{", "(") else f"{finisher.name}{{ ${{1:{verbs[0]}}} = {{ $2 }} }}"
        )
        yield self._proposal(
            finisher.name,
            CompletionKind.ACTION,
            snippet=snippet,
            sort=_FIRST,
            detail=finisher.signature,
            documentation=pages.word_page(finisher, self.locale),
        )
        for word in words.selectors.values():
            yield self._call(word, _SECOND)

    def _globals(self, in_rules: bool = False) -> Iterator[Proposal]:
        words = self.words
        for word in words.selectors.values():
            yield self._call(word, _FIRST if in_rules else _SECOND)
        yield self._text_call(words.source, _FIRST if in_rules else _SECOND)
        for name, word in words.helpers.items():
            if name == words.require:
                yield self._text_call(word, _LAST if in_rules else _FIRST)
            else:
                yield self._call(word, _LAST if in_rules else _FIRST)

    def _call(self, word: Word, sort: int) -> Proposal:
        return self._proposal(
            word.name,
            CompletionKind.ACTION,
            snippet="" if self._next_is("(", "{") else f"{word.name}($1)",
            sort=sort,
            detail=word.signature,
            documentation=pages.word_page(word, self.locale),
        )

    def _text_call(self, word: Word, sort: int) -> Proposal:
        """A function that is called with a text: its paths are offered at once."""
        follows = self._next_is("(") or self._next_is_string()
        return self._proposal(
            word.name,
            CompletionKind.ACTION,
            snippet="" if follows else f'{word.name} "$1"',
            sort=sort,
            detail=word.signature,
            documentation=pages.word_page(word, self.locale),
            retrigger=not follows,
        )

    # ---- the entry

    def _may_be_entry(self) -> bool:
        """Whether this is a place for `mutate`: the entry script, outside of everything."""
        if not self.is_entry or self.frame is not self.reading.file:
            return False
        name = self.words.entry.name
        return not any(
            self.reading.function_name(each) == (name,) for each in self.reading.functions()
        )

    def _entry(self) -> Proposal:
        word = self.words.entry
        signature = word.signature
        return self._proposal(
            word.name,
            CompletionKind.SNIPPET,
            snippet=f"function {signature}\n\treturn {{\n\t\t$1\n\t}}\nend",
            detail=signature,
            documentation=pages.word_page(word, self.locale),
        )

    # ---- writing

    def _next(self) -> Token | None:
        following = self.before + 1
        tokens = self.reading.tokens
        if self.end > self.start:
            following += 1
        return tokens[following] if following < len(tokens) else None

    def _next_is(self, *symbols: str) -> bool:
        token = self._next()
        return token is not None and token.is_symbol(*symbols)

    def _next_is_string(self) -> bool:
        token = self._next()
        return token is not None and token.is_string

    def _proposal(
        self,
        label: str,
        kind: CompletionKind,
        plain: str = "",
        snippet: str = "",
        sort: int = _FIRST,
        detail: str = "",
        documentation: str = "",
        retrigger: bool = False,
    ) -> Proposal:
        plain = plain or (self._laid_out(snippet) if snippet else label)
        return Proposal(
            label=label,
            kind=kind,
            start=self.start,
            end=self.end,
            new_text=snippet or plain,
            plain_text=plain,
            filter_text=plain if plain.startswith('"') else label,
            sort=sort,
            is_snippet=bool(snippet),
            detail=detail,
            documentation=documentation,
            retrigger=retrigger,
        )

    def _laid_out(self, snippet: str) -> str:
        """The text of a snippet for a client without them, indented like its line."""
        text = self.reading.text
        begin = max(text.rfind("\n", 0, self.start), text.rfind("\r", 0, self.start)) + 1
        line = text[begin : self.start]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        unit = "\t" if indent.startswith("\t") else "  "
        return expanded(snippet).replace("\t", unit).replace("\n", f"{line_break(text)}{indent}")


def _verb_value(verb: Word) -> str:
    return '{ "$1" }' if verb.kind == "names" else "{ $1 }"


class _Text:
    """Completion between the quotes of a string."""

    def __init__(
        self, reading: Reading, index: int, offset: int, locale: str, around: Around
    ) -> None:
        self.reading = reading
        self.index = index
        self.token = reading.tokens[index]
        self.offset = offset
        self.locale = locale
        self.around = around

    def proposals(self) -> Iterator[Proposal]:
        use = use_of_string(self.reading, self.index)
        if use is None:
            return
        for number, (label, detail, documentation) in enumerate(self._texts(use)):
            yield self._proposal(label, detail, documentation, number)

    def _texts(self, use: StringUse) -> Iterator[tuple[str, str, str]]:
        around, locale, words = self.around, self.locale, plan_words()
        if use.kind == "module":
            typed = self.reading.text[self.token.inner_start : self.offset]
            for name in around.modules():
                path = around.module(name) or ""
                page = pages.module_page(name, path, path, locale)
                yield name.replace(".", "/") if "/" in typed else name, path, page
        elif use.kind == "rules":
            for path in around.rule_files():
                yield path, "", pages.rule_file_page(path, path, locale)
        elif use.kind == "add":
            for path in around.data_folders():
                yield path, "", pages.folder_page(path, len(around.below(path)), locale)
        elif use.kind == "value":
            option = around.option(use.of.path[1])
            if option is not None and pages.holds_text(option):
                labels = dict(option.labels)
                for value in map(literal, option.values):
                    yield value, labels.get(value, ""), pages.value_page(option, value, locale)
        elif use.kind == "member" and use.of.kind == "context":
            if use.of.path == (words.options,):
                for option in around.options:
                    name = option.id.text
                    page = pages.option_page(name, around, locale)
                    yield name, pages.option_detail(option, locale), page
            else:
                for name in words.below(use.of.path):
                    path = (*use.of.path, name)
                    yield name, "", pages.member_page(path, use.of.phase, around, locale)

    def _proposal(self, label: str, detail: str, documentation: str, number: int) -> Proposal:
        token = self.token
        # A string whose quote is missing swallows the rest of its line: that stays what it is.
        end = token.inner_end if token.is_closed else self.offset
        plain = label if token.is_closed else f"{label}{self._quote}"
        return Proposal(
            label=label,
            kind=CompletionKind.VALUE,
            start=token.inner_start,
            end=end,
            new_text=plain,
            plain_text=plain,
            filter_text=label,
            sort=number,
            detail=detail,
            documentation=documentation,
        )

    @property
    def _quote(self) -> str:
        opening = self.token.text[: self.token.inner_start - self.token.start]
        return opening.replace("[", "]")
