// The state at a moment: where the fight stands, and a card for each character.
import { el, fill } from "./dom.js";
import { tree } from "./audit.js";
import { nameOf } from "./words.js";

const PLAIN = new Set(["id", "name", "side", "team", "condition", "hand", "hand_limit"]);

/** A value that tells, when pressed, why it is so. */
const asks = (path, text) =>
  el(
    "button",
    {
      type: "button",
      class: "asks",
      "data-path": path,
      title: "なぜこうなったか",
    },
    text,
  );

function bar(label, value, most, vital, path) {
  const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
  const inner = el("span", {
    class: !vital ? "" : share <= 0.25 ? "low" : share <= 0.5 ? "half" : "full",
  });
  inner.style.width = `${Math.round(share * 100)}%`;
  return el(
    "div",
    { class: "gauge" },
    el("span", { class: "gauge-label" }, label),
    el("span", { class: "gauge-bar", "aria-hidden": "true" }, inner),
    el("span", { class: "gauge-value" }, asks(path, `${value}／${most}`)),
  );
}

function card(one, state, words) {
  const used = new Set(PLAIN);
  const gauges = words.bars
    .filter(
      ([now, most]) => typeof one[now] === "number" && typeof one[most] === "number" && (one[most] > 0 || now === "hp"),
    )
    .map(([now, most]) => {
      used.add(now).add(most);
      return bar(words.key(now, "characters"), one[now], one[most], now === "hp", `characters.${one.id}.${now}`);
    });
  if (Array.isArray(one.hand)) gauges.push(hand(one, words));
  else if (typeof one.hp === "number" && !used.has("hp")) {
    used.add("hp");
    gauges.push(el("p", { class: "plain-hp" }, "ＨＰ ", asks(`characters.${one.id}.hp`, one.hp)));
  }
  const facts = words.facts.filter((key) => one[key] !== undefined && one[key] !== null && one[key] !== "");
  facts.forEach((key) => used.add(key));
  const marks = Object.entries(one)
    .filter(([key, value]) => value === true && !used.has(key) && !words.quiet.has(key))
    .map(([key]) => key);
  const rest = Object.entries(one).filter(
    ([key, value]) => !used.has(key) && typeof value !== "boolean" && !empty(value),
  );
  const asked = state.awaiting.some((a) => a.by === one.id);
  const condition = one.condition ?? null;
  const out = condition !== null && !["active", "normal", "light", "heavy"].includes(condition);
  const mine = [state.active === one.id ? "手番" : null, asked ? "宣言待ち" : null].filter(Boolean);
  return el(
    "article",
    {
      class: [
        "card",
        one.side === "pc" ? "side-pc" : "side-npc",
        state.active === one.id ? "acting" : "",
        out ? "out" : "",
      ]
        .filter(Boolean)
        .join(" "),
    },
    el(
      "header",
      {},
      el("h3", {}, nameOf(words, one.id)),
      el("span", { class: "camp" }, sides(one, words)),
      mine.map((m) => el("span", { class: "tag on" }, m)),
      condition && condition !== "active" && condition !== "normal"
        ? el("span", { class: "tag bad" }, words.say(condition, "condition", "characters"))
        : null,
      one.incapacitated === true ? el("span", { class: "tag bad" }, words.key("incapacitated", "characters")) : null,
    ),
    gauges,
    facts.length || marks.length
      ? el(
          "p",
          { class: "marks" },
          facts.map((key) =>
            el(
              "span",
              { class: "mark" },
              `${words.key(key, "characters")} `,
              asks(`characters.${one.id}.${key}`, el("b", {}, words.say(one[key], key, "characters"))),
            ),
          ),
          marks
            .filter((key) => key !== "incapacitated")
            .map((key) =>
              el("span", { class: "mark" }, asks(`characters.${one.id}.${key}`, words.key(key, "characters"))),
            ),
        )
      : null,
    rest.length
      ? el(
          "details",
          { "data-key": one.id },
          el("summary", {}, "くわしく"),
          el(
            "dl",
            { class: "facts" },
            rest.map(([key, value]) => [
              el("dt", {}, words.key(key, "characters")),
              el(
                "dd",
                {},
                value && typeof value === "object"
                  ? tree(value, words, true, key, "characters")
                  : words.say(value, key, "characters"),
              ),
            ]),
          ),
        )
      : null,
  );
}

