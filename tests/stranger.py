"""The verifier of strangers, `api/pages/verifier.html`, run outside of a browser: by node, where there is one."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from senki.api import pages

PAGE = Path(pages.__file__).with_name("verifier.html")
NODE = shutil.which("node")
WITHOUT = "node (20 or newer) is not here: the verifier page was not run (Debian: apt-get install nodejs)"
DRIVER = """
const fs = require("node:fs");
(async () => {
  for (const [name, path, heads] of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const told = await verify(new Uint8Array(fs.readFileSync(path)), headsOf(heads), keyOf(heads));
    process.stdout.write(JSON.stringify([name, told]) + "\\n");
  }
})();
"""


def script() -> str:
    """The part of the page that verifies."""
    found = re.search(r'<script id="verify">(.*?)</script>', PAGE.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def told(folder: Path, files: Mapping[str, bytes], heads: str = "") -> dict[str, Any]:
    """What the page's script tells of files, by their names.

    Args:
        folder: where the files may be.
        files: name and content.
        heads: that somebody kept, as they are typed into the page.
    """
    asked: list[tuple[str, str, str]] = []
    for place, (name, content) in enumerate(files.items()):
        path = folder / f"{place}.jsonl"
        path.write_bytes(content)
        asked.append((name, str(path), heads))
    assert NODE is not None
    answer = run(script() + DRIVER, json.dumps(asked))
    return dict(map(json.loads, answer.splitlines()))


def run(code: str, given: str = "") -> str:
    """What node prints."""
    assert NODE is not None
    answer = subprocess.run([NODE, "-e", code], input=given, capture_output=True, text=True, timeout=300, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout
