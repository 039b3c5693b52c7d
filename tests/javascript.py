"""The check of the pages' JavaScript: formatted, linted and type-checked, with the tools that `.js/package.json` pins.

Where there is no npm, or no network to fetch the tools with, it is left out with a message.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".js"
PAGES = ROOT / "api" / "pages"
SCRIPT = re.compile(r'<script id="\w+">\n"use strict";\n(.*?)</script>', re.DOTALL)
EXTRACTED = HOME / "extracted"
"""Where the scripts of the page that is one file are written out."""
TOOLS = ("prettier", "eslint", "tsc")
INSTALL = ("install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
FETCHING = 180


def say(line: str) -> None:
    """Print a line before the next command prints its own."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def tools() -> Path | None:
    """Where the tools are, fetched if they are not there; None where they cannot be had, which is said."""
    npm = shutil.which("npm")
    if npm is None:
        say("the JavaScript was not checked: npm is not here (Debian: apt-get install nodejs npm)")
        return None
    beside = HOME / "node_modules" / ".bin"
    try:
        fetched = subprocess.run([npm, *INSTALL], cwd=HOME, check=False, timeout=FETCHING, capture_output=True)
    except subprocess.TimeoutExpired:
        fetched = None
    if (fetched is None or fetched.returncode) and not all((beside / tool).exists() for tool in TOOLS):
        say("the JavaScript was not checked: npm could not fetch its tools")
        return None
    return beside


def extract() -> None:
    """Write out the scripts of the verifier, which are one program, as one file."""
    shutil.rmtree(EXTRACTED, ignore_errors=True)
    EXTRACTED.mkdir()
    scripts = SCRIPT.findall((PAGES / "verifier.html").read_text())
    (EXTRACTED / "verifier.js").write_text("\n".join([*scripts, "export {};\n"]))  # a module: its types are its own


def main() -> int:
    """0 if every tool is content, or none can be had."""
    beside = tools()
    if beside is None:
        return 0
    extract()
    commands = (
        ("prettier", "--log-level", "warn", "--print-width", "120", "--check", "api/pages/static/*.js"),
        ("eslint", "--config", ".js/eslint.config.js", "--no-warn-ignored", "api/pages/static", ".js/extracted"),
        ("tsc", "-p", ".js"),
        ("tsc", "-p", ".js/extracted.json"),
    )
    results = [
        subprocess.run([beside / tool, *options], cwd=ROOT, check=False).returncode for tool, *options in commands
    ]
    return int(any(results))


if __name__ == "__main__":
    sys.exit(main())
