// What a seat may declare now: what is awaited, what may be said at any time, what only the GM may do.
import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { Declaring } from "./forms.js";
import { nameOf } from "./words.js";

const TALK = ["say", "roll", "words", "show"];
const ABOUT = ["dispute", "annotate"];
const GM = ["rule", "rewind", "settle", "close"];

/** Without the number of the last event as a bound: it grows while the form stands, and the server knows it best. */
function unbounded(legal) {
  const properties = Object.fromEntries(
    Object.entries(legal.schema.properties ?? {}).map(([name, { maximum: _, ...rest }]) => [name, rest]),
  );
  return { ...legal, schema: { ...legal.schema, properties } };
}

/** The desk of a seat. */
export class Desk {
  constructor(root, it) {
    this.root = root;
    this.it = it;
    this.kept = new Map();
    this.next = new Map();
    this.shown = new Map();
  }

  async refresh() {
    const asked = (this.asked = (this.asked ?? 0) + 1);
    const told = await get(`/battles/${encodeURIComponent(this.it.battle)}/declarations/legal`, this.it.token);
    if (asked !== this.asked) return told;
    this.it.seq = told.seq;
    this.draw(told);
    return told;
  }

  /** The form for something that may be declared: the same as before where nothing else than numbers has changed. */
  declaring(given, numbered) {
    const legal = numbered ? unbounded(given) : given;
    const key = JSON.stringify(legal, (name, value) =>
      numbered && (name === "x-values" || name === "path") ? undefined : value,
    );
    const kept = this.kept.get(key);
    kept?.renew(legal);
    const found = kept ?? new Declaring(legal, this.it);
    this.next.set(key, found);
    this.shown.set(legal.type, found);
    return found.node;
  }

  draw(told) {
    const { words } = this.it;
    this.next = new Map();
    this.shown = new Map();
    const awaited = told.declarations.filter((legal) => legal.awaited);
    const free = new Map(told.declarations.filter((legal) => !legal.awaited).map((legal) => [legal.type, legal]));
    const pick = (types) => types.filter((type) => free.has(type)).map((type) => this.declaring(free.get(type), true));
    const needed = told.awaiting.filter((a) => !a.optional);
    const people = [...new Set(awaited.map((legal) => legal.by ?? "gm"))];
    this.mine = people.filter((who) => (needed.length ? needed : told.awaiting).some((a) => a.by === who));
    const focus = /** @type {HTMLElement | null} */ (document.activeElement);
    const parts = [
      people.map((who) =>
        el(
          "div",
          { class: "by" },
          el("h3", {}, `${nameOf(words, who)}の宣言`),
          awaited.filter((legal) => (legal.by ?? "gm") === who).map((legal) => this.declaring(legal, false)),
        ),
      ),
      awaited.length
        ? null
        : el(
            "p",
            { class: "quiet" },
            told.awaiting.length
              ? `いまは${told.awaiting.map((a) => nameOf(words, a.by)).join("、")}の宣言を待っています。`
              : "いま待っている宣言はありません。",
          ),
      free.size ? el("div", { class: "by" }, el("h3", {}, "卓で"), pick(TALK)) : null,
      this.folded("about", "出来事について", pick(ABOUT)),
      this.folded("gm", "ＧＭの権限", pick(GM)),
    ];
    this.kept = this.next;
    fill(this.root, parts);
    if (focus && this.root.contains(focus)) focus.focus({ preventScroll: true });
  }

  folded(key, label, inside) {
    if (!inside.length) return null;
    const open = this.root.querySelector(`details[data-key=${key}]`)?.open;
    return el("details", { class: "by", "data-key": key, open }, el("summary", {}, label), inside);
  }

  /** Whether something may be declared now, and its form with values put in. */
  has(type) {
    return this.shown.has(type);
  }

  prepare(type, values) {
    this.shown.get(type)?.set(values);
  }

  /** Those of this seat whom the rules wait for. */
  awaited() {
    return this.mine ?? [];
  }
}
