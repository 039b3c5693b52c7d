"""`python -m tests`: formatting, lint, types, import directions, JavaScript, then all tests. Arguments go on to pytest.

`--long` runs the tests that take minutes (marked `long`), too.
"""

import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
LONG = "--long"
SOURCES = ("eventstore", "rules", "projections", "api", "tests")


def checks(arguments: list[str]) -> dict[str, list[str]]:
    """Each check by its name, as a command."""
    if LONG in arguments:  # the last `-m` holds
        arguments = ["-m", "long or not long", *(argument for argument in arguments if argument != LONG)]
    python = [sys.executable, "-m"]
    beside = Path(sys.executable).parent
    return {
        "format": [*python, "ruff", "format", "--check", *SOURCES],
        "lint": [*python, "ruff", "check", *SOURCES],
        "types": [*python, "basedpyright"],
        "imports": [str(beside / "lint-imports")],
        "javascript": [*python, "tests.javascript"],
        "tests": [*python, "pytest", *arguments],
    }


def say(line: str) -> None:
    """Print a line before the next command prints its own."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run all checks, also those after one that failed; 0 if every one passed."""
    begun = perf_counter()
    results: dict[str, bool] = {}
    for name, command in checks(sys.argv[1:]).items():
        say(f"── {name}: {' '.join(command)}")
        results[name] = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    told = ", ".join(f"{name} {'ok' if passed else 'FAILED'}" for name, passed in results.items())
    say(f"── {told} ({perf_counter() - begun:.0f} s)")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
