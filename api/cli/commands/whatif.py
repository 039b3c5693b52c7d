"""`senki whatif`: a battle run again with something otherwise."""

from pathlib import Path
from typing import Any

import click
import msgspec

from senki.api.cli.exits import BadInput
from senki.api.cli.local import db_option, emit, json_option, opened, out, run, seat_option, seated
from senki.projections.openpoints import Table, each_option
from senki.projections.questions import NOT_YET, seed_of, sees_all
from senki.projections.whatif import Answer, Parting, Question, what_if

MARKS = {"recorded": "記録", "handed_in": "指定", "sampled": "くじ"}
NAME_AND_VALUE = 2


@click.command("whatif", short_help="Run a battle again with something otherwise.")
@click.argument("battle")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Another answer to an open point.")
@click.option("--at", type=int, metavar="SEQ", help="The event that is to be otherwise.")
@click.option("--faces", metavar="N,N,…", help="Other faces (or cards) there.")
@click.option("--declare", "declaration", type=click.File("rb"), help="Another declaration there, as JSON.")
@click.option("--options", "every", is_flag=True, help="Try every answer to every open point.")
@click.option("--seed", help="Of luck that has to be sampled.")
@seat_option
@json_option
@db_option
def command(  # noqa: PLR0917 - click hands them over by name
    battle: str,
    options: tuple[str, ...],
    at: int | None,
    faces: str | None,
    declaration: Any,  # noqa: ANN401 - what click opens
    every: bool,
    seed: str | None,
    seat: str | None,
    as_json: bool,
    db: Path,
) -> None:
    """Run BATTLE again with other options, or from event SEQ on with other faces or another declaration.

    Recorded declarations and luck go on as far as the rules still take them; what is missing is sampled, and marked so.
    Nothing of it touches the log.

    \b
    Examples:
      senki whatif BATTLE --option check_tie=reroll
      senki whatif BATTLE --at 51 --faces 10,10,6,4
      senki whatif BATTLE --options
    """  # noqa: D301 - click's mark for lines to keep
    question = Question(
        options=dict(map(option, options)) or None,
        at=at,
        faces=None if faces is None else tuple(map(face, faces.split(","))),
        declaration=None if declaration is None else declared(declaration.read()),
        seed=seed,
    )
    found = run(look(db, battle, seat, question, every=every))
    if as_json:
        emit(found)
    elif isinstance(found, Table):
        show_table(found)
    else:
        show(found)


def option(text: str) -> tuple[str, Any]:
    """A name and its value; numbers, `true` and `false` are taken as such.

    Raises:
        click.BadParameter: it is no such pair.
    """
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise click.BadParameter(f"{text!r}: write NAME=VALUE.", param_hint="--option")
    return name, {"true": True, "false": False}.get(value, int(value) if value.lstrip("-").isdecimal() else value)


def face(text: str) -> int | str:
    """A face, or a card."""
    word = text.strip()
    return int(word) if word.isdecimal() else word


def declared(data: bytes) -> dict[str, Any]:
    """A declaration from a file.

    Raises:
        BadInput: it is none.
    """
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput("宣言のファイルがJSONとして読めません。") from None


async def look(db: Path, battle: str, seat: str | None, question: Question, *, every: bool) -> Answer | Table:
    """The other history, through the eyes of a seat."""
    async with opened(db) as (store, history):
        now = await history.present(battle)
        seated(now, seat)
        log = await store.read(battle, 0, now.battle.seq)
        if not sees_all(now.system, now.battle, log, seat):
            raise BadInput(NOT_YET)
        seed = seed_of(now.hash.hex(), "what-if")
        return each_option(log, seed) if every else what_if(log, question, seed)


def show(found: Answer) -> None:
    """Tell the other history."""
    out.print(found.text)
    for one in found.differences:
        show_parting(one)
    if found.count > len(found.differences):
        out.print(f"ほか{found.count - len(found.differences)}件の違い")
    if found.ends:
        out.print("最後の状態（記録 → もしも）")
    for change in found.ends:
        out.print(f"  {change.name}：{change.recorded} → {change.other}")


def show_parting(one: Parting) -> None:
    """Tell one difference."""
    out.print(f"{one.declared:>5} {one.declaration}")
    out.print("      記録　：" + "".join(event.text for event in one.recorded))
    if one.refused is not None:
        out.print("      もしも：成り立たない。" + one.refused + (f"（{one.clause}）" if one.clause else ""))
        return
    told = (event.text + (f"〔{MARKS[event.luck]}〕" if event.luck else "") for event in one.other)
    out.print("      もしも：" + "".join(told))


def show_table(found: Table) -> None:
    """Tell what every open point would have changed."""
    out.print(found.text)
    for row in found.rows:
        if row.changes is None:
            what = "試していない"
        elif row.opening is not None:
            what = f"始められない：{row.opening}"
        elif not row.changes:
            what = "変わらない"
        else:
            end = "結末も変わる" if row.ends_differ else "結末は同じ"
            what = f"{row.seq}番（{row.declaration}）から変わる {row.clause or ''}　{end}"
        out.print(f"{row.title}＝{row.called}（{row.option}）：{what}")
