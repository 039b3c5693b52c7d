"""The replay on a terminal's screen: one frame at a time, moved by keys."""

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.text import Text

from senki.api.cli.keys import MEANINGS, Keys, keyboard
from senki.api.cli.local import out
from senki.api.cli.reel import Frame, Reel
from senki.api.cli.summary import summary
from senki.api.cli.telling import INDENT, line

LEAST_LINES = 3
HELP = (
    "→ l n space  一つ進む　　← h p  一つ戻る　　a  自動再生／停止",
    "↓ j  次のラウンド　　↑ k  前のラウンド　　0  最初　　$  最後",
    "r 数字 Enter  ラウンドへ　　g 数字 Enter  出来事の番号へ　　? キーの説明　　q  終わる",
)
FOOT = "← →  前後　↑ ↓  ラウンド　a 再生　r g 移動　? 説明　q 終わる"


class Stage:
    """Shows frames and follows keys until somebody leaves.

    Args:
        reel: the battle.
        number: the frame to begin with.
        speed: seconds a frame while it plays.
        console: where to draw.
    """

    def __init__(self, reel: Reel, number: int, speed: float, console: Console = out) -> None:
        self.reel = reel
        self.number = number
        self.speed = speed
        self.console = console
        self.playing = False
        self.help = False
        self.note = ""

    async def run(self) -> None:
        """Draw, read a key, act on it; the screen is as it was when this ends."""
        self.console.set_alt_screen(True)
        self.console.show_cursor(False)
        try:
            with keyboard() as keys:
                meaning: str | None = ""
                while meaning != "quit":
                    self.draw(await self.reel.frame(self.number))
                    key = keys.read(self.speed if self.playing else None)
                    meaning = "on" if key is None else MEANINGS.get(key, "")
                    self.act(meaning, keys)
        finally:
            self.console.show_cursor(True)
            self.console.set_alt_screen(False)

    def act(self, meaning: str, keys: Keys) -> None:
        """Do what a key means; any key stops the playing."""
        if meaning != "on":
            self.note, self.help, self.playing = "", meaning == "help" and not self.help, meaning == "play"
        match meaning:
            case "forward" | "on":
                self.go(self.number + 1)
                self.playing = self.playing and self.number < len(self.reel)
            case "back":
                self.go(self.number - 1)
            case "next_round" | "previous_round":
                self.by_round(on=meaning == "next_round")
            case "first":
                self.go(1)
            case "last":
                self.go(len(self.reel))
            case "round" | "seq":
                self.ask(meaning, keys)
            case _:
                pass

    def go(self, number: int) -> None:
        """To a frame, or as near as there is."""
        self.number = max(1, min(number, len(self.reel)))

    def by_round(self, *, on: bool) -> None:
        """To where the next round starts, or the one before."""
        starts = self.reel.starts
        if on:
            self.go(min((s for s in starts if s > self.number), default=len(self.reel)))
        else:
            self.go(max((s for s in starts if s < self.number), default=1))

    def ask(self, what: str, keys: Keys) -> None:
        """Read a number, and go there."""
        rounds = self.reel.now.system.words.field("round")
        label = rounds if what == "round" else "出来事の番号"
        typed = ""
        while True:
            self.status(f"{label}: {typed}▏")
            key = keys.read()
            if key in {"\r", "\n"}:
                break
            if key is None or key in {"\x1b", "\x03", "\x04", "q"}:
                return
            typed = typed[:-1] if key == "\x7f" else typed + (key if key.isdecimal() and key.isascii() else "")
        if not typed:
            return
        unit = self.reel.round_of(int(typed)) if what == "round" else self.reel.unit_of(int(typed))
        if unit is None:
            self.note = f"第{typed}{rounds}はまだありません。"
        else:
            self.go(unit)

    def status(self, text: str) -> None:
        """Write over the last line."""
        height = self.console.size.height
        self.console.file.write(f"\x1b[{height};1H\x1b[2K{text}")
        self.console.file.flush()

    def draw(self, frame: Frame) -> None:
        """Draw a frame: the told part gets what room the state leaves."""
        width, height = self.console.size
        below = list(self.below(frame))
        foot = self.rows(below)[: max(height - LEAST_LINES - 1, 1)]
        room = max(height - len(foot) - 1, 1)
        told = self.hanging([line(sentence) for sentence in frame.sentences] or [Text("（語られることはない）", "dim")])
        if len(told) > room:
            told = [*self.rows([Text(f"…（{len(told) - room + 1}行略）", "dim")]), *told[len(told) - room + 1 :]]
        title = Text(f"{self.reel.battle}  {frame.number}/{len(self.reel)}  {frame.at[:19]}Z", "reverse")
        title.truncate(width, pad=True)
        screen = [*self.rows([title]), *told, *([[]] * (room - len(told))), *foot][:height]
        self.console.file.write("\x1b[H\x1b[2J")
        for place, row in enumerate(screen):
            line_end = [Segment.line()] if place < len(screen) - 1 else []
            self.console.print(Segments([*row, *line_end]), end="")
        self.console.file.flush()

    def below(self, frame: Frame) -> Iterator[RenderableType]:
        """The state, and the keys."""
        yield Rule(style="dim")
        yield from summary(frame.state, frame.names)
        if self.help:
            yield from (Text(row, "green") for row in HELP)
        elif self.playing:
            yield Text("▶ 再生中（どのキーでも止まる）", "green")
        else:
            yield Text(self.note or FOOT, "yellow" if self.note else "dim")

    def hanging(self, sentences: list[RenderableType]) -> list[list[Segment]]:
        """Sentences as rows; only the first of each begins where its number stands."""
        rows: list[list[Segment]] = []
        for sentence in sentences:
            first, *more = self.rows([sentence], narrower=INDENT)
            rows += [first, *([Segment(" " * INDENT), *row] for row in more)]
        return rows

    def rows(self, renderables: list[RenderableType], narrower: int = 0) -> list[list[Segment]]:
        """Renderables as rows of the screen's width, or narrower."""
        width = max(self.console.size.width - narrower, 1)
        options = self.console.options.update(width=width, no_wrap=False, overflow="fold")
        return [row for r in renderables for row in self.console.render_lines(r, options, pad=False)]
