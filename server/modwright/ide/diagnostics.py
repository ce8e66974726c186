"""The findings as the settings grade them."""

from __future__ import annotations

from modwright.findings import messages
from modwright.findings.model import Finding
from modwright.languages.language import Analysis
from modwright.workspace.settings import Settings


def diagnostics(analysis: Analysis, settings: Settings) -> list[Finding]:
    """The findings to show in the document, in text order, those about other files of its package
    among them. A code that is off by default, or by the settings, is left out.
    """
    if not analysis.elsewhere:
        return own(analysis, settings)
    shown = [*own(analysis, settings), *(finding for _, finding in elsewhere(analysis, settings))]
    return sorted(shown, key=lambda finding: (finding.start, finding.end, finding.code))


def own(analysis: Analysis, settings: Settings) -> list[Finding]:
    """The findings about the document itself."""
    graded = (_graded(finding, settings) for finding in analysis.findings)
    return [finding for finding in graded if finding is not None]


def elsewhere(analysis: Analysis, settings: Settings) -> list[tuple[str, Finding]]:
    """The findings about other files of the package, each with the file's path inside it."""
    graded = ((path, _graded(finding, settings)) for path, finding in analysis.elsewhere)
    return [(path, finding) for path, finding in graded if finding is not None]


def _graded(finding: Finding, settings: Settings) -> Finding | None:
    code = finding.code
    if code in settings.severities:
        severity = settings.severities[code]
    else:
        spec = messages.spec(code)
        severity = spec.severity if spec else finding.severity
    if severity is None:
        return None
    return finding if severity is finding.severity else finding._replace(severity=severity)
