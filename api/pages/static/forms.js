// Declaring: a form for what may be declared, the dice that are asked for, and what the server says to it.
import { answered, get, keyFor, post } from "./api.js";
import { confirmed } from "./confirm.js";
import { button, el, fill } from "./dom.js";
import { cascade, field, group, resolve, variants } from "./fields.js";
import { nameOf } from "./words.js";

const FEW = 8;
const FREE = new Set(["say", "roll", "dispute", "annotate", "show"]);

/** Japanese names that stand in a schema beside its values, by the property that has them. */
function namesIn(schema, found = {}) {
  if (!schema || typeof schema !== "object") return found;
  for (const [name, inside] of Object.entries(schema.properties ?? {})) {
    const names = inside["x-names"];
    if (names) {
      ("const" in inside ? [inside.const] : inside.enum).forEach((value, i) =>
        (found[name] ??= new Map()).set(JSON.stringify(value), names[i]),
      );
    }
  }
  Object.values(schema).forEach((inside) => namesIn(inside, found));
  return found;
}

const told = (play) => Object.entries(play).filter(([key]) => key !== "type" && key !== "by");

/** What a play says, besides its type and who makes it: as its system phrases it, else its values in a row. */
export function playLabel(play, names, words) {
  const value = (name) =>
    play[name] === undefined || play[name] === null || play[name].length === 0
      ? ""
      : (names[name]?.get(JSON.stringify(play[name])) ?? words.say(play[name], name, play.type));
  const phrase = words.phrases[play.type];
  if (phrase && told(play).length) return phrase(value, play);
  return told(play)
    .map(([name, given]) => value(name) || names[name]?.get(JSON.stringify(given)) || words.say(given, name, play.type))
    .join("・");
}

/** The dice and cards of a real table, as the rules call for them. */
class Dice {
  constructor(words) {
    this.words = words;
    this.node = el("div", { class: "dice-entry" });
    this.rows = [];
  }

  ask(needs) {
    const { words } = this;
    const kept = this.rows.map((row) => row.map((input) => input.value));
    this.rows = needs.map((need) =>
      Array.from({ length: need.sides ? need.count : 1 }, (_, i) =>
        need.sides
          ? el("input", {
              type: "number",
              min: 1,
              max: need.sides,
              required: true,
              inputmode: "numeric",
              "aria-label": `${nameOf(words, need.by)}の${need.what}、${i + 1}個目`,
            })
          : el("input", {
              required: true,
              "aria-label": `${nameOf(words, need.by)}が引いた${need.what}`,
              placeholder: "例：SA HK",
            }),
      ),
    );
    this.rows.forEach((row, i) =>
      row.forEach((input, j) => {
        input.value = kept[i]?.[j] ?? "";
      }),
    );
    fill(
      this.node,
      el("p", { class: "quiet" }, "卓で振った目を、上から順に書いてください。"),
      needs.map((need, i) =>
        el(
          "div",
          { class: "need" },
          el("span", {}, `${nameOf(words, need.by)}　${words.say(need.purpose, "purpose", "rolled")}　${need.what}`),
          el("span", { class: "row" }, this.rows[i]),
        ),
      ),
    );
    this.rows
      .flat()
      .find((input) => !input.value)
      ?.focus();
    this.needs = needs;
  }

  clear() {
    this.rows = [];
    fill(this.node);
  }

  read() {
    return this.rows.map((row, i) =>
      this.needs[i].sides ? row.map((input) => Number(input.value)) : row[0].value.split(/[\s,、]+/).filter(Boolean),
    );
  }
}

/** One thing that may be declared, with its form. `it` knows battle, words and seq; `done` hears the answer. */
export class Declaring {
  constructor(legal, it) {
    this.legal = legal;
    this.it = it;
    const { words } = it;
    this.label = legal.label;
    this.error = el("p", { class: "error", role: "alert", hidden: true });
    this.dice = new Dice(words);
    this.pending = null;
    const alone = legal.plays?.length === 1 && !told(legal.plays[0]).length;
    this.node = el(
      "section",
      { class: `declare${alone ? " alone" : ""}`, "data-type": legal.type },
      el("h4", { class: alone ? "unseen" : null }, this.label),
      this.body(),
      this.dice.node,
      this.error,
    );
    this.diceButton = button("この出目で宣言する", () => this.send(this.pending, this.dice.read()));
    if (legal.needs?.length) this.ask(legal.plays[0], legal.needs);
  }

