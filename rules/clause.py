"""Clause books: each numbered rule of a text, in our own short words (contract: "clause").

A clause is one sentence of the book. Where it has a formula, it is the function that the sentence decorates; its
English wording is that function's docstring. `decide` cites clauses by id, in the order in which it applies them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., object])


class Clause(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One numbered rule.

    Attributes:
        id: `H-6.2`: section 6 of that text, second rule in it.
        heading: the text's own heading, in Japanese.
        ja: our short wording, in Japanese.
        en: our short wording, in English.
        edition: the edition of the text that has it; absent where all have it.
        advice: it guides people and changes no result, so no event cites it.
        definition: it says what words of other clauses mean; these are cited, for nothing follows from it alone.
        under: the option values under which it holds; absent where it holds under all.
    """

    id: str
    heading: str
    ja: str
    en: str
    edition: str | None = None
    advice: bool = False
    definition: bool = False
    under: dict[str, tuple[str | bool, ...]] = {}

    def holds(self, options: msgspec.Struct) -> bool:
        """Whether a table plays by it, or has switched it off by its edition or by another option."""
        editions = {} if self.edition is None else {"edition": (self.edition,)}
        return all(getattr(options, name) in values for name, values in (editions | self.under).items())


Under = dict[str, tuple[str | bool, ...]]


class Chapter:
    """Some sentences of one text, in its order: those of one file."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = []

    def state(
        self,
        id: str,
        heading: str,
        ja: str,
        en: str,
        *,
        edition: str | None = None,
        advice: bool = False,
        definition: bool = False,
        under: Under | None = None,
    ) -> None:
        """Enter a clause that has no formula of its own."""
        self.clauses.append(
            Clause(
                id=id,
                heading=heading,
                ja=ja,
                en=en,
                edition=edition,
                advice=advice,
                definition=definition,
                under=under or {},
            )
        )

    def clause(
        self,
        id: str,
        heading: str,
        ja: str,
        *,
        edition: str | None = None,
        definition: bool = False,
        under: Under | None = None,
    ) -> Callable[[F], F]:
        """Enter a clause whose formula is the decorated function and whose English wording is its docstring."""

        def enter(formula: F) -> F:
            wording = " ".join((formula.__doc__ or "").split())
            self.state(id, heading, ja, wording, edition=edition, definition=definition, under=under)
            return formula

        return enter


class ClauseBook(Mapping[str, Clause]):
    """All clauses of one text, in the text's order (made with `of`)."""

    def __init__(self, prefix: str, clauses: Mapping[str, Clause]) -> None:
        self.prefix = prefix
        self._clauses = clauses

    @classmethod
    def of(cls, prefix: str, *chapters: Chapter) -> "ClauseBook":
        """The book of these chapters.

        Raises:
            ValueError: an id is not of this book, stands in it twice, or does not follow the one before it.
        """
        before = (0, 0)
        clauses = [clause for chapter in chapters for clause in chapter.clauses]
        for clause in clauses:
            found = re.fullmatch(rf"{prefix}-(\d+)\.(\d+)", clause.id)
            place = (int(found[1]), int(found[2])) if found else before
            if place <= before:
                msg = f"{clause.id} does not follow {prefix}-{before[0]}.{before[1]}"
                raise ValueError(msg)
            before = place
        return cls(prefix, {clause.id: clause for clause in clauses})

    def __getitem__(self, id: str) -> Clause:
        return self._clauses[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)
