// Whoever has looked is a witness: the page keeps the last heads that it saw, and holds the log against them later.
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";

const MOST = 8;
const place = (battle) => `senki:heads:${battle}`;

function kept(battle) {
  try {
    return JSON.parse(localStorage.getItem(place(battle)) ?? "[]");
  } catch {
    return [];
  }
}

function keep(battle, head) {
  const others = kept(battle).filter((one) => one.seq !== head.seq);
  try {
    localStorage.setItem(
      place(battle),
      JSON.stringify([...others, { ...head, seen: new Date().toISOString() }].slice(-MOST)),
    );
  } catch {
    // a browser that keeps nothing is no witness
  }
}

/** What was seen of a battle and is no longer so. */
function contradicted(battle, entries) {
  return kept(battle).filter(({ seq, hash }) => entries[seq]?.hash !== hash);
}

function evidence(battle, broken, entries) {
  const now = broken.map(({ seq }) => ({
    seq,
    hash: entries[seq]?.hash ?? null,
  }));
  const told = {
    battle,
    server: location.origin,
    found: new Date().toISOString(),
    seen: broken,
    now,
    last: entries.length - 1,
  };
  const file = new Blob([`${JSON.stringify(told, null, 2)}\n`], {
    type: "application/json",
  });
  const link = el("a", {
    href: URL.createObjectURL(file),
    download: `${battle}-evidence.json`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Holds the log against what this browser has seen of it; then keeps where it stands now, signed by the server. */
export async function witness(node, it) {
  const entries = it.entries();
  const broken = contradicted(it.battle, entries);
  if (broken.length) {
    const { seq, seen } = broken.at(-1);
    const what =
      seq < entries.length
        ? `${seq}番までの記録が、前に見たもの（${new Date(seen).toLocaleString("ja-JP")}）と違います。`
        : `前に見た${seq}番の出来事が、記録からなくなっています。`;
    fill(
      node,
      el(
        "div",
        { class: "alarm", role: "alert" },
        el("b", {}, "記録が書き換えられています"),
        el("p", {}, what),
        button("証拠を保存する", () => evidence(it.battle, broken, entries)),
      ),
    );
    return;
  }
  addEventListener("pagehide", () => {
    const last = it.entries().at(-1);
    if (last) keep(it.battle, { seq: last.seq, hash: last.hash });
  });
  try {
    keep(it.battle, await get(`${it.base}/head`, it.token()));
  } catch {
    // the next visit keeps one
  }
}
