"""How a case file is laid out: one case a line, so that a change to a case is a change of one line."""

import json
from typing import Any, cast

from senki.projections.cases import read_cases

CASES = "cases"


def laid_out(data: bytes) -> bytes:
    """A case file with one case a line; what it says stays the same.

    Raises:
        ValueError: it is no case file, or of a system that we do not have.
    """
    read_cases(data)
    file = cast("dict[str, Any]", json.loads(data))
    about = "".join(f"{_line(name)}: {_line(value)}, " for name, value in file.items() if name != CASES)
    cases = ",\n".join(f" {_line(case)}" for case in file[CASES])
    return f'{{{about}"{CASES}": [\n{cases}\n]}}\n'.encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
