"""The log as a seat sees it: in pages, and live."""

from litestar import get

from senki.api.answers import PRIVATE, Answer, about, answer
from senki.api.live import MOST_WATCHING, Stream
from senki.api.openapi import described
from senki.api.parameters import BATTLE, LastEventId, Limit, Text, Whole, Word, query
from senki.api.parts import Asked, parts
from senki.api.problems import Refused
from senki.api.shapes import Events, HeadShape
from senki.projections.timeline import entries

AFTER = Whole(name="after", description="only events with a higher seq")
BEFORE = Whole(name="before", description="only events with a lower seq")
LIMIT = Limit(default=200, description="most events in the answer")
ORDER = Word(name="order", choices=("asc", "desc"), description="desc: the newest first")
LIVE_AFTER = Whole(name="after", description="begin after this event; else with the next one")
TOKEN = Text(name="token", description="a seat's token, for browsers, whose EventSource sends no headers")
LAST = LastEventId(description="as browsers send it when they come back; wins over `after`")


@get(
    "/battles/{battle:str}/events",
    summary="Events as this seat sees them",
    tags=["log"],
    operation_class=described(
        gives=Events,
        parameters=(BATTLE, AFTER, BEFORE, LIMIT, ORDER),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def events(request: Asked) -> Answer:
    """Each with its sentence in Japanese, its place in the chain, and its data unless it is hidden from the seat."""
    it = parts(request)
    seated = await it.enter(request.scope)
    battle, seat = seated.battle, seated.seat
    present = await it.present(battle)
    head = about(request.scope, present)
    asked = query(request.scope, AFTER, BEFORE, LIMIT, ORDER)
    limit = LIMIT.of(asked, it.settings.events_limit)
    newest_first = ORDER.of(asked) == "desc"
    seq = present.battle.seq
    low, high = AFTER.of(asked, 0), min(BEFORE.of(asked, seq + 1), seq + 1)
    if newest_first:
        low = max(low, high - 1 - limit)
    found = await it.store.read(battle, low, max(0, min(limit, high - 1 - low)))
    marks = await it.marks.of(battle)
    shown = list(entries(present.system, present.battle, found, seat, marks.struck))
    following = None
    if newest_first:
        shown.reverse()
        if shown and shown[-1].seq > AFTER.of(asked, 0) + 1:
            following = shown[-1].seq
    elif shown and shown[-1].seq < high - 1:
        following = shown[-1].seq
    return answer(Events(shown, following, HeadShape(seq, present.hash.hex())), head, PRIVATE)


@get(
    "/battles/{battle:str}/live",
    summary="Events as they happen (server-sent events)",
    tags=["log"],
    operation_class=described(
        gives={"type": "string"},
        media_type="text/event-stream",
        example='id: 12\nevent: senki\ndata: {"seq": 12, "type": "hit", …}\n\n'
        'event: opened\ndata: {"by": 14, "seqs": [12]}\n\n',
        parameters=(BATTLE, LIVE_AFTER, TOKEN, LAST),
        refuses=("invalid_request", "unauthorized", "forbidden", "not_found", "busy"),
    ),
)
async def live(request: Asked) -> Stream:
    """What is there after a seq, then what comes: `senki` events with the seq as id.

    An `opened` event says which earlier events the seat may read from now on. Comments are heartbeats. The stream ends
    when the server stops or the seat is given a new token; come back with `Last-Event-ID`.
    """
    it = parts(request)
    scope = request.scope
    asked = query(scope, LIVE_AFTER, TOKEN)
    seated = await it.enter(scope, TOKEN.of(asked))
    present = await it.present(seated.battle)
    head = about(scope, present)
    after, last = LIVE_AFTER.of(asked, present.battle.seq), LAST.seq(scope)
    if last is not None:
        after = last
    if it.live.watching >= MOST_WATCHING:
        raise Refused("busy", "ライブの観戦が多すぎます。少し待ってからつないでください。")
    return Stream(it.live, seated, it.door.holds, min(after, present.battle.seq), (head,))
