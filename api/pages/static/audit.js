// The audit of one event: who declared what, the numbers, the rules, the record.
import { button, el, fill, when } from "./dom.js";
import { chanceProof } from "./proofs.js";
import { nameOf } from "./words.js";

const ASIDE = new Set(["type", "terms", "clauses"]);

function facts(object, words, at, skip = new Set()) {
  const rows = Object.entries(object)
    .filter(([key]) => !skip.has(key))
    .map(([key, value]) => [
      el("dt", {}, words.key(key, at)),
      el(
        "dd",
        {},
        value && typeof value === "object" ? tree(value, words, false, key, at) : plain(value, key, words, at),
      ),
    ]);
  return rows.length ? el("dl", { class: "facts" }, rows) : null;
}

/** Values that are no words but records: roots, keys, fingerprints. */
const CODES = new Set(["root", "key", "fingerprint", "salt"]);
const plain = (value, key, words, at) =>
  CODES.has(key) && value ? el("code", {}, String(value)) : words.say(value, key, at);

/**
 * A value with what is inside it, by its field and where that stands; `brief` leaves out what is empty.
 * @param {any} value
 * @param {any} words
 * @param {boolean} brief
 * @param {string | null} place
 * @param {string | null} at
 * @returns {any}
 */
export function tree(value, words, brief = false, place = null, at = null) {
  if (Array.isArray(value)) {
    if (value.every((v) => v === null || typeof v !== "object")) return words.say(value, place, at);
    return el(
      "ul",
      { class: "tree" },
      value.map((v) =>
        el("li", {}, v && typeof v === "object" ? tree(v, words, brief, place, at) : words.say(v, place, at)),
      ),
    );
  }
  const kept = Object.entries(value).filter(([key, inside]) => !brief || (key !== "id" && !nothing(inside)));
  const rows = kept.map(([key, inside]) => [
    el("dt", {}, words.label(key, place)),
    el(
      "dd",
      {},
      inside && typeof inside === "object" ? tree(inside, words, brief, key, place) : plain(inside, key, words, place),
    ),
  ]);
  return rows.length ? el("dl", { class: "facts" }, rows) : "なし";
}

const nothing = (value) =>
  value === null || value === false || (typeof value === "object" && !Object.keys(value).length);

/** The terms, and what they come to where an event states it. */
function reckoning(data, words, at) {
  const terms = data.terms ?? [];
  if (!terms.length) return null;
  const values = terms.map((term) => term.value);
  const sum = values.reduce((a, b) => a + b, 0);
  const product = values.reduce((a, b) => a * b, 1);
  const numbers = Object.entries(data).filter(([key, value]) => typeof value === "number" && key !== "hp");
  const named = (amount) => numbers.find(([, value]) => value === amount);
  const [result, sign] = named(sum)
    ? [named(sum), "＋"]
    : named(product) && terms.length > 1
      ? [named(product), "×"]
      : [null, ""];
  const rows = terms.map((term, place) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, words.term(term.label)),
      el(
        "td",
        {},
        place && sign === "×" ? "× " : sign === "＋" && place && term.value >= 0 ? "＋" : "",
        String(term.value).replace("-", "−"),
      ),
    ),
  );
  if (result) {
    rows.push(
      el("tr", { class: "sum" }, el("th", { scope: "row" }, words.key(result[0], at)), el("td", {}, `＝ ${result[1]}`)),
    );
  }
  return el("table", { class: "terms" }, el("tbody", {}, rows));
}

function clause(id, book, system) {
  const found = book.get(id);
  const link = el("a", { href: `/rulebooks/${encodeURIComponent(system)}#${encodeURIComponent(id)}` }, id);
  if (!found) return el("li", {}, link);
  return el("li", {}, link, " ", el("b", {}, found.heading), el("p", {}, found.ja));
}

const part = (heading, ...inside) =>
  inside.flat().some(Boolean) ? el("section", {}, el("h3", {}, heading), inside) : null;

