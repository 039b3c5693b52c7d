"""What people write, fit to be shown to others: nothing in it hides, reorders or controls what stands beside it."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from senki.rules.rejection import Rejection, require

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029"
_FORMATS = "\xad\u061c\u070f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\U000e0000-\U000e007f"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0"
_LEFTWARD = (
    "[\u0590-\u061b\u061d-\u070e\u0710-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LEFTWARD_RUN = f"{_LEFTWARD}+(?: +{_LEFTWARD}+)*"
_PICTURE = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_JOINED_PICTURE = f"(?<=[{_PICTURE}])\u200d(?=[{_PICTURE}])"

_STRANGE = re.compile(
    f"(?P<kept>\u2068{_LEFTWARD_RUN}\u2069|{_JOINED_PICTURE})"
    f"|(?P<leftward>{_LEFTWARD_RUN})|\r\n|[{_CONTROLS}{_FORMATS}{_FILLERS}]"
)
_FLAWS = re.compile(f"(?P<kept>{_JOINED_PICTURE})|(?P<control>[\t\n{_CONTROLS}])|[{_FORMATS}{_FILLERS}]")
_BLANK = re.compile(f"[\\s\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef{_CONTROLS}{_FORMATS}{_FILLERS}]+")


def visible(text: str) -> str:
    """A text as it is shown: what cannot be seen becomes a mark, what runs from right to left is set apart.

    Lines and tabs stay, and so do the joiners within an emoji. Showing it twice is the same as once.
    """
    return _STRANGE.sub(_marked, text)


def _marked(found: re.Match[str]) -> str:
    each = found[0]
    if found["kept"]:
        return each
    if found["leftward"]:
        return f"\u2068{each}\u2069"
    match each:
        case "\r\n":
            return "\n"
        case "\x7f":
            return "␡"
        case _:
            return chr(0x2400 + ord(each)) if each < " " else "\ufffd"


def require_name(name: str, where: str) -> None:
    """A name has something to see, on one line, and nothing besides that nobody sees.

    Args:
        name: what somebody or something is to be called.
        where: which name it is, for the message.

    Raises:
        Rejection: `illegal_value`, with what is wrong with it.
    """
    for found in _FLAWS.finditer(name):
        if not found["kept"]:
            code = f"U+{ord(found[0]):04X}"
            flaw = "改行などの制御文字" if found["control"] else "目に見えない文字や、文字の向きを変える文字"
            raise Rejection("illegal_value", f"{where}に{flaw}（{code}）は使えません。取り除いてください。")
    seen = any(unicodedata.category(each)[0] in "LNPSC" for each in _BLANK.sub("", name))
    require(seen, "illegal_value", f"{where}に目に見える文字がありません。読める名前にしてください。")


@lru_cache(4096)
def likeness(name: str) -> str:
    """What two names have in common that people take for the same: width, case, blanks and invisible signs aside."""
    return _BLANK.sub("", unicodedata.normalize("NFKC", name)).casefold()


def told_apart(names: Mapping[str, str], taken: tuple[str, ...] = ()) -> dict[str, str]:
    """Names that nobody confuses: where several are alike, each has a letter (鬼Ａ, 鬼Ｂ).

    Args:
        names: by id; in this order the letters are given.
        taken: names that others have.
    """
    alike = [likeness(name) for name in (*names.values(), *taken)]
    used = set(alike)
    apart: dict[str, str] = {}
    for id, name in names.items():
        apart[id] = name
        if alike.count(likeness(name)) > 1:
            apart[id] = next((n for n in _lettered(name) if likeness(n) not in used), f"{name}（{id}）")
            used.add(likeness(apart[id]))
    return apart


def _lettered(name: str) -> list[str]:
    letters = "ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ"
    return [f"{name} {unicodedata.normalize('NFKC', each)}" if name.isascii() else name + each for each in letters]


def on_one_line(text: str) -> str:
    """A name, title or the like as it is shown where each line means something."""
    return visible(text).replace("\n", "␊").replace("\t", "␉")


def escaped(json: bytes) -> bytes:
    """JSON that says the same, and that a terminal can show: what `visible` would mark stands in it as an escape."""
    if json.isascii() and b"\x7f" not in json:
        return json
    return _UNSEEN.sub(_escape, json.decode("utf-8", "replace")).encode()


_UNSEEN = re.compile(f"[\x7f-\x9f\u2028\u2029{_FORMATS}{_FILLERS}]")


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