const sides = (one, words) =>
  one.team && one.team !== one.side ? words.say(one.team, "side") : words.say(one.side, "side");

function empty(value) {
  if (value === null || value === "" || value === 0) return true;
  if (typeof value === "object") return Object.keys(value).length === 0;
  return false;
}

function hand(one, words) {
  const most = typeof one.hand_limit === "number" ? `／${one.hand_limit}` : "";
  return el(
    "div",
    { class: "hand" },
    el("span", { class: "gauge-label" }, `手札 ${one.hand.length}${most}`),
    el(
      "span",
      { class: "cards" },
      one.hand.map((c) =>
        el(
          "span",
          {
            class: c === "?" ? "playing back" : `playing${/^[HD]/.test(c) ? " red" : ""}`,
          },
          c === "?" ? el("span", { class: "unseen" }, "伏せ札") : words.say(c, "hand"),
        ),
      ),
    ),
  );
}

/** Whom the rules wait for, in words. */
function awaited(state, words) {
  if (!state.awaiting.length) return state.phase === "over" ? "戦いは終わった" : "誰も待っていない";
  return state.awaiting
    .map(
      (a) =>
        `${nameOf(words, a.by)}（${a.types.slice(0, 4).map(words.type).join("・")}${a.types.length > 4 ? "など" : ""}）`,
    )
    .join("、");
}

/** Shows a state. */
export function showState(root, state, words) {
  const open = new Set([...root.querySelectorAll("details[open]")].map((d) => d.dataset.key));
  words.learn(state);
  const rows = [
    [
      "局面",
      [
        words.say(state.phase, "phase"),
        state.round ? `第${state.round}${words.round}` : null,
        state.stage ? words.say(state.stage, "stage") : null,
      ]
        .filter(Boolean)
        .join("・"),
    ],
    state.active ? ["手番", asks("active", nameOf(words, state.active))] : null,
    ["待っている宣言", asks("awaiting", awaited(state, words))],
    ...(words.field?.(state, words) ?? []),
    state.order?.length ? ["行動順", asks("order", state.order.map((id) => nameOf(words, id)).join(" → "))] : null,
    state.disputes?.length ? ["答えを待つ異議", state.disputes.map((seq) => `${seq}番`).join("、")] : null,
  ].filter(Boolean);
  const rest = Object.entries(state).filter(([key, value]) => !words.skip.has(key) && !empty(value));
  const everyone = Object.values(state.characters);
  fill(
    root,
    el(
      "dl",
      { class: "facts scene" },
      rows.map(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]),
    ),
    el(
      "div",
      { class: "cards-of-people" },
      everyone.map((one) => card(one, state, words)),
    ),
    rest.length
      ? el(
          "details",
          { "data-key": "field" },
          el("summary", {}, "場のくわしい状態"),
          el(
            "dl",
            { class: "facts" },
            rest.map(([key, value]) => [
              el("dt", {}, words.key(key)),
              el("dd", {}, value && typeof value === "object" ? tree(value, words, true, key) : words.say(value, key)),
            ]),
          ),
        )
      : null,
    el(
      "details",
      { "data-key": "options" },
      el("summary", {}, "選択規則"),
      el(
        "dl",
        { class: "facts" },
        Object.entries(state.options ?? {}).map(([key, value]) => [
          el("dt", {}, words.label(key, "options")),
          el("dd", {}, asks(`options.${key}`, words.say(value, key, "options"))),
        ]),
      ),
      el("p", {}, el("a", { href: `/rulebooks/${encodeURIComponent(state.system)}#options` }, "規則書で読む")),
    ),
  );
  for (const details of root.querySelectorAll("details")) details.open = open.has(details.dataset.key);
}
