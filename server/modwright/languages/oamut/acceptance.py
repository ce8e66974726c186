"""Whether the game would take a package at all, before any script of it runs."""

from __future__ import annotations

from modwright.findings.model import Severity
from modwright.languages.oamut.layout import layout_findings
from modwright.languages.oamut.manifest_findings import manifest_findings, suppressed_faults
from modwright.languages.package import Package
from modwright.syntax.tree import SyntaxTree


def error_count(manifest: SyntaxTree, package: Package) -> int:
    """How many errors there are in the manifest and among the names of the package's files."""
    said_better = suppressed_faults(manifest)
    faults = [
        fault
        for fault in manifest.faults
        if (fault.start, fault.end, fault.variant) not in said_better
    ]
    findings = manifest_findings(manifest, package)
    findings += [finding for _, finding in layout_findings(package)]
    return len(faults) + sum(finding.severity is Severity.ERROR for finding in findings)
