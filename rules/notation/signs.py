"""The signs that keyboards give for those of a notation, read as the half-width ones.

Japanese keyboards of Windows, macOS, iOS and Android give full-width signs, and one of a dozen dashes where a minus
is meant; smartphones give ``×``, ``÷`` and ``≧`` besides.
"""

import re
import unicodedata

_SIGNS = {
    "-": "−‐‑‒–—―⁃─━➖˗﹘",
    "+": "➕",
    "*": "×✕✖⨯∗",
    "/": "÷∕⁄➗",
    ">=": "≧≥⩾",
    "<=": "≦≤⩽",
    "<>": "≠",
    "[": "「【〔",
    "]": "」】〕",
}
_TABLE = str.maketrans({typed: sign for sign, several in _SIGNS.items() for typed in several})
_LONG_VOWEL = re.compile(r"(?<![ぁ-ゖァ-ヺ])ー")
"""The mark that lengthens a vowel stands on the key of the minus; where no kana is before it, a minus is meant."""


def narrow(text: str) -> str:
    """Read full-width letters, digits and signs as half-width ones; signs that nobody can see are left out.

    What Unicode would turn into a number that was not typed (``½``, ``²``, ``①``) stays as it is.
    """
    seen = "".join(map(_narrow, unicodedata.normalize("NFC", text)))
    return _LONG_VOWEL.sub("-", unicodedata.normalize("NFC", seen))


def _narrow(each: str) -> str:
    kind = unicodedata.category(each)
    if kind == "Cf" or 0xFE00 <= ord(each) <= 0xFE0F:  # noqa: PLR2004 - variation selectors, which emoji bring along
        return ""
    signs = each.translate(_TABLE)
    return signs if signs != each or kind == "No" else unicodedata.normalize("NFKC", each).translate(_TABLE)
