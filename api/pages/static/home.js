// The front page: the battles of this server, the rulebooks, and a form that opens a battle.
import { get, keepToken, keptTokens, keyFor, answered, post, tokenOf } from "./api.js";
import { byId, el, fill, when } from "./dom.js";
import { described, optionsOf, vocabulary } from "./words.js";

const main = byId("main");
const MOST = 200;
const SHOWN = 60;

async function listed(token) {
  const found = [];
  for (let after = 0; after !== null; ) {
    const page = await get(`/battles?limit=${MOST}${after ? `&after=${after}` : ""}`, token);
    found.push(...page.battles);
    after = page.next;
  }
  return found;
}

/** The battles that anybody may watch, and those of which this tab keeps a token: the newest first. */
async function battles() {
  const found = new Map((await listed()).map((one) => [one.id, one]));
  for (const [battle, token] of keptTokens()) {
    if (!found.has(battle)) for (const one of await listed(token)) found.set(one.id, one);
  }
  return [...found.values()].sort((one, other) => other.number - one.number);
}

function line(one, systems) {
  const stand = el("span", { class: "stand" });
  standing(one, tokenOf(one.id), stand);
  return el(
    "li",
    {},
    el("a", { href: `/battles/${encodeURIComponent(one.id)}/page` }, one.title ?? "無題の戦闘"),
    el("span", { class: "system" }, systems.get(one.system)?.name ?? one.system ?? "―"),
    stand,
    el("span", { class: "quiet" }, `${when(one.opened_at)}に開戦・${one.seq}件の出来事`),
  );
}

async function standing(one, token, stand) {
  try {
    const [state, words] = await Promise.all([
      get(`/battles/${encodeURIComponent(one.id)}/state`, token),
      vocabulary(one.system),
    ]);
    stand.textContent = [words.say(state.phase, "phase"), state.round ? `第${state.round}${words.round}` : null]
      .filter(Boolean)
      .join("・");
  } catch {
    stand.textContent = "";
  }
}

