// The fight told: one line an event, a unit for what came of one declaration.
import { el, fill, put } from "./dom.js";
import { nameOf } from "./words.js";

const DICE = new Set(["rolled", "tallied", "drawn", "dealt", "revealed", "reshuffled", "book_opened"]);
const BOXES = {
  ruled: "裁定",
  disputed: "異議",
  settled: "異議への答え",
  rewound: "巻き戻し",
  annotated: "注記",
};

/** How an entry is told: the name of its style, and what stands in the line. */
function told(entry, words) {
  const { type, data, text } = entry;
  if (entry.hidden) return ["hidden", ["伏せられている"]];
  if (type === "said") {
    const channel = data.channel
      ? el("span", { class: "channel", title: "誰もが読めるタブです" }, `〔${data.channel}〕`)
      : null;
    const by = nameOf(words, data.by);
    const voice = !data.as || data.as === by ? by : `${data.as}（${by}）`;
    const who = el("b", { class: `who ${words.sides[data.by] ?? ""}` }, voice);
    return ["said", [channel, who, el("q", {}, data.text)]];
  }
  if (type === "ruled") {
    const changes = data.changes.map((c) =>
      el("span", { class: "changes" }, `${words.path(c.path)} → ${words.at(c.path, c.to)}`),
    );
    return ["box ruled", [el("b", { class: "stamp" }, BOXES.ruled), el("span", {}, data.reason), changes]];
  }
  if (type === "dealt" && !data.to.includes(".")) {
    return ["dice", [`${nameOf(words, data.to)}：${words.say(data.cards, "cards")}`]];
  }
  if (BOXES[type]) return [`box ${type}`, [el("b", { class: "stamp" }, BOXES[type]), el("span", {}, text)]];
  if (type === "rolled") {
    const thrown = [data.faces, ...(data.more ?? []).map((each) => each.faces)].flat();
    const faces = thrown.map((face) => el("span", { class: "face" }, face));
    const why = el("span", { class: "purpose" }, words.say(data.purpose, "purpose", "rolled"));
    return ["dice", [el("span", {}, nameOf(words, data.by)), " ", why, " ", el("span", { class: "faces" }, faces)]];
  }
  if (DICE.has(type)) return ["dice", [text]];
  if (type === "turn_started" || type === "stage_started") return ["turn", [text]];
  if (type === "ended") return ["ended", [text]];
  return ["told", [text]];
}

/** The list of what happened. `pick` is told which event a reader asks about. */
export class Story {
  constructor(root, words, pick) {
    this.root = root;
    this.words = words;
    this.pick = pick;
    /** @type {any[]} */
    this.units = [];
    /** @type {any} */
    this.fold = null;
    /** @type {number | null} */
    this.at = null;
    root.addEventListener("click", (event) => {
      const line = event.target.closest("[data-seq]");
      if (line && (getSelection()?.isCollapsed ?? true)) pick(Number(line.dataset.seq));
    });
  }

  /** Tells everything anew. */
  set(entries) {
    this.units = [];
    this.fold = null;
    fill(this.root);
    for (const entry of entries) this.add(entry);
    this.show(this.at);
  }

  /** Tells one more event. */
  add(entry) {
    let unit = this.units.at(-1);
    if (!unit || unit.cause !== (entry.cause ?? entry.seq)) {
      unit = {
        cause: entry.cause ?? entry.seq,
        first: entry.seq,
        last: entry.seq,
        lines: [],
        struck: entry.struck === true,
      };
      unit.node = el("div", { class: "unit" });
      this.units.push(unit);
      this.place(unit).append(unit.node);
    }
    unit.last = entry.seq;
    const line = this.line(entry);
    const before = unit.lines.at(-1);
    const joins = entry.hidden && before?.hidden;
    const box = joins ? before.box : line;
    const node = joins ? line.querySelector(".seq") : line;
    if (joins) put(box, node);
    else unit.node.append(line);
    unit.lines.push({
      seq: entry.seq,
      node,
      box,
      hidden: entry.hidden === true,
      entry,
    });
    if (this.at !== null && entry.seq > this.at) node.hidden = true;
    if (this.fold && unit.struck) this.fold.count.textContent = `取り消し（${this.fold.units.length}件の宣言）`;
  }

  place(unit) {
    if (!unit.struck) {
      this.fold = null;
      return this.root;
    }
    if (!this.fold) {
      const count = el("summary", {});
      const node = el("details", { class: "struck" }, count);
      this.root.append(node);
      this.fold = { node, count, units: [] };
    }
    this.fold.units.push(unit);
    unit.fold = this.fold;
    return this.fold.node;
  }

  line(entry) {
    const { words } = this;
    const quiet = !entry.text && !entry.hidden;
    const number = el(
      "button",
      {
        type: "button",
        class: "seq",
        "data-seq": entry.seq,
        "aria-label": `${entry.seq}番を調べる`,
      },
      entry.seq,
    );
    if (entry.type === "round_started" && !entry.hidden) {
      const round = el(
        "h2",
        { class: "round", "data-seq": entry.seq },
        el("span", {}, entry.text.replace(/^――/, "")),
        number,
      );
      return round;
    }
    const [kind, inside] = quiet ? ["bare", [el("span", {}, this.bare(entry, words))]] : told(entry, words);
    return el("div", { class: `line ${kind}`, "data-seq": entry.seq }, el("div", { class: "said-of" }, inside), number);
  }

  /** What no sentence tells: shown only to those who want every event. */
  bare(entry, words) {
    const declared = entry.type === "declared" ? entry.data?.declaration : null;
    if (declared) return `${nameOf(words, entry.data.by)}の宣言：${words.type(declared.type)}`;
    return words.event(entry.type);
  }

  /** Shows what had happened at a moment; null is now. */
  show(at) {
    this.at = at;
    let last = null;
    for (const unit of this.units) {
      unit.node.hidden = at !== null && unit.first > at;
      for (const line of unit.lines) {
        line.node.hidden = at !== null && line.seq > at;
        if (!line.node.hidden) last = line;
      }
    }
    const folds = new Set(this.units.map((u) => u.fold).filter(Boolean));
    for (const fold of folds) {
      const first = fold.units[0].first;
      const inside = at !== null && at >= first && at <= fold.units.at(-1).last;
      fold.node.hidden = at !== null && first > at;
      if (inside) fold.node.open = true;
    }
    this.root.querySelector(".now")?.classList.remove("now");
    if (at !== null && last) last.node.classList.add("now");
    return last;
  }

  /** The last sentences of the unit in which a moment lies. */
  said(at) {
    const unit = this.units.findLast((u) => at === null || u.first <= at);
    const lines = unit?.lines.filter((l) => !l.hidden && l.entry.text && (at === null || l.seq <= at)) ?? [];
    return lines.map((l) => l.entry.text).join("　");
  }
}
