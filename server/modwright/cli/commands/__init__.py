"""One module a command. Each has `configure(parser)` and `run(arguments) -> exit code`."""
