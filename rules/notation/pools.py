"""Dice that are looked at one by one: scattered (B), re-rolled (R) and open-ended upward (U)."""

from collections.abc import Sequence

import msgspec

from senki.rules.notation.sums import Comparison, Target, compare
from senki.rules.notation.tally import ARROW, Tally, Tray

CUT = "（振り足しは合わせて200個まで）"
"""What a line says at its end when a pool had to stop with dice still to roll."""


class Pool(msgspec.Struct, frozen=True):
    """Dice of one kind in a pool."""

    count: int
    sides: int


def _write(pools: Sequence[Pool], letter: str) -> str:
    return "+".join(f"{pool.count}{letter}{pool.sides}" for pool in pools)


def _count(values: Sequence[int], target: Target | None) -> int | None:
    return None if target is None else sum(target.met(value) is True for value in values)


class Scatter(msgspec.Struct, frozen=True, tag=True):
    """Dice that are not summed (バラバラダイス): ``2B6+3B10>=4``."""

    pools: tuple[Pool, ...]
    target: Target | None = None

    def __str__(self) -> str:
        return _write(self.pools, "B") + ("" if self.target is None else str(self.target))

    @property
    def dice(self) -> int:
        """How many dice roll."""
        return sum(pool.count for pool in self.pools)

    def tally(self, tray: Tray) -> Tally:
        """Roll, and count those that meet the target."""
        values = [face for pool in self.pools for face in tray.roll(pool.count, pool.sides)]
        steps = [f"({self})", ",".join(map(str, values))]
        successes = _count(values, self.target)
        if successes is not None:
            steps.append(f"成功数{successes}")
        return Tally(notation=str(self), text=ARROW.join(steps), successes=successes)


class Again(msgspec.Struct, frozen=True, tag=True):
    """Dice that roll again for each that meets a condition (個数振り足しロール): ``3R6[5]>=4``."""

    pools: tuple[Pool, ...]
    comparison: Comparison
    threshold: int
    target: Target | None = None

    def __str__(self) -> str:
        own = self.target is None or self.target.comparison != self.comparison
        condition = f"[{self.comparison if own else ''}{self.threshold}]"
        return _write(self.pools, "R") + condition + ("" if self.target is None else str(self.target))

    @property
    def dice(self) -> int:
        """How many dice roll at least."""
        return sum(pool.count for pool in self.pools)

    @property
    def ends(self) -> bool:
        """Whether each die has a face that does not roll again."""
        return all(
            any(not compare(face, self.comparison, self.threshold) for face in range(1, pool.sides + 1))
            for pool in self.pools
        )

    def tally(self, tray: Tray) -> Tally:
        """Roll the pools one after another, then what they give again, until no die rolls again."""
        waiting = list(self.pools)
        rolls: list[tuple[int, ...]] = []
        cut = False
        while waiting:
            pool = waiting.pop(0)
            count = min(pool.count, tray.left)
            cut = cut or count < pool.count
            if not count:
                continue
            faces = tray.roll(count, pool.sides)
            rolls.append(faces)
            again = sum(compare(face, self.comparison, self.threshold) for face in faces)
            if again:
                waiting.append(Pool(again, pool.sides))
        successes = _count([face for faces in rolls for face in faces], self.target) or 0
        shown = " + ".join(",".join(map(str, faces)) for faces in rolls)
        text = ARROW.join((f"({self})", shown, f"成功数{successes}")) + (CUT if cut else "")
        return Tally(notation=str(self), text=text, successes=successes)


class Upward(msgspec.Struct, frozen=True, tag=True):
    """Dice that roll on and add up while they show so much or more (上方無限ロール): ``3U6[6]+1>=8``."""

    pools: tuple[Pool, ...]
    threshold: int
    plus: int = 0
    target: Target | None = None

    def __str__(self) -> str:
        return (
            _write(self.pools, "U")
            + f"[{self.threshold}]"
            + (f"{self.plus:+}" if self.plus else "")
            + ("" if self.target is None else str(self.target))
        )

    @property
    def dice(self) -> int:
        """How many dice roll at least."""
        return sum(pool.count for pool in self.pools)

    def tally(self, tray: Tray) -> Tally:
        """Roll the pools; then, of each pool in turn, together those dice that roll on."""
        thrown = [(pool.sides, [[face] for face in tray.roll(pool.count, pool.sides)]) for pool in self.pools]
        cut = False
        for sides, chains in thrown:
            while going := [chain for chain in chains if chain[-1] >= self.threshold]:
                count = min(len(going), tray.left)
                if count < len(going):
                    cut = True
                    going = going[:count]
                if not going:
                    break
                for chain, face in zip(going, tray.roll(count, sides), strict=True):
                    chain.append(face)
        chains = [chain for _, each in thrown for chain in each]
        return self._judge(chains, CUT if cut else "")

    def _judge(self, chains: list[list[int]], end: str) -> Tally:
        values = [sum(chain) for chain in chains]
        shown = ",".join(
            f"{sum(chain)}[{','.join(map(str, chain))}]" if len(chain) > 1 else str(chain[0]) for chain in chains
        )
        if self.plus:
            shown += f"{self.plus:+}"
        total = sum(values) + self.plus
        successes = _count([value + self.plus for value in values], self.target)
        counted = f"成功数{successes}"
        last = f"{max(values) + self.plus}/{total}(最大/合計)" if successes is None else counted
        text = ARROW.join((f"({self})", shown, last)) + end
        return Tally(notation=str(self), text=text, total=total, successes=successes)
