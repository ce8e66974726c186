"""One module a format: `render(summary) -> the whole output`. Imported only when asked for."""
