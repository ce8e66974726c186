"""Which language to speak: `--locale`, else modwright.toml, else the environment, else English."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping

from modwright.workspace.settings import DEFAULT_LOCALE, LOCALES, Settings, supported_locale

# In the order in which POSIX has them win.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def add_option(parser: argparse.ArgumentParser) -> None:
    """`--locale`, the same for every command that has it."""
    parser.add_argument(
        "--locale",
        type=_locale,
        metavar="LOCALE",
        help=f"language of the messages: {' or '.join(LOCALES)} (default: as the system's)",
    )


def choose(
    option: str | None, settings: Settings, environment: Mapping[str, str] | None = None
) -> str:
    """The locale to use; `environment` is the process's by default."""
    return option or settings.locale or _of_environment(environment or os.environ)


def _of_environment(environment: Mapping[str, str]) -> str:
    value = next((environment[name] for name in _VARIABLES if environment.get(name)), None)
    return supported_locale(value) or DEFAULT_LOCALE


def _locale(name: str) -> str:
    locale = supported_locale(name)
    if locale is None:
        raise argparse.ArgumentTypeError(f"no messages in {name!r}: choose {' or '.join(LOCALES)}")
    return locale
