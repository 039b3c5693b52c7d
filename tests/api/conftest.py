"""A server for each chapter of the tests, with a battle or two at it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.table import Battle, Table, serving


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A running server."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def battle(table: Table) -> Battle:
    """A battle in setup: two players against each other, skills declared face down."""
    return table.open()


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, Any]]:
    """The server is asyncio's."""
    return "asyncio", {}
