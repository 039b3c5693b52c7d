"""What goes wrong, as RFC 9457 problem documents. The only place that knows status codes of refusals.

A document has `type`, `title`, `status`, `detail` (Japanese, for people at the table), `code` (for programs), and where
there is one `clause` (the rule that forbids it), `needs` (with `bad_rolls`: the rolls that the rules called for) and
`seq` (where the battle stands). Nothing else is ever told: no traceback, no value of what was handed in but what
`Rejection` says itself.
"""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from senki.api.logs import note, unexpected
from senki.api.referee import Stale
from senki.eventstore.errors import (
    ArchiveError,
    ConcealedArchive,
    Conflict,
    DamagedFile,
    InvalidEvent,
    KeyReused,
    StoreUnavailable,
    StreamExists,
    UnknownStream,
)
from senki.projections.history import Chronicle, NoSuchMoment, UnknownBattle
from senki.projections.log import Unreadable
from senki.rules.rejection import Rejection

MEDIA_TYPE = "application/problem+json"
HEAD = "present"

CODES: dict[str, tuple[int, str]] = {
    # the contract's: the declaration itself is wrong
    "malformed": (422, "宣言の形が正しくない"),
    "unknown_character": (422, "いないキャラクター"),
    "illegal_value": (422, "使えない値"),
    "bad_rolls": (422, "出目が合わない"),
    # the seat may not say it
    "gm_only": (403, "ＧＭだけの宣言"),
    "not_your_seat": (403, "ほかの席のキャラクター"),
    # the rules refuse it at this moment
    "not_awaited": (409, "いま待っている宣言ではない"),
    "incapacitated": (409, "動けないキャラクター"),
    "once_only": (409, "もう使った権利"),
    "bad_target": (409, "選べない対象"),
    "out_of_range": (409, "届かない距離"),
    "cannot_pay": (409, "払えないコスト"),
    "cards_not_held": (409, "持っていない札"),
    "illegal_cards": (409, "使えない札の組"),
    # the request
    "invalid_request": (400, "要求の形が正しくない"),
    "unauthorized": (401, "トークンが要る"),
    "forbidden": (403, "このトークンではできない"),
    "not_found": (404, "見つからない"),
    "method_not_allowed": (405, "使えないメソッド"),
    "exists": (409, "もうある戦闘"),
    "stale": (412, "戦闘が先へ進んでいる"),
    "too_large": (413, "大きすぎる要求"),
    "unsupported_media_type": (415, "読めない形式"),
    "key_reused": (422, "使用済みの Idempotency-Key"),
    "archive_broken": (422, "記録が壊れている"),
    "archive_concealed": (422, "伏せられた記録"),
    "unreadable": (500, "読めない記録"),
    "internal": (500, "サーバーの誤り"),
    "busy": (503, "いまは記録できない"),
}
BY_STATUS = {
    400: "invalid_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    412: "stale",
    413: "too_large",
    415: "unsupported_media_type",
    503: "busy",
}
SAID = {
    "invalid_request": "要求を読めませんでした。",
    "unauthorized": "トークンを Authorization ヘッダーに書いてください。",
    "forbidden": "このトークンではできません。",
    "not_found": "ここには何もありません。",
    "method_not_allowed": "このＵＲＬではそのメソッドを使えません。",
    "stale": "戦闘が先へ進んでいます。",
    "too_large": "要求が大きすぎます。",
    "unsupported_media_type": "この形式は読めません。application/json で送ってください。",
    "busy": "いまは記録できません。少し待ってからもう一度送ってください。",
    "internal": "サーバーの中で思わぬ誤りが起きました。記録には何も書かれていません。",
}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document.

    Attributes:
        type: a URI of the kind of problem: `urn:senki:problem:` and the code.
        title: the kind, in Japanese.
        status: the HTTP status again.
        detail: what was wrong and what would be right, in Japanese.
        code: the kind, for programs.
        clause: the id of the rule that forbids it.
        needs: with `bad_rolls`, the rolls that the rules called for, in order.
        seq: where the battle stands.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    clause: str | None = None
    needs: tuple[dict[str, Any], ...] = ()
    seq: int | None = None


