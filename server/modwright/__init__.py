"""modwright: a language server for people who author game packages."""

# Kept here, not read from package metadata: bundles drop it, and looking it up costs start-up time.
__version__ = "0.1.0"
