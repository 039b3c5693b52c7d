"""`senki envelopes`: which envelopes were used, by which event, for what; opened or sealed."""

from collections.abc import Mapping
from pathlib import Path

import click
import msgspec
from rich.table import Table

from senki.api.cli.commands.exporting import through
from senki.api.cli.exits import Code
from senki.api.cli.local import db_option, json_option, opened, out, run, seat_option
from senki.projections.ledger import Ledger, Used, kept_by, ledger
from senki.rules.table import GM

STATES = {
    "open": "開封",
    "held": "未開封",
    "secret": "開封（まだ秘密）",
    "unseen": "見えない出来事の中",
}

PURPOSES = {
    "table": "卓のダイス",
    "initiative": "行動順",
    "initiative_tie": "行動順（同値）",
    "attack": "攻撃",
    "attack_reroll": "攻撃の振り直し",
    "block": "阻止",
    "block_reroll": "阻止の振り直し",
    "pursuit": "追跡",
    "pursuit_reroll": "追跡の振り直し",
    "damage": "ダメージ",
    "damage_critical": "ダメージのクリティカル",
    "guard": "ガード",
    "step": "ステップ",
    "dash": "ダッシュ",
    "cover": "かばう",
    "link_aid": "リンクエイド",
    "opposed_attack": "対抗の攻撃",
    "opposed_defence": "対抗の防御",
    "check": "判定",
    "evade": "回避",
    "evasion": "回避",
    "hit": "命中",
    "resistance": "抵抗",
    "resist": "抵抗",
    "cast": "術法",
    "spell_damage": "術法のダメージ",
    "heal": "回復",
    "effect": "効果",
    "action": "行動",
    "defence": "防御",
    "refill": "手札の補充",
    "rest": "休息",
    "deal": "手札",
    "learning": "習得",
    "growth": "成長",
    "making": "作成",
    "money": "所持金",
}
"""What envelopes are used for; what stands not here is shown as the rules, or the table, call it."""


@click.command("envelopes", short_help="List the sealed envelopes that a battle has used.")
@click.argument("battle")
@seat_option
@json_option
@db_option
def command(battle: str, seat: str | None, as_json: bool, db: Path) -> None:
    """List the envelopes of BATTLE in order: by which event each was used, for what, and whether it is open.

    None may be skipped and none used twice, across rewinds too; the first event at which that, or the dice, does not
    hold is named, and the command exits with 1.

    \b
    Examples:
      senki envelopes BATTLE
      senki envelopes BATTLE --seat spectator --json
    """  # noqa: D301 - click's mark for lines to keep
    book, names = run(gather(db, battle, seat))
    if as_json:
        click.echo(msgspec.json.encode(book))
    elif not book.sealed:
        out.print("この戦闘の出目と札は、手で入れられました。封筒はありません。")
    else:
        out.print(table_of(book, names))
        if book.ok:
            out.print(f"封筒は{len(book.entries)}枚。抜けも重なりもありません。")
    if book.fault is not None:
        if not as_json:
            out.print(f"{book.fault.seq}番で合いません：{book.fault.problem}", style="bold red")
        raise click.exceptions.Exit(Code.WRONG)


async def gather(db: Path, battle: str, seat: str | None) -> tuple[Ledger, dict[str, str]]:
    """The ledger of one battle, through somebody's eyes, and what everybody is called."""
    async with opened(db) as (store, history):
        now = await history.present(battle)
        log = await store.read(battle)
        names = {id: character.name for id, character in now.battle.game.characters.items()} | {GM: "ＧＭ"}
        return ledger(log if seat is None else kept_by(log, through(now, seat))), names


def table_of(book: Ledger, names: Mapping[str, str]) -> Table:
    """The ledger to read."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("封筒", "出来事"):
        table.add_column(heading, justify="right")
    for heading in ("誰の", "何の", "問い", "出た目・札", "状態"):
        table.add_column(heading, overflow="fold")
    for it in book.entries:
        table.add_row(*row_of(it, names), style="dim" if it.struck else None)
    return table


def row_of(it: Used, names: Mapping[str, str]) -> tuple[str, ...]:
    """One envelope's line."""
    values = "" if it.values is None else " ".join(map(str, it.values))
    state = STATES[it.state] + ("・巻き戻された" if it.struck else "")
    seq = "" if it.seq is None else f"{it.seq}番"
    by, purpose = it.by or "", it.purpose or ""
    return (str(it.number), seq, names.get(by, by), PURPOSES.get(purpose, purpose), it.asked or "", values, state)
