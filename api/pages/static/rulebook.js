// A clause book to read, and the options of a system.
import { get } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { described, optionsOf } from "./words.js";

const system = String(document.body.dataset.system);
const main = byId("main");

function clause(one, editions) {
  return el(
    "li",
    { class: "clause", id: one.id },
    el("a", { class: "clause-id", href: `#${encodeURIComponent(one.id)}` }, one.id),
    el(
      "div",
      {},
      el(
        "p",
        {},
        one.ja,
        one.edition ? el("span", { class: "tag" }, editions[one.edition] ?? one.edition) : null,
        one.advice ? el("span", { class: "tag" }, "助言") : null,
      ),
      el("details", {}, el("summary", {}, "英語"), el("p", { lang: "en" }, one.en)),
    ),
  );
}

function chapters(clauses) {
  /** @type {{ heading: string, clauses: any[] }[]} */
  const found = [];
  for (const one of clauses) {
    const last = found.at(-1);
    if (last && last.heading === one.heading) last.clauses.push(one);
    else found.push({ heading: one.heading, clauses: [one] });
  }
  return found;
}

/** The options of a system: what each asks, why its default is what it is, and what may be answered. */
function options(told) {
  return optionsOf(told).map(({ key, title, why, answers, standard }) =>
    el(
      "li",
      { class: "option", id: `option-${key}` },
      el("h3", {}, title, " ", el("code", {}, key)),
      el("p", {}, why),
      el(
        "p",
        { class: "values" },
        answers.map(([value, name]) =>
          el("span", { class: `tag${value === standard ? " on" : ""}` }, name, value === standard ? "（既定）" : ""),
        ),
      ),
    ),
  );
}

async function start() {
  let told, book;
  try {
    [told, book] = await Promise.all([described(system), get(`/systems/${encodeURIComponent(system)}/clauses`)]);
  } catch (problem) {
    fill(main, el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  const parts = chapters(book.clauses);
  fill(byId("nav"), el("a", { href: "#options" }, "選択規則"));
  fill(
    main,
    el("h1", {}, told.name),
    el(
      "p",
      { class: "lead" },
      `使うもの：${told.dice}。条項${book.clauses.length}。規則の版 ${told.version}（指紋 `,
      el("code", {}, told.fingerprint),
      "）",
    ),
    el(
      "nav",
      { class: "toc", "aria-label": "目次" },
      el(
        "ol",
        {},
        parts.map((part) =>
          el("li", {}, el("a", { href: `#${encodeURIComponent(part.clauses[0].id)}` }, part.heading)),
        ),
        el("li", {}, el("a", { href: "#options" }, "選択規則")),
      ),
    ),
    parts.map((part) =>
      el(
        "section",
        {},
        el("h2", {}, part.heading),
        el(
          "ol",
          { class: "clause-list" },
          part.clauses.map((one) => clause(one, told.words.options.edition?.values ?? {})),
        ),
      ),
    ),
    el(
      "section",
      { id: "options" },
      el("h2", {}, "選択規則"),
      el("p", {}, "本文の版による違いと、本文が黙っている点への答えです。卓ごとに選べます。"),
      el("ul", { class: "option-list" }, options(told)),
    ),
  );
  if (location.hash) location.replace(location.hash); // what it names is there only now
}

start();
