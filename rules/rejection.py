"""Why a declaration is refused (contract: "Rejections")."""

from typing import Literal, get_args

Code = Literal[
    "malformed",
    "unknown_character",
    "gm_only",
    "not_your_seat",
    "incapacitated",
    "not_awaited",
    "once_only",
    "bad_target",
    "out_of_range",
    "cannot_pay",
    "cards_not_held",
    "illegal_cards",
    "illegal_value",
    "bad_rolls",
]
CODES: tuple[Code, ...] = get_args(Code)


class Rejection(Exception):
    """A declaration that the rules refuse; nothing is written.

    Args:
        code: one of the contract's codes (and `not_your_seat`: another seat plays that character).
        message: Japanese, for people at the table: what was wrong and what would be right.
        clause: the id of the rule that forbids it, where there is one.
        needs: with `bad_rolls`, the rolls that the rules called for, in order, as far as they are known.
    """

    def __init__(
        self, code: Code, message: str, clause: str | None = None, needs: tuple[dict[str, object], ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause
        self.needs = needs

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def require(holds: object, code: Code, message: str, clause: str | None = None) -> None:
    """Refuse the declaration unless something holds.

    Raises:
        Rejection: with that code and message.
    """
    if not holds:
        raise Rejection(code, message, clause)
