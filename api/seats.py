"""From a token to a seat: the only door.

A token is HMAC-SHA256, under the server's own secret, of the battle's id, the seat's name and how often the seat was
given a new one, so the same opening gives the same tokens again when it is repeated. The store keeps the SHA-256 of
each token only, with the battle and the seat that it opens: whoever reads the database learns no token, and a token
stays good when the server's secret is replaced. Which of a seat's tokens is good stands beside them; the log knows
nothing of it.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec
from litestar.types import Scope

from senki.api.problems import Refused
from senki.eventstore.errors import DamagedFile
from senki.eventstore.events import Record
from senki.eventstore.store import EventStore
from senki.projections.history import UnknownBattle
from senki.rules.table import GM

SPECTATOR = "spectator"
TAG = b"senki-token-1\0"
TOKEN_BYTES = 24
HEADERS = "headers"
KNOWN = 10_000

Spectators = Literal["open", "token"]
K = TypeVar("K", bound=msgspec.Struct)


class Place(msgspec.Struct, frozen=True):
    """What a token opens; `renewal` is how often the seat had been given a new one."""

    battle: str
    seat: str
    renewal: int = 0


class Charter(msgspec.Struct, frozen=True):
    """What the server keeps beside a battle's log: its rules, its title, and whether anybody may watch."""

    system: str
    title: str | None = None
    spectators: Spectators = "token"


class Seated(msgspec.Struct, frozen=True):
    """Who asks: a seat of a battle; `token` is false for one who only watches and showed none.

    `renewal` is that of the token: it opens nothing more once the seat has been given another.
    """

    battle: str
    seat: str
    token: bool = True
    renewal: int = 0


OLD_TOKEN = "この席のトークンは新しいものに替わりました。ＧＭから新しい入り口をもらってください。"  # noqa: S105 - a sentence
UNKNOWN_TOKEN = "このトークンはどの席のものでもありません。"  # noqa: S105 - a sentence
NO_TOKEN = "トークンを Authorization ヘッダーに「Bearer トークン」の形で書いてください。"  # noqa: S105 - a sentence


