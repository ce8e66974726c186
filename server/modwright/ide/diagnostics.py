"""The findings as the settings grade them."""

from __future__ import annotations

from modwright.findings import messages
from modwright.findings.model import Finding
from modwright.languages.language import Analysis
from modwright.workspace.settings import Settings


def diagnostics(analysis: Analysis, settings: Settings) -> list[Finding]:
    """The findings to show, in text order.

    A code that is off by default, or by the settings, is left out.
    """
    shown: list[Finding] = []
    for finding in analysis.findings:
        code = finding.code
        if code in settings.severities:
            severity = settings.severities[code]
        else:
            spec = messages.spec(code)
            severity = spec.severity if spec else finding.severity
        if severity is None:
            continue
        shown.append(
            finding if severity is finding.severity else finding._replace(severity=severity)
        )
    return shown
