"""Settings: one table, by environment and by flag."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from senki.api.settings import Settings, SettingsError, from_environment, server_secret, table


def test_without_anything_said_the_defaults_hold():
    settings = from_environment({})
    assert settings == Settings()
    assert (settings.database, settings.host, settings.port) == ("senki.db", "127.0.0.1", 8470)
    assert settings.secret_path == Path("senki.db.key")


def test_the_environment_is_read_and_a_flag_wins_over_it():
    environment = {"SENKI_PORT": "9000", "SENKI_DATABASE": "x.db", "SENKI_HEARTBEAT_SECONDS": "2.5", "PATH": "/bin"}
    settings = from_environment(environment, port=9001, host=None)
    assert (settings.port, settings.database, settings.heartbeat_seconds) == (9001, "x.db", 2.5)
    assert settings.secret_path == Path("x.db.key")


def test_every_setting_has_a_variable_a_flag_and_a_description():
    rows = table()
    assert [row.name for row in rows] == list(Settings.__struct_fields__)
    for row in rows:
        assert row.variable == f"SENKI_{row.name.upper()}"
        assert row.flag == f"--{row.name.replace('_', '-')}"
        assert row.description


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"SENKI_PORT": "many"}, "SENKI_PORT"),
        ({"SENKI_PORT": "70000"}, "SENKI_PORT"),
        ({"SENKI_LOG_LEVEL": "loud"}, "SENKI_LOG_LEVEL"),
        ({"SENKI_EVENTS_LIMIT": "0"}, "SENKI_EVENTS_LIMIT"),
        ({"SENKI_HOST": ""}, "SENKI_HOST"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_the_name_of_its_variable(environment: dict[str, str], said: str):
    with pytest.raises(SettingsError, match=said):
        from_environment(environment)


def test_a_flag_that_cannot_be_is_refused_by_its_own_name():
    with pytest.raises(SettingsError, match="--port"):
        from_environment({"SENKI_PORT": "1"}, port=-1)
    with pytest.raises(SettingsError, match="prot"):
        from_environment({}, prot=1)


def test_the_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path):
    path = tmp_path / "senki.db.key"
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: server_secret(path), range(8)))
    assert secrets == {path.read_bytes()}
    assert len(path.read_bytes()) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_secret_that_is_too_short_or_cannot_be_read_is_refused(tmp_path: Path):
    short = tmp_path / "short"
    short.write_bytes(b"x" * 31)
    with pytest.raises(SettingsError, match="31 bytes"):
        server_secret(short)
    with pytest.raises(SettingsError, match="cannot be used"):
        server_secret(tmp_path / "nowhere" / "key")
