"""The declarations of a system that does not have its rows yet."""

from typing import Any

from senki.rules.declarations import Begin
from senki.rules.plays import Play, Plays
from senki.rules.words import SHARED, Words

NO_WORDS: Words = SHARED


class Adapted(Plays[Any]):
    def __init__(
        self,
        kinds: Any,
        decide: Any,
        admit: Any,
        plays: Any,
        awaiting: Any,
        mentioned: Any,
        gm_only: Any = (),
        form: Any = None,
        grave: Any = {},
    ) -> None:
        rows = [
            Play(
                kind=k,
                decide=decide[k],
                could=lambda _g, _b: (),
                gm=k in gm_only or k is Begin,
                grave=grave.get(k),
                form=None if k is Begin else form,
            )
            for k in (Begin, *kinds)
        ]
        super().__init__(rows, awaiting=awaiting, unable=lambda _g, _b: None, words={})
        self._admit, self._plays, self._mentioned = admit, plays, mentioned

    def admit(self, game: Any, it: Any) -> None:
        self._admit(game, it)

    def named(self, it: Any) -> Any:
        return self._mentioned(it)

    def offers(self, game: Any, by: str) -> Any:
        return self._plays(game, by)
