"""Subscriptions: what is there, then what comes; each event once, whoever writes it and however slow one is."""

import asyncio
import random
from collections.abc import Callable

import pytest

from senki.eventstore import EventStore, NewEvent, Subscription
from tests.eventstore.conftest import Open

pytestmark = pytest.mark.anyio
Said = Callable[..., list[NewEvent]]


async def take(subscription: Subscription, last: int) -> list[int]:
    """Take what comes until `last` has come."""
    taken: list[int] = []
    async for batch in subscription:
        assert batch
        taken += [event.seq for event in batch]
        assert subscription.after == taken[-1]
        if taken[-1] >= last:
            break
    return taken


@pytest.mark.parametrize("seed", range(5))
async def test_a_subscriber_from_any_seq_gets_each_later_event_once(store: EventStore, said: Said, seed: int):
    """While a writer runs, from any seq, at any pace; also when waiting is given up and begun again."""
    dice = random.Random(seed)  # repeatable, not secret
    total = 300

    async def write() -> None:
        seq = 0
        while seq < total:
            count = min(dice.randint(1, 7), total - seq)
            seq = (await store.append("b", said(*range(count)), seq)).last_seq
            await store.append(f"other {seq}", said(1), 0)
            if dice.random() < 0.3:
                await asyncio.sleep(0.002)

    async def follow(after: int, pause: float) -> list[int]:
        subscription = store.subscribe("b", after)
        taken: list[int] = []
        while not taken or taken[-1] < total:
            try:
                batch = await asyncio.wait_for(anext(subscription), 0.003)
            except TimeoutError:
                continue
            taken += [event.seq for event in batch]
            await asyncio.sleep(pause * dice.random())
        return taken

    starts = [dice.randrange(total) for _ in range(8)]
    writing = asyncio.create_task(write())
    results = await asyncio.gather(*(follow(start, dice.choice([0, 0.01])) for start in starts))
    await writing
    assert results == [list(range(start + 1, total + 1)) for start in starts]


async def test_everything_is_followed_by_position(store: EventStore, said: Said):
    """Over all streams, catching up over more than one page first."""
    await store.append("a", said(*range(600)), 0)
    subscription = store.subscribe_all(100)
    positions: list[int] = []

    async def follow() -> None:
        async for batch in subscription:
            positions.extend(event.position for event in batch)
            if positions[-1] == 620:
                return

    following = asyncio.create_task(follow())
    for number in range(20):
        await store.append(f"b{number % 4}", said(number), number // 4)
    await following
    assert positions == list(range(101, 621))


async def test_what_another_opening_of_the_store_writes_is_noticed(reopen: Open, said: Said):
    """As when another process writes, be it a little or a lot."""
    async with reopen() as here, reopen() as there:
        following = asyncio.create_task(take(here.subscribe("b"), 3))
        everything = asyncio.create_task(anext(here.subscribe_all()))
        await asyncio.sleep(0.03)
        await there.append("elsewhere", said(1), 0)
        assert [event.stream for event in await everything] == ["elsewhere"]
        await there.append("b", said(1, 2, 3), 0)
        assert await following == [1, 2, 3]
        await there.put_record("seat", "1", b"{}")
        await asyncio.sleep(0.03)
        late = asyncio.create_task(anext(here.subscribe("c")))
        await asyncio.sleep(0.03)
        await there.append("b", said(*range(1500)), 3)
        await there.append("c", said(1), 0)
        assert [event.stream for event in await late] == ["c"]


async def test_a_subscription_that_is_let_go_holds_nothing(store: EventStore, said: Said):
    """A cancelled wait loses nothing: the next one has what came meanwhile."""
    subscription = store.subscribe("b")
    waiting = asyncio.ensure_future(anext(subscription))
    await asyncio.sleep(0.02)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0.03)
    await store.append("b", said(1), 0)
    assert [event.seq for event in await anext(subscription)] == [1]


async def test_one_who_never_reads_does_not_hold_up_the_writer(store: EventStore, said: Said):
    idle = [store.subscribe("b") for _ in range(100)]
    for seq in range(50):
        await store.append("b", said(seq), seq)
    assert [event.seq for event in await anext(idle[0])] == list(range(1, 51))


async def test_subscriptions_end_when_the_store_is_closed(reopen: Open, said: Said):
    async with reopen() as store:
        await store.append("b", said(1), 0)
        following = asyncio.create_task(take(store.subscribe("b"), 99))
        subscription = store.subscribe("b", 1)
        waiting = asyncio.ensure_future(anext(subscription, None))
        await asyncio.sleep(0.01)
    assert await following == [1]
    assert await waiting is None
    assert await anext(subscription, None) is None
