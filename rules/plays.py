"""One declaration, one row: what may be proposed, who may declare it, how it is decided.

Legality is `decide` itself, as far as its first event. What a row proposes and the rules would refuse is sifted out, so
no rule about who may declare what stands anywhere but in `decide`, and what is offered is what is accepted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from senki.rules.chance import Entered
from senki.rules.declarations import CHARACTER, Begin
from senki.rules.game import Awaited, Game, Offer, Ruling, dice_offers
from senki.rules.message import Declaration, type_of
from senki.rules.rejection import Rejection
from senki.rules.table import GM

G = TypeVar("G", bound=Game)
Json = dict[str, Any]


class Play(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """One declaration of a system.

    Attributes:
        kind: the declaration.
        decide: how it becomes events.
        could: what a character (`gm`: the table) might declare of it now; it may propose too much, never too little.
        schema: a JSON Schema of what was found legal, where there is more than can be listed; None where all is listed.
        unasked: whether it may be declared though nobody waits for it; absent: it may not.
        better: why it is refused while it is not awaited, where there is a better reason than that (a right already
            used, a clause that forbids it); absent, or None: there is none.
        form: raises `malformed` for fields that do not go together, whatever the state.
        grave: what it ends, or what cannot be taken back, in Japanese, to be asked before; absent: nothing of the kind.
        gm: only the GM may declare it, for the table.
        sifted: `could` proposes only what is legal, for there is too much to try one by one.
    """

    kind: type[Declaration]
    decide: Callable[[G, Any, Any], Ruling[G]]
    could: Callable[[G, str], Iterable[Declaration]]
    schema: Callable[[G, str, tuple[Any, ...]], Json | None] | None = None
    unasked: Callable[[G, Any], bool] | None = None
    better: Callable[[G, Any], Rejection | None] | None = None
    form: Callable[[Any], None] | None = None
    grave: str | None = None
    gm: bool = False
    sifted: bool = False


class Plays(Generic[G]):
    """All declarations of a system.

    Args:
        rows: a row a declaration, `Begin` included.
        awaiting: whom the rules wait for.
        unable: why a character that nobody waits for can do nothing at all; None where it can.
        words: what a declaration is called at the table, by its type.
    """

    def __init__(
        self,
        rows: Iterable[Play[G]],
        *,
        awaiting: Callable[[G], tuple[Awaited, ...]],
        unable: Callable[[G, str], Rejection | None],
        words: Mapping[str, str],
    ) -> None:
        self.rows: dict[type[Declaration], Play[G]] = {row.kind: row for row in rows}
        self.awaiting = awaiting
        self._unable = unable
        self._words = words
        self._by_type = {type_of(kind): row for kind, row in self.rows.items()}
        self._unasked = tuple(row for row in self.rows.values() if row.unasked is not None)

    @property
    def kinds(self) -> tuple[type[Declaration], ...]:
        """The system's own declarations."""
        return tuple(kind for kind in self.rows if kind is not Begin)

    def grave(self, kind: type[Declaration]) -> str | None:
        """What is asked before it is declared, in Japanese; None where nothing is."""
        return self.rows[kind].grave if kind in self.rows else None

    def named(self, it: Declaration) -> Iterator[str]:
        """The characters that a declaration names, besides the one that declares it."""
        return named(it)

    def for_gm(self, kind: type[Declaration]) -> bool:
        """Whether only the GM may declare it, for the table."""
        return kind in self.rows and self.rows[kind].gm

    def form(self, it: Declaration) -> None:
        """Refuse a declaration whose fields do not belong together, whatever the state.

        Raises:
            Rejection: `malformed`.
        """
        row = self.rows.get(type(it))
        if row is not None and row.form is not None:
            row.form(it)

    def admit(self, game: G, it: Declaration) -> None:
        """Refuse what the state does not await: after form, names and seat, before the declaration's own rules.

        Raises:
            Rejection: `incapacitated`, `not_awaited` or `once_only`.
        """
        row = self.rows[type(it)]
        awaited = self.awaiting(game)
        speaker = it.by or GM
        said = type_of(row.kind)
        if any(a.by == speaker and said in a.types for a in awaited):
            return
        if row.unasked is not None and row.unasked(game, it):
            return
        if it.by is not None and all(a.by != it.by for a in awaited):
            unable = self._unable(game, it.by)
            if unable is not None:
                raise unable
        better = None if row.better is None else row.better(game, it)
        raise better or Rejection("not_awaited", self.awaited_now(game, awaited))

    def awaited_now(self, game: G, awaited: tuple[Awaited, ...]) -> str:
        """What would be right instead, in Japanese."""
        if not awaited:
            return "いま待っている宣言はありません。"
        names = dict.fromkeys(game.characters[a.by].name if a.by in game.characters else "ＧＭ" for a in awaited)
        types = dict.fromkeys(self._words.get(t, t) for a in awaited for t in a.types)
        return f"いまは{'、'.join(names)}の宣言（{'、'.join(types)}）を待っています。"

    def legal(self, game: G, it: Declaration) -> bool:
        """Whether a declaration would be accepted: it is decided as far as its first event."""
        try:
            self.form(it)
            self.admit(game, it)
            next(self.rows[type(it)].decide(game, it, Entered()), None)
        except Rejection as rejection:
            return rejection.code == "bad_rolls"
        return True

    def offers(self, game: G, by: str) -> tuple[Offer, ...]:
        """Every legal play of a character, or of the GM, at this moment; what is awaited first."""
        return (*dice_offers(self.awaiting(game), by), *self._offers(game, by))

    def _offers(self, game: G, by: str) -> Iterator[Offer]:
        types = dict.fromkeys(t for a in self.awaiting(game) if a.by == by for t in a.types)
        rows = [row for t in types if (row := self._by_type.get(t)) is not None]
        for row in (*rows, *(row for row in self._unasked if row not in rows and row.gm == (by == GM))):
            found = tuple(it for it in row.could(game, by) if row.sifted or self.legal(game, it))
            if found:
                schema = None if row.schema is None else row.schema(game, by, found)
                yield Offer(type_of(row.kind), None if by == GM else by, found, schema)


def named(it: Declaration) -> Iterator[str]:
    """The characters that a declaration names, besides the one that declares it."""
    for field in naming(type(it)):
        value: str | Iterable[str] | None = getattr(it, field)
        if isinstance(value, str):
            yield value
        elif value is not None:
            yield from value


@cache
def naming(kind: type[Declaration]) -> tuple[str, ...]:
    """The fields of a declaration that name characters."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name, hint in hints.items() if _names(hint))


def _names(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        return any(isinstance(n, msgspec.Meta) and n.extra == CHARACTER for n in notes) or _names(inner)
    return any(_names(one) for one in get_args(hint))