class Door:
    """Knows the tokens of a store's battles.

    Args:
        store: where their hashes are.
        secret: the server's own.
    """

    def __init__(self, store: EventStore, secret: bytes) -> None:
        self._store = store
        self._secret = secret
        self._places: dict[str, Place] = {}
        self._charters: dict[str, Charter] = {}

    def token(self, battle: str, seat: str, renewal: int = 0) -> str:
        """The token of a seat, after it has been given a new one so often."""
        said = TAG + msgspec.json.encode([battle, seat, renewal] if renewal else [battle, seat])
        return urlsafe_b64encode(hmac.digest(self._secret, said, "sha256")[:TOKEN_BYTES]).decode()

    def tokens(self, battle: str, seats: Iterable[str]) -> dict[str, str]:
        """The first tokens of a battle: the GM's, the players', a spectator's."""
        return {seat: self.token(battle, seat) for seat in (GM, *seats, SPECTATOR)}

    async def good(self, battle: str, seats: Iterable[str]) -> dict[str, str]:
        """The tokens of a battle that are good now, as this server's secret gives them."""
        names = (GM, *seats, SPECTATOR)
        return {seat: self.token(battle, seat, await self._renewal(battle, seat)) for seat in names}

    async def renew(self, battle: str, seat: str) -> str:
        """Give a seat a new token; the old one opens nothing any more."""
        renewal = await self._renewal(battle, seat) + 1
        token = self.token(battle, seat, renewal)
        place = msgspec.json.encode(Place(battle, seat, renewal))
        await self._store.put_record("token", hash_of(token), place)
        await self._store.put_record("renewal", _seat_key(battle, seat), msgspec.json.encode(renewal))
        return token

    async def holds(self, seated: Seated) -> bool:
        """Whether what somebody showed when they came in is still good."""
        return not seated.token or seated.renewal == await self._renewal(seated.battle, seated.seat)

    async def _renewal(self, battle: str, seat: str) -> int:
        data = await self._store.record("renewal", _seat_key(battle, seat))
        return 0 if data is None else msgspec.json.decode(data, type=int)

    def records(self, battle: str, seats: Iterable[str], charter: Charter) -> list[Record]:
        """What the store keeps: hashes of the tokens, and the charter."""
        return [
            Record("battle", battle, msgspec.json.encode(charter)),
            *(
                Record("token", hash_of(token), msgspec.json.encode(Place(battle, seat)))
                for seat, token in self.tokens(battle, seats).items()
            ),
        ]

    async def grant(self, battle: str, seats: Iterable[str], charter: Charter) -> dict[str, str]:
        """Give a battle that is in the store already (an imported one) its tokens.

        The charter is written last: a battle that has one has all its tokens.
        """
        names = list(seats)
        for record in reversed(self.records(battle, names, charter)):
            await self._store.put_record(record.kind, record.id, record.data)
        return await self.good(battle, names)

    async def charter(self, battle: str) -> Charter | None:
        """The charter of a battle; None if there is no such battle."""
        found = self._charters.get(battle)
        if found is None:
            data = await self._store.record("battle", battle)
            if data is None:
                return None
            found = _kept(data, Charter)
            if len(self._charters) >= KNOWN:
                self._charters.clear()
            self._charters[battle] = found
        return found

    async def seat(self, scope: Scope, battle: str, token: str | None = None) -> Seated:
        """Tell who asks.

        Args:
            scope: the request.
            battle: the battle that it is about.
            token: a token that stands elsewhere than in the header.

        Raises:
            UnknownBattle: there is no such battle.
            Refused: `unauthorized` without a good token, `forbidden` with one of another battle.
        """
        shown = token if token is not None else bearer(scope)
        place = None if shown is None else await self.place(shown)
        if place is not None and place.battle == battle:
            seated = Seated(battle, place.seat, renewal=place.renewal)
            if not await self.holds(seated):
                raise Refused("unauthorized", OLD_TOKEN)
            return seated
        charter = await self.charter(battle)
        if charter is None:
            raise UnknownBattle(battle)
        if place is not None:
            raise Refused("forbidden", "このトークンは別の戦闘のものです。")
        if shown is not None:
            raise Refused("unauthorized", UNKNOWN_TOKEN)
        if charter.spectators == "open":
            return Seated(battle, SPECTATOR, token=False)
        raise Refused("unauthorized", NO_TOKEN)

    async def place(self, token: str) -> Place | None:
        """What a token opens; None where it is no seat's."""
        hashed = hash_of(token)
        found = self._places.get(hashed)
        if found is None:
            data = await self._store.record("token", hashed)
            if data is None:
                return None
            found = _kept(data, Place)
            if len(self._places) >= KNOWN:
                self._places.clear()
            self._places[hashed] = found
        return found


def _kept(data: bytes, kind: type[K]) -> K:
    """A record of the store.

    Raises:
        DamagedFile: it is not what was written there.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedFile(f"a record ({kind.__name__}) cannot be read: {error}") from error


def _seat_key(battle: str, seat: str) -> str:
    return msgspec.json.encode([battle, seat]).decode()


def hash_of(token: str) -> str:
    """The hash under which the store knows a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, by its name in lower case; of one that comes twice, the last."""
    state = scope["state"]
    headers: dict[bytes, bytes] | None = state.get(HEADERS)
    if headers is None:
        headers = state[HEADERS] = dict(scope["headers"])
    found = headers.get(name)
    return None if found is None else found.decode("latin-1")


def bearer(scope: Scope) -> str | None:
    """The bearer token of a request, if it shows one.

    Raises:
        Refused: `unauthorized`, where the header has another form.
    """
    said = header(scope, b"authorization")
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("unauthorized", NO_TOKEN)
    return token.strip()


def is_operator(shown: str | None, open_token: str | None) -> bool:
    """Whether a bearer token is the server's open token."""
    if shown is None or open_token is None:
        return False
    return hmac.compare_digest(shown.encode("latin-1"), open_token.encode())


def admit_opening(scope: Scope, open_token: str | None) -> None:
    """Whether a request may open or import battles.

    Raises:
        Refused: `unauthorized`: the server wants its open token, and this is not it.
    """
    if open_token is None:
        return
    if not is_operator(bearer(scope), open_token):
        raise Refused("unauthorized", "戦闘を開くには、このサーバーの合言葉（open token）が要ります。")
