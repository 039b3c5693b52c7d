// A clause book to read, and the options of a system.
import { get } from "./api.js";
import { byId, el, fill } from "./dom.js";

const system = document.body.dataset.system;
const main = byId("main");

function clause(one) {
  return el("li", { class: "clause", id: one.id }, el("a", { class: "clause-id", href: `#${encodeURIComponent(one.id)}` }, one.id),
    el("div", {}, el("p", {}, one.ja,
      one.edition ? el("span", { class: "tag" }, one.edition) : null, one.advice ? el("span", { class: "tag" }, "助言") : null),
    el("details", {}, el("summary", {}, "English"), el("p", { lang: "en" }, one.en))));
}

function chapters(clauses) {
  const found = [];
  for (const one of clauses) {
    if (found.at(-1)?.heading !== one.heading) found.push({ heading: one.heading, clauses: [] });
    found.at(-1).clauses.push(one);
  }
  return found;
}

function options(schema) {
  const name = schema.$ref?.split("/").at(-1);
  const properties = (name ? schema.$defs[name] : schema).properties ?? {};
  const follow = (p) => (p.$ref ? { ...schema.$defs[p.$ref.split("/").at(-1)], ...p } : p);
  return Object.entries(properties).map(([key, given]) => {
    const p = follow(given);
    const values = p.enum ?? (p.type === "boolean" ? [false, true] : []);
    return el("li", { class: "option", id: `option-${key}` }, el("h3", {}, p.title ?? key, " ", el("code", {}, key)),
      el("p", { lang: /[ぁ-ん]/.test(p.description ?? "") ? "ja" : "en" }, p.description ?? ""),
      el("p", { class: "values" }, values.length ? values.map((v) => el("span", { class: `tag${v === p.default ? " on" : ""}` },
        String(v), v === p.default ? "（既定）" : "")) : el("span", { class: "tag on" }, `既定：${JSON.stringify(p.default ?? null)}`)));
  });
}

async function start() {
  let told, book;
  try {
    [told, book] = await Promise.all([get(`/systems/${encodeURIComponent(system)}`), get(`/systems/${encodeURIComponent(system)}/clauses`)]);
  } catch (problem) {
    fill(main, el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  const parts = chapters(book.clauses);
  fill(byId("nav"), el("a", { href: "#options" }, "選択規則"));
  fill(main,
    el("h1", {}, told.name),
    el("p", { class: "lead" }, `使うもの：${told.dice}。条項${book.clauses.length}。規則の版 ${told.version}（指紋 ${told.fingerprint}）`),
    el("nav", { class: "toc", "aria-label": "目次" }, el("ol", {}, parts.map((part) => el("li", {}, el("a", { href: `#${encodeURIComponent(part.clauses[0].id)}` }, part.heading))),
      el("li", {}, el("a", { href: "#options" }, "選択規則")))),
    parts.map((part) => el("section", {}, el("h2", {}, part.heading), el("ol", { class: "clause-list" }, part.clauses.map(clause)))),
    el("section", { id: "options" }, el("h2", {}, "選択規則"), el("p", {}, "本文の版による違いと、本文が黙っている点への答えです。卓ごとに選べます。"),
      el("ul", { class: "option-list" }, options(told.options))));
  if (location.hash) location.replace(location.hash); // what it names is there only now
}

start();