/** Opens the audit of an event. `it` gives entries, words, clauses, and what may be done from here. */
export class Audit {
  constructor(it) {
    this.it = it;
    this.node = el("dialog", { class: "audit", "aria-label": "出来事を調べる" });
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this.open(this.seq - 1);
      if (event.key === "ArrowRight") this.open(this.seq + 1);
    });
    document.body.append(this.node);
  }

  /** What was objected to or noted about an event, and how it was answered. */
  about(entry, words) {
    const all = this.it.entries();
    const link = (one) => button(`${one.seq}番`, () => this.open(one.seq), { class: "link" });
    const said = (one, label, text) =>
      el("li", {}, link(one), ` ${label}（${nameOf(words, one.data.by ?? one.by)}）：${text}`);
    const lines = [];
    for (const one of all) {
      if (!one?.data) continue;
      if (one.type === "annotated" && one.data.seq === entry.seq) lines.push(said(one, "注記", one.data.text));
      if (one.type !== "disputed" || one.data.seq !== entry.seq) continue;
      const answer = all.find((other) => other?.type === "settled" && other.data?.dispute === one.seq);
      lines.push(
        said(one, "異議", one.data.claim),
        answer
          ? el("li", {}, link(answer), ` 答え：${words.say(answer.data.verdict, "verdict")}。${answer.data.reason}`)
          : el("li", { class: "open" }, "この異議は、ＧＭの答えを待っています。"),
      );
    }
    const about = ["disputed", "annotated"].includes(entry.type)
      ? entry.data?.seq
      : entry.type === "settled"
        ? entry.data?.dispute
        : null;
    if (about) {
      lines.unshift(
        el(
          "li",
          {},
          button(`${about}番`, () => this.open(about), { class: "link" }),
          ` について：${this.it.entry(about)?.text ?? ""}`,
        ),
      );
    }
    return lines.length ? el("ul", { class: "about" }, lines) : null;
  }

  open(seq) {
    const entry = this.it.entry(seq);
    if (!entry) return;
    this.seq = seq;
    fill(this.node, this.inside(entry));
    if (!this.node.open) this.node.showModal();
    this.node.scrollTop = 0;
  }

  close() {
    this.node.close();
  }

  inside(entry) {
    const { words, clauses, system } = this.it;
    const data = entry.data ?? {};
    const cause = this.it.entry(entry.cause ?? entry.seq);
    const declared = cause?.data?.declaration;
    const ids = data.clauses ?? (data.clause ? [data.clause] : []);
    const unit = this.it.unit(entry.cause ?? entry.seq);
    return [
      el(
        "header",
        {},
        el(
          "h2",
          {},
          el("span", { class: "number" }, `${entry.seq}番`),
          words.event(entry.type),
          entry.struck ? el("span", { class: "tag" }, "取り消し") : null,
        ),
        button("閉じる", () => this.close(), { class: "plain" }),
      ),
      el("p", { class: "sentence" }, entry.text || (entry.hidden ? "伏せられている" : "（語られない出来事）")),
      el(
        "p",
        { class: "row" },
        button("前の出来事", () => this.open(entry.seq - 1)),
        button("次の出来事", () => this.open(entry.seq + 1)),
        button("この時点を見る", () => {
          this.close();
          this.it.go(entry.seq);
        }),
        this.it.deeds(entry).map(([label, does]) =>
          button(label, () => {
            this.close();
            does();
          }),
        ),
      ),
      part(
        "宣言",
        declared
          ? [
              el("p", {}, `${nameOf(words, cause.data.by)}（${cause.seq}番）：${words.type(declared.type)}`),
              facts(declared, words, declared.type, new Set(["type", "by"])),
            ]
          : cause?.hidden
            ? el("p", {}, "この席には伏せられている。")
            : null,
      ),
      part("異議と注記", this.about(entry, words)),
      part("計算", reckoning(data, words, entry.type)),
      part(
        "出来事の中身",
        entry.hidden
          ? el("p", {}, "この席には伏せられている。要約値とハッシュは確かめられる。")
          : entry.type === "declared"
            ? null
            : entry.type === "opened"
              ? el("details", {}, el("summary", {}, "開戦の設定をすべて見る"), facts(data, words, entry.type, ASIDE))
              : facts(data, words, entry.type, ASIDE),
      ),
      part(
        "適用した条項",
        ids.length
          ? el(
              "ol",
              { class: "clauses" },
              ids.map((id) => clause(id, clauses, system)),
            )
          : null,
      ),
      part(
        "出目と札の証明",
        typeof data.number === "number" && ["rolled", "drawn"].includes(entry.type)
          ? chanceProof(this.it, data.number, entry)
          : null,
      ),
      part(
        "同じ宣言から起きたこと",
        unit.length > 1
          ? el(
              "ol",
              { class: "unit-list" },
              unit.map((one) =>
                el(
                  "li",
                  {},
                  one.seq === entry.seq
                    ? el("b", {}, `${one.seq}　${one.text || words.event(one.type)}`)
                    : button(`${one.seq}　${one.text || words.event(one.type)}`, () => this.open(one.seq), {
                        class: "link",
                      }),
                ),
              ),
            )
          : null,
      ),
      part(
        "記録",
        el(
          "dl",
          { class: "facts record" },
          el("dt", {}, "宣言した席"),
          el("dd", {}, nameOf(words, entry.by)),
          el("dt", {}, "日時"),
          el("dd", {}, when(entry.recorded_at)),
          el("dt", {}, "ハッシュ"),
          el("dd", {}, el("code", {}, entry.hash)),
          el("dt", {}, "要約値"),
          el("dd", {}, el("code", {}, entry.digest)),
          entry.salt ? [el("dt", {}, "塩"), el("dd", {}, el("code", {}, entry.salt))] : null,
        ),
      ),
    ];
  }
}
