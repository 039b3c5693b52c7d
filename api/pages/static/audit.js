// What the server knows of an event, and why a field is as it is: shown as it was told, nothing is worked out here.
import { get } from "./api.js";
import { button, el, fill, when } from "./dom.js";
import { chanceProof } from "./proofs.js";

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

const part = (heading, ...inside) =>
  inside.flat().some(Boolean) ? el("section", {}, el("h3", {}, heading), inside) : null;
const judged = (one) => {
  if (one.included === false || one.recomputed === false) return "bad";
  return one.included ? "good" : "open";
};
const minus = (value) => String(value).replace("-", "−");
const number = (seq, open) =>
  open ? button(`${seq}番`, () => open(seq), { class: "link" }) : el("span", { class: "number" }, `${seq}番`);
const pairs = (rows) =>
  rows.length
    ? el(
        "dl",
        { class: "facts" },
        rows.map((it) => [el("dt", {}, it.label), el("dd", {}, it.text)]),
      )
    : null;

/** A declaration on one line. */
function said(it, open) {
  if (it.hidden) return [number(it.seq, open), ` ${it.seat_name}の席の宣言。この席には伏せられている。`];
  const seat = it.seat_name === it.who ? "" : `（席：${it.seat_name}）`;
  return [
    number(it.seq, open),
    " ",
    el("b", {}, it.who),
    `${seat}：${it.what}`,
    it.details ? `　${it.details}` : "",
    el("span", { class: "quiet" }, `　${when(it.recorded_at)}`),
  ];
}

/** A step of a ruling: what happened, the numbers, the clauses. */
function step(it, system, open) {
  const terms = it.terms ?? [];
  const rows = terms.map((term, place) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, term.name),
      el("td", {}, place && it.product ? "× " : place && term.value >= 0 ? "＋" : "", minus(term.value)),
    ),
  );
  if (it.result) {
    rows.push(
      el(
        "tr",
        { class: "sum" },
        el("th", { scope: "row" }, it.result.name),
        el("td", {}, `＝ ${minus(it.result.value)}`),
      ),
    );
  }
  return el(
    "li",
    { class: it.own ? "own" : "" },
    el("p", {}, number(it.seq, open), ` ${it.text || it.heading}`),
    rows.length ? el("table", { class: "terms" }, el("tbody", {}, rows)) : null,
    it.clauses
      ? el(
          "ol",
          { class: "clauses" },
          it.clauses.map((one) =>
            el(
              "li",
              {},
              el(
                "a",
                {
                  href: `/rulebooks/${encodeURIComponent(system)}#${encodeURIComponent(one.id)}`,
                },
                one.id,
              ),
              " ",
              el("b", {}, one.heading),
              el("p", {}, one.ja),
            ),
          ),
        )
      : null,
  );
}

const steps = (found, system, open) =>
  found.length
    ? el(
        "ol",
        { class: "steps" },
        found.map((it) => step(it, system, open)),
      )
    : null;
const table = (rows) =>
  rows.length
    ? el(
        "table",
        { class: "changes-table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ["項目", "前", "後"].map((cell) => el("th", { scope: "col" }, cell)),
          ),
        ),
        el(
          "tbody",
          {},
          rows.map((it) =>
            el("tr", {}, el("th", { scope: "row" }, it.label), el("td", {}, it.was), el("td", {}, it.now)),
          ),
        ),
      )
    : null;
const folded = (open, heading, inside) => (inside ? el("details", { open }, el("summary", {}, heading), inside) : null);

/**
 * The parts of a dossier. `open` looks at another event, `prove` gives a proof that the browser works out itself.
 * @param {any} it
 * @param {{ open?: any, prove?: any, unfolded?: boolean }} [how]
 */
