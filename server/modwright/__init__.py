"""modwright: a language server for people who author game packages."""

# Kept here and not read from package metadata: bundles drop the metadata, and looking it up costs start-up time.
__version__ = "0.1.0"
