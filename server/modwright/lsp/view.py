"""One document at one moment, as one client sees it. What handlers of documents are given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from modwright.lsp.ruler import Ruler
from modwright.lsp.session import Session
from modwright.workspace.settings import Settings

if TYPE_CHECKING:
    from modwright.languages.language import Analysis
    from modwright.lsp.features import ClientFeatures
    from modwright.workspace.documents import Document


@dataclass(frozen=True)
class View:
    """`analysis` is of the text of `document`. `uri` is spelt as the client spells it."""

    session: Session
    document: Document
    analysis: Analysis

    @property
    def uri(self) -> str:
        return self.document.uri

    @property
    def features(self) -> ClientFeatures:
        return self.session.features

    # A cached_property writes past the frozen dataclass, into __dict__.
    @cached_property
    def ruler(self) -> Ruler:
        return Ruler(self.analysis.source, self.features.encoding)

    @cached_property
    def settings(self) -> Settings:
        return self.session.settings_for(self.uri)

    @cached_property
    def locale(self) -> str:
        return self.settings.locale or self.session.locale