export function dossierParts(it, { open = null, prove = null, unfolded = false } = {}) {
  const own = it.applied.filter((one) => one.own);
  const led = it.applied.filter((one) => !one.own);
  return [
    part(
      "宣言",
      el(
        "ol",
        { class: "declared" },
        it.declarations.map((one) => el("li", { class: one.own ? "own" : "" }, said(one, open))),
      ),
    ),
    part(
      "その後",
      it.later.length
        ? el(
            "ul",
            { class: "about" },
            it.later.map((one) => [
              el("li", {}, number(one.seq, open), ` ${one.text}`),
              one.open ? el("li", { class: "open" }, "この異議は、ＧＭの答えを待っています。") : null,
            ]),
          )
        : null,
    ),
    part(
      "この出来事の裁定",
      steps(
        own.filter((one) => one.clauses || one.terms),
        it.system,
        null,
      ),
    ),
    part(
      "状態の変化",
      table(it.changes) ?? el("p", { class: "quiet" }, "この出来事では、状態は変わっていない。"),
      folded(unfolded, "宣言ぜんたいでの変化", table(it.unit_changes)),
    ),
    part("ここまでのすじみち", steps(led, it.system, open)),
    part(
      "出目と札の証明",
      it.luck.length
        ? el(
            "ul",
            { class: "luck" },
            it.luck.map((one) =>
              el(
                "li",
                {},
                number(one.seq, open),
                ` ${one.text}`,
                el(
                  "p",
                  {
                    class: `server-verdict ${judged(one)}`,
                  },
                  one.verdict,
                ),
              ),
            ),
          )
        : null,
      prove?.(),
    ),
    part("直前の状態", it.before.length ? folded(unfolded, "裁定が見た値", pairs(it.before)) : null),
    part(
      "出来事の中身",
      it.hidden ? el("p", {}, "この席には伏せられている。要約値とハッシュは確かめられる。") : pairs(it.facts),
    ),
    part(
      "同じ宣言から起きたこと",
      it.unit.length > 1
        ? el(
            "ol",
            { class: "unit-list" },
            it.unit.map((one) =>
              el(
                "li",
                {},
                one.seq === it.seq
                  ? el("b", {}, `${one.seq}　${one.text || one.heading}`)
                  : open
                    ? button(`${one.seq}　${one.text || one.heading}`, () => open(one.seq), { class: "link" })
                    : `${one.seq}　${one.text || one.heading}`,
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
        el("dd", {}, it.record.seat_name),
        el("dt", {}, "日時"),
        el("dd", {}, when(it.record.recorded_at)),
        el("dt", {}, "ハッシュ"),
        el("dd", {}, el("code", {}, it.record.hash)),
        el("dt", {}, "要約値"),
        el("dd", {}, el("code", {}, it.record.digest)),
        it.record.salt ? [el("dt", {}, "塩"), el("dd", {}, el("code", {}, it.record.salt))] : null,
        el("dt", {}, "記録の終わり"),
        el("dd", {}, `${it.head.seq}番 `, el("code", {}, it.head.hash)),
      ),
    ),
  ];
}

/** Why a field is as it is: the newest answer first, down to the opening. */
function whyParts(it, system, open) {
  return it.steps.map((one) =>
    el(
      "section",
      { class: "because" },
      el("h3", {}, number(one.line.seq, open), one.opening ? `　はじめから ${one.now}` : `　${one.was} → ${one.now}`),
      el("p", { class: "sentence" }, one.line.text || one.line.heading),
      one.opening
        ? null
        : [
            one.opener ? el("p", {}, said(one.opener, open)) : null,
            el("p", {}, said(one.declaration, open)),
            steps(one.applied, system, null),
          ],
      one.back ? el("p", { class: "quiet" }, `ここで${one.back}番の時点に戻された。そこから先をたどる。`) : null,
    ),
  );
}

/** The dialog. `it` gives entries, the battle's address, and what may be done from here. */
export class Audit {
  constructor(it) {
    this.it = it;
    this.node = el("dialog", {
      class: "audit",
      "aria-label": "出来事を調べる",
    });
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft" && this.seq) this.open(this.seq - 1);
      if (event.key === "ArrowRight" && this.seq) this.open(this.seq + 1);
    });
    document.body.append(this.node);
  }

  async open(seq) {
    const entry = this.it.entry(seq);
    if (!entry) return;
    this.seq = seq;
    this.path = null;
    const place = el("div", { "aria-live": "polite" }, el("p", { class: "quiet" }, "調べています……"));
    this.show(this.heading(entry), place);
    await this.ask(
      `/audit/${seq}`,
      place,
      () => this.seq === seq,
      (told) =>
        dossierParts(told, {
          open: (other) => this.open(other),
          prove: () =>
            typeof entry.data?.number === "number" && ["rolled", "drawn"].includes(entry.type)
              ? chanceProof(this.it, entry.data.number, entry)
              : null,
        }),
    );
  }

  /** Why a field of the state is as it is, at a moment. */
  async why(path, at) {
    this.seq = null;
    this.path = path;
    const place = el("div", { "aria-live": "polite" }, el("p", { class: "quiet" }, "調べています……"));
    const title = el("h2", {}, "なぜこうなったか");
    this.show(
      [
        el(
          "header",
          {},
          title,
          button("閉じる", () => this.close(), { class: "plain" }),
        ),
      ],
      place,
    );
    await this.more(path, at, place, title);
  }

  async more(path, at, place, title) {
    const query = new URLSearchParams({ path, at, limit: "20" });
    await this.ask(
      `/why?${query}`,
      place,
      () => this.path === path,
      (told) => {
        if (title) fill(title, el("span", { class: "number" }, `${at}番の時点`), `${told.label}：${told.text}`);
        const rest = el(
          "div",
          {},
          told.next === null ? null : button("さらにさかのぼる", () => this.more(path, told.next, rest, null)),
        );
        return [whyParts(told, this.it.system, (seq) => this.open(seq)), rest];
      },
    );
  }

  async ask(path, place, wanted, parts) {
    try {
      const told = await get(`${this.it.base}${path}`, this.it.token());
      if (wanted()) fill(place, parts(told));
    } catch (problem) {
      if (wanted()) fill(place, el("p", { class: "error", role: "alert" }, problem.message));
    }
  }

  show(...inside) {
    fill(this.node, inside);
    if (!this.node.open) this.node.showModal();
    this.node.scrollTop = 0;
  }

  close() {
    this.node.close();
  }

  heading(entry) {
    return [
      el(
        "header",
        {},
        el(
          "h2",
          {},
          el("span", { class: "number" }, `${entry.seq}番`),
          this.it.words.event(entry.type),
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
        el("a", { href: `${this.it.base}/audit/${entry.seq}/page` }, "印刷できるページ"),
      ),
    ];
  }
}
