"""What the recorded clients can do, as the server reads it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsp_support import recorded

from modwright.ide.types import TokenType
from modwright.lsp.capabilities import server_capabilities
from modwright.lsp.features import ClientFeatures, choose_encoding, client_features
from modwright.lsp.hello import read_hello
from modwright.lsp.legend import TOKEN_TYPES, token_legend
from modwright.text.positions import PositionEncoding

_CLIENTS = ("vscode", "neovim", "helix", "eglot")


def _features(name: str) -> ClientFeatures:
    return client_features(recorded(name)["capabilities"])


@pytest.mark.parametrize(
    ("name", "encoding", "pulls"),
    [
        ("vscode", PositionEncoding.UTF16, True),
        ("neovim", PositionEncoding.UTF32, False),
        ("helix", PositionEncoding.UTF32, False),
        ("eglot", PositionEncoding.UTF32, False),
    ],
)
def test_encoding_and_diagnostics(name: str, encoding: PositionEncoding, pulls: bool) -> None:
    features = _features(name)
    assert (features.encoding, features.pull_diagnostics) == (encoding, pulls)
    offered = server_capabilities(features, ())
    assert (offered.diagnostic_provider is not None) == pulls
    assert offered.position_encoding == encoding.value


@pytest.mark.parametrize(
    ("name", "snippets", "default_range", "lazy_edits", "lazy_docs"),
    [
        ("vscode", True, True, True, True),
        ("neovim", True, True, True, False),
        ("helix", True, False, True, True),
        ("eglot", False, False, False, True),
    ],
)
def test_completion_and_actions(
    name: str, snippets: bool, default_range: bool, lazy_edits: bool, lazy_docs: bool
) -> None:
    features = _features(name)
    assert features.snippets == snippets
    assert features.default_edit_range == default_range
    assert features.resolves_action_edits == lazy_edits
    assert features.resolves_documentation == lazy_docs


def test_the_rest_of_what_differs() -> None:
    by_name = {name: _features(name) for name in _CLIENTS}

    def those_with(attribute: str) -> set[str]:
        return {name for name, features in by_name.items() if getattr(features, attribute)}

    assert those_with("code_description") == {"vscode"}
    assert those_with("related_information") == {"vscode", "neovim"}
    assert those_with("hierarchical_symbols") == {"vscode", "neovim", "eglot"}
    assert those_with("document_changes") == {"vscode", "helix", "eglot"}
    assert those_with("prepare_rename") == {"vscode", "neovim", "helix"}
    assert those_with("registers_watched_files") == {"vscode", "helix", "eglot"}
    assert those_with("registers_configuration") == {"vscode"}
    assert those_with("refreshes_code_lenses") == {"vscode"}
    assert those_with("refreshes_inlay_hints") == {"vscode", "neovim"}
    assert those_with("hover_markdown") == set(_CLIENTS)
    assert those_with("configuration") == set(_CLIENTS)
    assert those_with("folding_limit") == {"vscode"}


def test_a_client_that_says_nothing_gets_the_least() -> None:
    features = client_features({})
    assert features.encoding is PositionEncoding.UTF16
    assert not features.pull_diagnostics
    assert not features.snippets
    assert not features.hover_markdown
    assert 24 not in features.symbol_kinds
    assert server_capabilities(features, ()).rename_provider is True


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16", "utf-32"], "utf-32"),
        (["utf-8", "utf-16"], "utf-16"),
        (["utf-8"], "utf-8"),
        (["utf-7"], "utf-16"),
        ([], "utf-16"),
    ],
)
def test_the_cheapest_encoding_offered_is_taken(offered: list[str], chosen: str) -> None:
    assert choose_encoding(offered).value == chosen


def test_the_legend_has_every_token_type() -> None:
    assert set(TOKEN_TYPES) == {kind.value for kind in TokenType}
    # A client that lists no types may draw any; VS Code lists its own.
    assert token_legend(client_features({})).token_types == list(TOKEN_TYPES)
    listed = _features("vscode").token_types
    assert set(token_legend(_features("vscode")).token_types) <= listed


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
_keys = st.sampled_from(
    ["textDocument", "completion", "completionItem", "general", "positionEncodings", "diagnostic"]
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(_keys, st.dictionaries(_keys, _json | st.dictionaries(_keys, _json))))
def test_no_shape_of_capabilities_is_too_odd(capabilities: dict[str, object]) -> None:
    hello = read_hello({"capabilities": capabilities, "processId": "x", "workspaceFolders": [1]})
    assert hello.process_id is None
    assert hello.folders == ()
    assert hello.features.encoding in PositionEncoding