function opening(systems) {
  const system = el(
    "select",
    { id: "system" },
    [...systems.values()].map((s) => el("option", { value: s.id }, s.name)),
  );
  const title = el("input", {
    id: "title",
    maxlength: 200,
    autocomplete: "off",
  });
  const setup = el("textarea", {
    id: "setup",
    rows: 10,
    spellcheck: "false",
    required: true,
  });
  const seats = el("textarea", {
    id: "seats",
    rows: 2,
    spellcheck: "false",
    placeholder: "空けると、ＰＣごとに一席",
  });
  const chance = el(
    "select",
    { id: "chance" },
    el("option", { value: "sealed" }, "サーバーが振る（封印）"),
    el("option", { value: "entered" }, "卓で振って書き入れる"),
  );
  const watch = el(
    "select",
    { id: "spectators" },
    el("option", { value: "token" }, "トークンのある人だけ"),
    el("option", { value: "open" }, "誰でも"),
  );
  const secret = el("input", {
    id: "open-token",
    type: "password",
    autocomplete: "off",
    placeholder: "サーバーが求めるときだけ",
  });
  const rules = el("div", {});
  const error = el("p", { class: "error", role: "alert", hidden: true });
  let asked = [];
  const place = el("div", { "aria-live": "polite" });
  const row = (label, input) => el("div", { class: "field" }, el("label", { for: input.id }, label), input);
  const form = el(
    "form",
    {},
    row("システム", system),
    row("題", title),
    row("参加者と設定（ＪＳＯＮ）", setup),
    row("席と受け持ち（ＪＳＯＮ）", seats),
    el("details", { class: "more" }, el("summary", {}, "選択規則"), rules),
    row("ダイスと札", chance),
    row("観戦", watch),
    row("合言葉", secret),
    el("button", { type: "submit" }, "戦闘を開く"),
    error,
    place,
  );

  async function example() {
    const given = await get(`/rulebooks/${encodeURIComponent(system.value)}/example`).catch(() => null);
    title.value = given?.title ?? "";
    const { options: _, ...sheet } = given?.setup ?? {};
    setup.value = given ? JSON.stringify(sheet, null, 1) : '{"characters": []}';
    seats.value = given?.seats ? JSON.stringify(given.seats) : "";
    asked = optionsOf(await described(system.value)).map(({ key, title: called, why, answers, standard }) => {
      const input = el(
        "select",
        { id: `option-${key}` },
        answers.map(([value, name], i) => el("option", { value: i }, value === standard ? `${name}（既定）` : name)),
      );
      const stands = given?.setup.options?.[key] ?? standard;
      input.value = String(answers.findIndex(([value]) => value === stands));
      return {
        key,
        standard,
        read: () => answers[Number(input.value)][0],
        node: el(
          "div",
          { class: "field" },
          el("label", { for: input.id }, called),
          input,
          el("p", { class: "quiet" }, why),
        ),
      };
    });
    fill(
      rules,
      asked.map((one) => one.node),
    );
  }

  /** The setup as written, with the options as chosen. */
  function written() {
    const { options: _, ...given } = JSON.parse(setup.value);
    const chosen = asked
      .map((one) => [one.key, one.read(), one.standard])
      .filter(([, value, standard]) => value !== standard);
    return chosen.length
      ? {
          options: Object.fromEntries(chosen.map(([key, value]) => [key, value])),
          ...given,
        }
      : given;
  }

  let busy = false;
  async function open() {
    const said = {
      system: system.value,
      setup: written(),
      chance: chance.value,
      spectators: watch.value,
    };
    if (title.value.trim()) said.title = title.value.trim();
    if (seats.value.trim()) said.seats = JSON.parse(seats.value);
    const body = JSON.stringify(said);
    const told = await post("/battles", body, secret.value, {
      "Idempotency-Key": keyFor(body),
    });
    answered(body);
    fill(
      place,
      el("h3", {}, `「${told.title ?? "無題の戦闘"}」を開きました`),
      el("p", {}, "席ごとの入り口です。いましか出ないので、それぞれの人に渡してください。"),
      el(
        "ul",
        { class: "seats" },
        Object.entries(told.seats).map(([seat, token]) => {
          const href = `/battles/${encodeURIComponent(told.id)}/page#token=${encodeURIComponent(token)}`;
          const label = { gm: "ＧＭ", spectator: "観戦" }[seat] ?? seat;
          return el(
            "li",
            {},
            el("a", { href }, label.endsWith("席") ? label : `${label}の席`),
            " ",
            el("code", {}, token),
          );
        }),
      ),
    );
    keepToken(told.id, told.seats.gm);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    error.hidden = true;
    try {
      await open();
    } catch (problem) {
      error.textContent =
        problem instanceof SyntaxError
          ? "ＪＳＯＮの書き方が正しくありません。括弧と引用符を確かめてください。"
          : problem.message;
      error.hidden = false;
    } finally {
      busy = false;
    }
  });
  system.addEventListener("change", example);
  example();
  return form;
}

async function start() {
  let lines, books;
  try {
    [lines, books] = await Promise.all([battles(), get("/systems")]);
  } catch (problem) {
    fill(main, el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  const systems = new Map(books.map((s) => [s.id, s]));
  const list = el(
    "ul",
    { class: "battles" },
    lines.slice(0, SHOWN).map((one) => line(one, systems)),
  );
  fill(
    main,
    el("h1", {}, "戦記"),
    el("p", { class: "lead" }, "戦いの一部始終を残し、いつの場面へも戻れる記録。"),
    el(
      "section",
      {},
      el("h2", {}, "戦闘"),
      lines.length
        ? list
        : el(
            "p",
            {},
            "観戦できる戦闘はありません。下から開くか、",
            el("code", {}, "senki demo"),
            " を試してください。",
          ),
      lines.length > SHOWN ? el("p", { class: "quiet" }, `ほかに${lines.length - SHOWN}件あります。`) : null,
    ),
    el(
      "section",
      {},
      el("h2", {}, "規則書"),
      el(
        "ul",
        { class: "books" },
        books.map((s) =>
          el(
            "li",
            {},
            el("a", { href: `/rulebooks/${encodeURIComponent(s.id)}` }, s.name),
            el("span", { class: "quiet" }, `${s.dice}・条項${s.clauses}`),
          ),
        ),
      ),
    ),
    el(
      "section",
      {},
      el("h2", {}, "戦闘を開く"),
      el("details", {}, el("summary", {}, "参加者を書いて開く"), opening(systems)),
      el(
        "p",
        { class: "quiet" },
        "プログラムから開くときは ",
        el("a", { href: "/schema" }, "ＡＰＩの説明"),
        " をどうぞ。",
      ),
    ),
  );
}

start();
