"""Running a package's plan script under limits, in a process of its own.

Invariant: imports no layer of modwright. `ide` and `cli` start it, through `runner`; the modules
that the child process uses (`child`, `walls`, `seccomp`, `wire`) import the standard library alone.
"""
