// The description of the API, to read: drawn from the OpenAPI document that this server gives, and from nothing else.
import { get } from "./api.js";
import { byId, el, fill } from "./dom.js";

const main = byId("main");
const METHODS = ["get", "post", "put", "patch", "delete"];
const TAGS = {
  battles: "戦闘",
  play: "宣言と状態",
  log: "記録と証明",
  systems: "システムと規則",
  server: "サーバー",
  default: "そのほか",
};
const anchor = (method, path) => `${method}-${path}`.replace(/[^A-Za-z0-9]+/g, "-");
const schemaLink = (name) => el("a", { href: `#schema-${name}` }, name);

/** A schema in a few words; what has a name of its own is linked. */
function brief(schema) {
  if (schema === undefined || schema === true) return "何でも";
  if (schema.$ref) return schemaLink(schema.$ref.split("/").at(-1));
  const many = schema.oneOf ?? schema.anyOf;
  if (many) return many.flatMap((one, i) => [i ? " ／ " : null, brief(one)]);
  if ("const" in schema) return el("code", {}, JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value, i) => [i ? " ／ " : null, el("code", {}, JSON.stringify(value))]);
  if (schema.type === "array") return [brief(schema.items), " の並び"];
  const kind =
    {
      string: "文字列",
      integer: "整数",
      number: "数",
      boolean: "真偽",
      object: "オブジェクト",
      null: "null",
    }[schema.type] ?? "何でも";
  const more = Object.entries(schema)
    .filter(
      ([key, value]) =>
        ["minimum", "maximum", "minLength", "maxLength", "pattern", "default", "format"].includes(key) &&
        value !== null,
    )
    .map(([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") {
    return [kind, "（値は ", brief(schema.additionalProperties), "）"];
  }
  return more.length ? `${kind}（${more.join("、")}）` : kind;
}

function properties(schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, inside]) =>
    el(
      "tr",
      {},
      el(
        "th",
        { scope: "row" },
        el("code", {}, name),
        required.has(name) ? el("span", { class: "tag" }, "必須") : null,
      ),
      el("td", {}, brief(inside), inside.description ? el("p", { lang: "en" }, inside.description) : null),
    ),
  );
  return rows.length ? el("table", { class: "shape" }, el("tbody", {}, rows)) : null;
}

function body(content) {
  return Object.entries(content ?? {}).map(([kind, media]) => {
    const examples = [
      ...(media.example === undefined ? [] : [["例", media.example]]),
      ...Object.entries(media.examples ?? {}).map(([name, one]) => [name, one.value]),
    ];
    return el(
      "div",
      {},
      el("p", {}, el("code", {}, kind), " ", brief(media.schema)),
      examples.map(([name, value]) =>
        el(
          "details",
          {},
          el("summary", {}, name === "例" ? "例" : `例：${name}`),
          el("pre", { tabindex: "0" }, typeof value === "string" ? value : JSON.stringify(value, null, 2)),
        ),
      ),
    );
  });
}

function operation(path, method, it) {
  const parameters = it.parameters ?? [];
  const where = {
    path: "パス",
    query: "クエリ",
    header: "ヘッダー",
    cookie: "クッキー",
  };
  return el(
    "section",
    { class: "operation", id: anchor(method, path) },
    el("h3", {}, el("span", { class: `method ${method}` }, method.toUpperCase()), " ", el("code", {}, path)),
    el("p", { class: "summary", lang: "en" }, it.summary),
    it.description ? el("p", { lang: "en" }, it.description) : null,
    parameters.length
      ? el(
          "table",
          { class: "shape" },
          el("caption", {}, "引数"),
          el(
            "tbody",
            {},
            parameters.map((p) =>
              el(
                "tr",
                {},
                el(
                  "th",
                  { scope: "row" },
                  el("code", {}, p.name),
                  el("span", { class: "tag" }, where[p.in] ?? p.in),
                  p.required ? el("span", { class: "tag" }, "必須") : null,
                ),
                el("td", {}, brief(p.schema), p.description ? el("p", { lang: "en" }, p.description) : null),
              ),
            ),
          ),
        )
      : null,
    it.requestBody ? [el("h4", {}, "本文"), body(it.requestBody.content)] : null,
    el("h4", {}, "答え"),
    el(
      "dl",
      { class: "answers" },
      Object.entries(it.responses ?? {}).map(([status, answer]) => [
        el("dt", {}, el("code", {}, status)),
        el("dd", {}, el("p", { lang: "en" }, answer.description), Number(status) < 400 ? body(answer.content) : null),
      ]),
    ),
  );
}

async function start() {
  let told;
  try {
    told = await get("/schema/openapi.json");
  } catch (problem) {
    fill(main, el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  const all = Object.entries(told.paths).flatMap(([path, item]) =>
    METHODS.filter((m) => item[m]).map((m) => ({
      path,
      method: m,
      it: item[m],
    })),
  );
  const tags = [...new Set(all.map((one) => one.it.tags?.[0] ?? "default"))];
  const of = (tag) => all.filter((one) => (one.it.tags?.[0] ?? "default") === tag);
  fill(
    main,
    el("h1", {}, "ＡＰＩの説明"),
    el("p", { class: "lead", lang: "en" }, told.info.description),
    el("p", {}, `版 ${told.info.version}。`, el("a", { href: "/schema/openapi.json" }, "OpenAPI の文書（JSON）")),
    el(
      "nav",
      { class: "toc routes", "aria-label": "目次" },
      tags.map((tag) => [
        el("h2", {}, TAGS[tag] ?? tag),
        el(
          "ul",
          {},
          of(tag).map((one) =>
            el(
              "li",
              {},
              el(
                "a",
                { href: `#${anchor(one.method, one.path)}` },
                el("span", { class: `method ${one.method}` }, one.method.toUpperCase()),
                " ",
                el("code", {}, one.path),
              ),
            ),
          ),
        ),
      ]),
    ),
    tags.map((tag) =>
      el(
        "section",
        {},
        el("h2", {}, TAGS[tag] ?? tag),
        of(tag).map((one) => operation(one.path, one.method, one.it)),
      ),
    ),
    el(
      "section",
      {},
      el("h2", {}, "形"),
      Object.entries(told.components?.schemas ?? {}).map(([name, schema]) =>
        el(
          "section",
          { class: "operation", id: `schema-${name}` },
          el("h3", {}, el("code", {}, name)),
          schema.description ? el("p", { lang: "en" }, schema.description) : null,
          properties(schema) ?? el("p", {}, brief(schema)),
        ),
      ),
    ),
  );
  if (location.hash) location.replace(location.hash); // what it names is there only now
}

start();
