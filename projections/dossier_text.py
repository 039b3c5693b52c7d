"""A dossier to read: as Markdown, and as one HTML file that prints well and needs nothing besides itself."""

from collections.abc import Iterable, Iterator
from html import escape

import msgspec

from senki.projections.dossier import Dossier
from senki.projections.inquiry import Applied, Line, Said

NOTHING_CHANGED = "この出来事では、状態は変わっていません。"
UNSEEN = "（この席には伏せられています）"
WAITING = "この異議は、ＧＭの答えを待っています。"


class Block(msgspec.Struct, frozen=True):
    """A part of a dossier: a heading, and lines or a table beneath it.

    Attributes:
        heading: empty where it goes on from the block before.
        lines: sentences; those that begin with a tab belong to the line before.
        table: rows of cells, the first row being their headings.
    """

    heading: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    ordered: bool = False


def title(it: Dossier) -> str:
    """What the dossier is about, on one line."""
    return f"{it.seq}番　{it.heading}{'（取り消し）' if it.struck else ''}"


def blocks(it: Dossier) -> Iterator[Block]:
    """The parts of a dossier, in the order in which they are read."""
    yield Block("", (it.text or (UNSEEN if it.hidden else "（語られない出来事）"),))
    yield Block("宣言", tuple(declared(each) for each in it.declarations), ordered=True)
    if it.before:
        yield Block("直前の状態", table=(("項目", "値"), *((each.label, each.text) for each in it.before)))
    if it.luck:
        yield Block(
            "出目と札の証明",
            tuple(line for each in it.luck for line in (f"{each.seq}番　{each.text}", f"\t{each.verdict}")),
        )
    if it.applied:
        yield Block("裁定のすじみち", tuple(line for each in it.applied for line in applied(each)))
    if it.facts:
        yield Block("出来事の中身", table=(("項目", "値"), *((each.label, each.text) for each in it.facts)))
    rows = tuple((each.label, each.was, each.now) for each in it.changes)
    yield Block("状態の変化", table=(("項目", "前", "後"), *rows)) if rows else Block("状態の変化", (NOTHING_CHANGED,))
    rows = tuple((each.label, each.was, each.now) for each in it.unit_changes)
    if rows:
        yield Block("宣言ぜんたいでの変化", table=(("項目", "前", "後"), *rows))
    yield Block("同じ宣言から起きたこと", tuple(told(each) for each in it.unit))
    if it.later:
        yield Block(
            "その後",
            tuple(f"{each.seq}番　{each.text}{'　' + WAITING if each.open else ''}" for each in it.later),
        )
    yield Block("記録", table=(("項目", "値"), *record(it)))


def declared(it: Said) -> str:
    """A declaration on one line."""
    if it.hidden:
        return f"{it.seq}番　{it.seat_name}の席の宣言{UNSEEN}"
    seat = "" if it.seat_name == it.who else f"（席：{it.seat_name}）"
    details = f"　{it.details}" if it.details else ""
    return f"{it.seq}番　{it.who}{seat}：{it.what}{details}　〔{moment(it.recorded_at)}〕"


def moment(text: str) -> str:
    """A moment as it is read, in the time of the record."""
    return f"{text[:10]} {text[11:19]} UTC"


def applied(it: Applied) -> Iterator[str]:
    """A step of a ruling: the event, its numbers, its clauses."""
    yield f"{it.seq}番　{it.text or it.heading}"
    if it.terms:
        sign = " × " if it.product else " ＋ "
        numbers = sign.join(f"{each.name} {str(each.value).replace('-', '−')}" for each in it.terms)
        result = "" if it.result is None else f" ＝ {it.result.name} {str(it.result.value).replace('-', '−')}"
        yield f"\t{numbers}{result}"
    for clause in it.clauses:
        yield f"\t【{clause.id}　{clause.heading}】{clause.ja}"


def told(it: Line) -> str:
    """An event in the list of its declaration."""
    return f"{it.seq}番　{it.text or it.heading}{'（取り消し）' if it.struck else ''}"


def record(it: Dossier) -> Iterator[tuple[str, str]]:
    """How the event stands in the log."""
    yield "戦闘", f"{it.battle}（{it.name}）"
    yield "宣言した席", it.record.seat_name
    yield "日時", moment(it.record.recorded_at)
    yield "ハッシュ", it.record.hash
    yield "要約値", it.record.digest
    if it.record.salt is not None:
        yield "塩", it.record.salt
    yield "記録の終わり", f"{it.head['seq']}番　{it.head['hash']}"


MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})


def markdown(it: Dossier) -> str:
    """The dossier as Markdown; what anybody wrote is text in it, never markup."""

    def plain(text: str) -> str:
        return text.translate(MARKS).replace("\n", " ")

    lines = [f"# {plain(title(it))}", ""]
    for block in blocks(it):
        if block.heading:
            lines += [f"## {block.heading}", ""]
            for line in block.lines:
                lines.append(f"    - {plain(line[1:])}" if line.startswith("\t") else f"- {plain(line)}")
        else:
            lines += [plain(line) for line in block.lines]
        for place, row in enumerate(block.table):
            lines.append(f"| {' | '.join(map(plain, row))} |")
            if place == 0:
                lines.append(f"|{'---|' * len(row)}")
        lines.append("")
    return "\n".join(lines)


STYLE = """
body { font: 16px/1.8 serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff;
  overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; border-bottom: 1px solid #bbb; margin: 1.6rem 0 .4rem; break-after: avoid; }
ul, ol { padding-inline-start: 1.4rem; margin: .3rem 0; } li { break-inside: avoid; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { text-align: start; vertical-align: top; padding: .15rem .5rem; border-bottom: 1px solid #ddd;
  font-weight: normal; }
thead th { color: #666; } tr { break-inside: avoid; } .sentence { font-size: 1.15rem; }
@page { margin: 18mm 16mm; } @media print { body { margin: 0; max-width: none; font-size: 10.5pt; } }
"""


def html(it: Dossier) -> str:
    """The dossier as one HTML file without scripts; what anybody wrote is text in it, never markup."""
    name = escape(title(it))
    parts = [
        '<!doctype html>\n<html lang="ja"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{name}｜戦記</title><style>{STYLE}</style></head><body><h1>{name}</h1>",
    ]
    for block in blocks(it):
        if block.heading:
            parts.append(f"<h2>{escape(block.heading)}</h2>")
            parts += _listed(block.lines, "ol" if block.ordered else "ul")
        else:
            parts += [f'<p class="sentence">{escape(line)}</p>' for line in block.lines]
        if block.table:
            head, *rows = block.table
            cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
            body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
            parts.append(f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>")
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _listed(lines: Iterable[str], tag: str) -> Iterator[str]:
    """Lines as a list; those that belong to the line before stand in a list of their own within it."""
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("\t"):
            items[-1][1].append(line[1:])
        else:
            items.append((line, []))
    if items:
        yield f"<{tag}>{''.join(_item(*item) for item in items)}</{tag}>"


def _item(line: str, inner: list[str]) -> str:
    below = "".join(f"<li>{escape(each)}</li>" for each in inner)
    return f"<li>{escape(line)}{f'<ul>{below}</ul>' if below else ''}</li>"
