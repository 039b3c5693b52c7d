// Proofs, with a verdict in plain words: of the whole battle by the server, of one roll or draw by the browser itself.
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";

const DAMAGE = {
  changed: "書き換えられています",
  missing: "抜けています",
  reordered: "並べ替えられています",
  cut_off: "から先が切り落とされています",
  other_history: "控えておいた記録と違います",
};
const bytes = (hex) => Uint8Array.from((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const hex = (given) => [...new Uint8Array(given)].map((b) => b.toString(16).padStart(2, "0")).join("");
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
const u32 = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const u64 = (n) => [...u32(Math.floor(n / 2 ** 32)), ...u32(n % 2 ** 32)];
const utf8 = (text) => new TextEncoder().encode(text);

const verdict = (good, text) =>
  el(
    "p",
    { class: `verdict ${good === null ? "open" : good ? "good" : "bad"}` },
    good === null ? "？ " : good ? "○ " : "× ",
    text,
  );

/** Whether a key was in its book when the root was published (rules/CHANCE.md, 3). */
async function included(key, number, { first, size, siblings, root }) {
  let place = number - first;
  if (place < 0 || place >= size) return false;
  let hash = await sha([0], bytes(key));
  for (const sibling of siblings) {
    hash = place % 2 ? await sha([1], bytes(sibling), hash) : await sha([1], hash, bytes(sibling));
    place = Math.floor(place / 2);
  }
  return 2 ** siblings.length === size && hex(hash) === root;
}

/** The faces that a key gives (rules/CHANCE.md, 4); of a secret roll, those of its throw 1, 2, 3 … */
async function faces(key, words, number, { count, sides, thrown }) {
  const signing = await crypto.subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const asked = utf8(thrown > 1 ? `${count}D${sides} throw ${thrown}` : `${count}D${sides}`);
  const bits = Math.ceil(Math.log2(sides));
  const found = [];
  for (let block = 0; found.length < count; block += 1) {
    const said = join(utf8("senki-chance-1"), words, u64(number), u32(asked.length), asked, u32(block));
    const view = new DataView(await crypto.subtle.sign("HMAC", signing, said));
    for (let i = 0; i < 8 && found.length < count; i += 1) {
      const value = bits ? Math.floor(view.getUint32(i * 4) / 2 ** (32 - bits)) : 0;
      if (value < sides) found.push(value + 1);
    }
  }
  return found;
}

/** The root of a book as the log published it. */
function published(entries, book) {
  for (const entry of entries) {
    const it = entry?.type === "opened" ? entry.data?.chance : entry?.type === "book_opened" ? entry.data : null;
    if (it?.book === book) return it.root;
  }
  return null;
}

async function judge(it, number, entry) {
  const proof = await get(`${it.base}/chance/${number}`, it.token());
  const root = published(it.entries(), proof.book);
  const rolled = entry.type === "rolled";
  if (root !== proof.root) return [verdict(false, "サーバーの言う封筒の束が、記録に公開されたものと違います。")];
  if (!proof.key) {
    return [
      verdict(
        null,
        rolled
          ? "この出目の鍵は、明かされるまで伏せられています。まだ確かめられません。"
          : "山札から引いた札の鍵は、手の内を守るため、戦闘が終わるまで伏せられています。終わったら確かめられます。",
      ),
    ];
  }
  if (!globalThis.crypto?.subtle) {
    return [
      verdict(
        null,
        "暗号化されていない接続では、ブラウザの中で確かめ直せません。「記録を確かめる」でサーバーの検証を見てください。",
      ),
    ];
  }
  const held = await included(proof.key, number, proof);
  const lines = [
    verdict(
      held,
      held
        ? `${number}番の封筒は、戦いの前に公開された束に、はじめから入っていました。`
        : `${number}番の封筒は、公開された束に入っていたものではありません。`,
    ),
  ];
  if (rolled) {
    const given = it
      .entries()
      .filter((e) => e?.type === "words_given" && e.seq < entry.seq)
      .map((e) => [e.data.seat, e.data.text]);
    const throws = [entry.data, ...(entry.data.more ?? [])];
    const shown = throws.flatMap((one) => one.faces);
    const words = await sha(utf8(JSON.stringify(given)));
    const again = throws.map((one, i) =>
      faces(proof.key, words, number, {
        count: one.faces.length,
        sides: one.sides,
        thrown: i + 1,
      }),
    );
    const gave = (await Promise.all(again)).flat();
    const same = JSON.stringify(gave) === JSON.stringify(shown);
    lines.push(
      verdict(
        same,
        same
          ? `封筒の鍵から計算し直すと、出目は${gave.join("・")}。記録と同じです。`
          : `封筒の鍵から計算し直すと、出目は${gave.join("・")}。記録の${shown.join("・")}と違います。`,
      ),
    );
  }
  return lines;
}

/** The proof of a roll or draw, when a reader asks for it. */
export function chanceProof(it, number, entry) {
  const place = el("div", { "aria-live": "polite" });
  return el(
    "div",
    {},
    button("証明を確かめる", async () => {
      fill(place, el("p", { class: "quiet" }, "確かめています……"));
      try {
        fill(place, await judge(it, number, entry));
      } catch (problem) {
        fill(place, el("p", { class: "error", role: "alert" }, problem.message));
      }
    }),
    place,
  );
}

function told(found) {
  const { chain, rules, chance } = found;
  const at = chain.at ? `${chain.at}番の出来事` : "どこか";
  return [
    verdict(
      chain.ok,
      chain.ok
        ? `記録：${chain.seq}番まで、どの出来事も書かれたときのままです。`
        : `記録：${at}が${DAMAGE[chain.damage] ?? "壊れています"}。`,
    ),
    rules.unreadable
      ? verdict(false, "裁定：記録が読めないので、確かめられません。")
      : verdict(
          rules.ok,
          rules.ok
            ? `裁定：${rules.units}件の宣言をもう一度裁定しました。すべて記録と同じ結果です。`
            : `裁定：${rules.difference?.seq ?? "？"}番の出来事が、いまの規則では違う結果になります。記録はそのまま残ります。`,
        ),
    chance.kind === "entered"
      ? verdict(null, "出目と札：卓で振って書き入れたものなので、計算では確かめられません。")
      : chance.kind === "unknown"
        ? verdict(false, "出目と札：記録が読めないので、確かめられません。")
        : verdict(
            chance.ok,
            chance.ok
              ? `出目と札：${chance.checked ?? 0}通の封筒は、すべて戦いの前に封じたとおりでした。${later(chance)}`
              : `出目と札：${chance.wrong?.length ? `${chance.wrong.join("・")}番の封筒` : "引いた札"}が、封じたものと違います。`,
          ),
  ];
}

/** What cannot be checked yet. */
const later = ({ hidden }) => (hidden ? `あとの${hidden}通は、伏せられているのでまだ確かめられません。` : "");

/** A button that has the server check the whole battle, and its verdict. */
export function battleProof(it) {
  const place = el("div", { "aria-live": "polite" });
  return el(
    "section",
    { class: "proofs" },
    el("h3", {}, "記録の証明"),
    button("記録を確かめる", async () => {
      fill(place, el("p", { class: "quiet" }, "確かめています……"));
      try {
        fill(place, told(await get(`${it.base}/verify`, it.token())));
      } catch (problem) {
        fill(place, el("p", { class: "error", role: "alert" }, problem.message));
      }
    }),
    place,
  );
}