  /** Asks for the dice of a declaration. */
  ask(declaration, needs) {
    this.pending = declaration;
    this.dice.ask(needs);
    this.dice.node.append(this.diceButton);
  }

  body() {
    const { legal, it } = this;
    if (legal.needs?.length) return null;
    const names = namesIn(legal.schema);
    const { plays } = legal;
    if (plays && plays.length <= FEW) {
      return el(
        "div",
        { class: "plays" },
        plays.map((play) => button(playLabel(play, names, it.words) || this.label, () => this.send(play))),
      );
    }
    const schema = resolve(legal.schema, legal.schema);
    const many = schema.anyOf ?? schema.oneOf;
    if (plays) this.form = cascade(plays, names, it.words);
    else if (many) this.form = variants("", many, legal.schema, it.words, it.hints);
    else this.form = group("", schema, legal.schema, it.words, it.hints);
    const form = el("form", { novalidate: false }, this.form.node, el("button", { type: "submit" }, this.label));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(this.form.read());
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    this.element = form;
    return form;
  }

  /** Puts values into the form, and brings it before the reader. */
  set(values) {
    for (const [name, value] of Object.entries(values)) this.form?.inputs[name]?.set?.(value);
    this.node.closest("details")?.setAttribute("open", "");
    this.node.scrollIntoView({ block: "center" });
    const empty = [...this.node.querySelectorAll("input, textarea, select")].find((input) => !input.value);
    (empty ?? this.node.querySelector("button"))?.focus();
  }

  /** Takes what may be declared now for what it was before: the form stands, its choices are today's. */
  renew(legal) {
    const change = legal.schema.$defs?.Change;
    if (change) this.legal.schema.$defs.Change = change;
    this.legal.confirm = legal.confirm;
  }

  fail(text) {
    this.error.textContent = text;
    this.error.hidden = !text;
  }

  /** What is asked before: of a rewind also what it strikes out, and what anybody has learned since. */
  async warning(declaration) {
    if (declaration.type !== "rewind") return this.legal.confirm;
    try {
      const undone = await get(
        `/battles/${encodeURIComponent(this.it.battle)}/undoing?to=${declaration.to}`,
        this.it.token,
      );
      return `${undone.text}${this.legal.confirm}`;
    } catch {
      return this.legal.confirm;
    }
  }

  async send(declaration, rolls) {
    if (this.busy || this.asking) return;
    if (this.legal.confirm && !rolls) {
      this.asking = true;
      const sure = await confirmed(
        await this.warning(declaration),
        playLabel(declaration, namesIn(this.legal.schema), this.it.words),
        this.label,
      );
      this.asking = false;
      if (!sure) return;
    }
    this.busy = true;
    this.node.classList.add("busy");
    this.fail("");
    const { it, legal } = this;
    const body = JSON.stringify(rolls ? { declaration, rolls } : { declaration });
    const bound = FREE.has(legal.type) ? "" : String(it.seq);
    const what = `${it.battle}\n${bound}\n${body}`;
    const headers = {
      "Idempotency-Key": keyFor(what),
      ...(bound ? { "If-Match": `"${bound}"` } : {}),
    };
    try {
      const answer = await post(`/battles/${encodeURIComponent(it.battle)}/declarations`, body, it.token, headers);
      answered(what);
      this.dice.clear();
      this.element?.reset();
      await it.done(answer);
    } catch (problem) {
      if (problem.code && problem.code !== "offline" && problem.code !== "busy") answered(what);
      this.refused(problem, declaration);
    } finally {
      this.busy = false;
      this.node.classList.remove("busy");
    }
  }

  refused(problem, declaration) {
    if (problem.code === "bad_rolls" && problem.needs?.length) {
      const first = !this.dice.rows.length;
      this.ask(declaration, problem.needs);
      this.fail(first ? "" : problem.message);
      return;
    }
    this.dice.clear();
    this.fail(problem.clause ? `${problem.message}（${problem.clause}）` : problem.message);
    if (problem.code === "stale") this.it.stale();
  }
}

export { field };