class Refused(Exception):
    """A request that is refused outside the rules.

    Args:
        code: one of `CODES`.
        detail: Japanese, for people.
        headers: headers of the answer.
    """

    def __init__(self, code: str, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = headers or {}


def problem_of(error: Exception) -> tuple[Problem, dict[str, str]]:  # noqa: C901, PLR0912 - one case an error
    """The document for an error, and headers that go with it."""
    match error:
        case Refused():
            return told(error.code, error.detail), error.headers
        case Rejection():
            return told(error.code, error.message, clause=error.clause, needs=error.needs), {}
        case Stale():
            detail = f"戦闘は{error.actual}番まで進んでいます（{error.expected}番のつもりの宣言でした）。"
            return told("stale", detail, seq=error.actual), {}
        case KeyReused():
            return told("key_reused", "この Idempotency-Key は別の内容に使われました。新しいキーで送ってください。"), {}
        case UnknownBattle() | UnknownStream():
            return told("not_found", "その戦闘はありません。"), {}
        case NoSuchMoment():
            return told("not_found", "戦闘にその時点はありません。"), {}
        case StreamExists():
            return told("exists", "同じidの戦闘がもうあります。何も書かれていません。"), {}
        case ConcealedArchive():
            return told("archive_concealed", "伏せられた出来事のある記録からは、戦闘を続けられません。"), {}
        case ArchiveError():
            return told("archive_broken", f"記録の{error.line}行目が正しくありません。何も書かれていません。"), {}
        case Conflict():
            return told("stale", SAID["stale"], seq=error.actual), {}
        case InvalidEvent():
            return told("invalid_request", "記録できない内容です（長すぎるか、使えない文字があります）。"), {}
        case DamagedFile():
            return told(
                "unreadable", "記録のファイルが壊れています。運営者に「senki verify」で調べてもらってください。"
            ), {}
        case StoreUnavailable():
            return told("busy", SAID["busy"]), {"retry-after": "1"}
        case Unreadable():
            return told("unreadable", "この戦闘の記録は、いまの規則では読めません。"), {}
        case HTTPException():
            other = "invalid_request" if error.status_code < HTTP_500_INTERNAL_SERVER_ERROR else "internal"
            code = BY_STATUS.get(error.status_code, other)
            allowed = next((v for k, v in (error.headers or {}).items() if k.lower() == "allow"), None)
            return told(code, SAID[code]), {} if allowed is None else {"allow": with_head(allowed)}
        case _:
            return told("internal", SAID["internal"]), {}


def with_head(allowed: str) -> str:
    """The methods of a route as `Allow` lists them: who may `GET` may ask for the headers alone."""
    methods = [method.strip() for method in allowed.split(",")]
    return ", ".join([*methods, "HEAD"] if "GET" in methods and "HEAD" not in methods else methods)


def told(
    code: str,
    detail: str,
    *,
    clause: str | None = None,
    needs: tuple[dict[str, object], ...] = (),
    seq: int | None = None,
) -> Problem:
    """A document."""
    status, title = CODES[code]
    return Problem(f"urn:senki:problem:{code}", title, status, detail, code, clause, needs, seq)


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer to an error: for Litestar's table of exception handlers."""
    problem, headers = problem_of(error)
    if problem.code in {"internal", "unreadable"}:
        unexpected(request.scope, error)
    if problem.code == "unauthorized":
        headers = {**headers, "www-authenticate": "Bearer"}
    present: Chronicle | None = request.scope["state"].get(HEAD)
    if present is not None:
        seq = present.battle.seq
        if problem.seq is None:
            problem = msgspec.structs.replace(problem, seq=seq)
        headers = {**headers, "senki-head": f"{seq} {present.hash.hex()}"}
    name, id_ = note(request.scope, problem.status)
    headers = {**headers, name.decode(): id_.decode()}
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers={"cache-control": "no-store", **headers},
    )
