// The page of a battle: the story, the state, the desk and the clock, kept together.
import { get, keepToken, tokenOf } from "./api.js";
import { Audit } from "./audit.js";
import { Clock } from "./clock.js";
import { Desk } from "./desk.js";
import { announce, button, byId, el, fill, visible } from "./dom.js";
import { confirmed } from "./confirm.js";
import { doors } from "./doors.js";
import { battleProof } from "./proofs.js";
import { seatForm } from "./seat.js";
import { showState } from "./state.js";
import { Story } from "./story.js";
import { follow } from "./stream.js";
import { witness } from "./witness.js";
import { nameOf, seatOf, vocabulary } from "./words.js";

const battle = document.body.dataset.battle;
const base = `/battles/${encodeURIComponent(String(battle))}`;
const main = byId("main");
const LIMIT = 1000;
const KEPT = 60;

let token = tokenOf(battle);
const entries = [];
const states = new Map();
let words, clauses, story, clock, audit, desk, state, present;
let at = null;
let connected = true;
let turn = 0;
let following = true;
let unread = 0;
let stop = () => {};
const title = document.title;

async function everything(after = 0) {
  const found = [];
  for (let next = after; next !== null; ) {
    const page = await get(`${base}/events?after=${next}&limit=${LIMIT}`, token);
    found.push(...page.events);
    next = page.next;
  }
  return found;
}

const addressed = () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("at") ?? new URLSearchParams(location.search).get("at");
  return /^\d{1,15}$/.test(asked ?? "") && Number(asked) > 0 ? Number(asked) : null;
};

function moments() {
  return story.units.map((unit) => unit.last);
}

function rounds() {
  const found = entries.filter((e) => e?.type === "round_started" && !e.struck && !e.hidden);
  const fights = new Set(found.map((e) => e.data.fight ?? 1));
  return found.map((e) => [
    `第${e.data.round}${words.round}${fights.size > 1 ? `（戦場${e.data.fight ?? 1}）` : ""}`,
    e.seq,
  ]);
}

async function stateAt(seq) {
  const key = seq ?? `now-${entries.length}`;
  if (states.has(key)) return states.get(key);
  const found = await get(seq === null ? `${base}/state` : `${base}/state?at=${seq}`, token);
  states.set(key, found);
  if (states.size > KEPT) states.delete(states.keys().next().value);
  return found;
}

const storyShown = () => byId("story")?.clientHeight > 0;

/** To the end of the story, also where it can be seen only later. */
function scroll() {
  const box = byId("story");
  following = true;
  if (!storyShown()) return;
  box.scrollTop = box.scrollHeight;
  read();
}

/** Nothing of the story is unread any more. */
function read() {
  unread = 0;
  mark();
}

/** What waits for this reader: on the tabs, in the title, and in a line above all. */
function mark() {
  if (!byId("calls")) return;
  const count = byId("unread");
  count.hidden = !unread;
  count.textContent = unread > 99 ? "99+" : unread;
  count.setAttribute("aria-label", `未読${unread}件`);
  const mine = desk?.awaited() ?? [];
  const disputes = desk?.has("settle") ? (present?.disputes ?? []) : [];
  byId("go-mark").hidden = !mine.length && !disputes.length;
  /** @type {any[][]} */
  const lines = [
    mine.length
      ? [
          `${mine.map((who) => nameOf(words, who)).join("、")}の番です。`,
          "宣言する",
          () => show("desk", () => byId("desk").scrollIntoView({ block: "start" })),
        ]
      : null,
    disputes.length
      ? [
          `答えを待つ異議が${disputes.length}件あります。`,
          "異議に答える",
          () => show("desk", () => desk.prepare("settle", { dispute: disputes.at(-1) })),
        ]
      : null,
  ].filter((line) => line !== null);
  document.title = [
    mine.length ? "●あなたの番" : null,
    disputes.length ? "●異議" : null,
    !lines.length && unread ? `（${unread}）` : null,
    title,
  ]
    .filter(Boolean)
    .join(" ");
  const said = lines.map(([text]) => text).join("");
  const box = byId("calls");
  box.hidden = !lines.length;
  if (box.dataset.said === said) return;
  box.dataset.said = said;
  fill(
    box,
    lines.map(([text, label, does]) => el("p", {}, el("b", {}, text), button(label, does, { class: "link" }))),
  );
  if (said) announce(said);
}

/** Goes to a moment; null is now. */
async function go(seq, quietly = false) {
  const last = entries.length - 1;
  at = seq === null || seq > last ? null : Math.max(1, seq);
  const mine = (turn += 1);
  history.replaceState(null, "", location.pathname + (at === null ? "" : `#at=${at}`));
  story.show(at);
  clock.show(at, connected);
  document.body.classList.toggle("past", at !== null);
  scroll();
  if (!quietly) announce(at === null ? "最新" : `${at}番。${story.said(at)}`);
  await refreshState(mine);
}

async function refreshState(mine = (turn += 1)) {
  if (!byId("state")) return;
  try {
    const found = await stateAt(at);
    if (mine !== turn) return;
    state = found;
    if (at === null) present = found;
    mark();
    showState(byId("state"), state, words);
    byId("past-note").hidden = at === null;
    byId("past-note").firstChild.textContent = at === null ? "" : `${at}番の時点を見ています。`;
  } catch (problem) {
    if (mine === turn) announce(problem.message);
  }
}

let due = null;
/** After new events: the state and the desk anew, once for many. */
function later() {
  due ??= setTimeout(async () => {
    due = null;
    if (at === null) await refreshState();
    else present = await get(`${base}/state`, token).catch(() => present);
    await refreshDesk();
  }, 30);
}

async function refreshDesk() {
  if (!desk || !byId("desk")) return;
  try {
    const told = await desk.refresh();
    byId("seat-name").textContent = visible(seatOf(words, told.seat));
    mark();
    if (told.seat === "gm" && !byId("doors").firstChild) {
      const seats = [...Object.keys(present.seats ?? {}).filter((seat) => seat !== "gm"), "spectator", "gm"];
      fill(byId("doors"), doors({ base, words, token: () => token, renewed }, seats));
    }
  } catch (problem) {
    announce(problem.message);
  }
}

async function retell() {
  const all = await everything();
  states.clear();
  entries.length = 1;
  for (const entry of all) entries[entry.seq] = entry;
  story.set(all);
  clock.set(moments(), rounds());
  story.show(at);
}

function heard(entry) {
  if (entries[entry.seq]) return;
  entries[entry.seq] = entry;
  story.add(entry);
  clock.set(moments(), rounds());
  if (entry.text || entry.hidden) unread += 1;
  if (at === null && following) scroll();
  mark();
  if (at === null && entry.text) announce(entry.text);
  if (entry.type === "rewound" || entry.type === "ended" || entry.type === "shown") {
    retell().then(() => {
      if (at === null && following) scroll();
    });
  }
  later();
}

function sit(given) {
  keepToken(battle, given);
  location.reload();
}

/** What a reader may do about an event. */
function deeds(entry) {
  const can = [];
  if (desk?.has("dispute")) {
    can.push([
      "異議を唱える",
      () =>
        prepare("dispute", {
          seq: entry.seq,
          clause: entry.data?.clauses?.[0],
        }),
    ]);
  }
  if (desk?.has("annotate")) can.push(["注記を付ける", () => prepare("annotate", { seq: entry.seq })]);
  const before = (entry.cause ?? entry.seq) - 1;
  if (before > 0 && desk?.has("rewind")) can.push(["この宣言の前へ巻き戻す", () => prepare("rewind", { to: before })]);
  return can;
}

/** Brings a form before the reader with values put in; the desk first catches up with what the story tells. */
async function prepare(type, values) {
  show("desk");
  await refreshDesk();
  desk.prepare(type, values);
}

/** The GM's own seat has a new token. */
function renewed(given) {
  token = given;
  keepToken(battle, given);
  desk.it.token = given;
  connect();
}

function connect() {
  stop();
  stop = follow(battle, token, entries.length - 1, {
    entry: heard,
    opened: () => retell(),
    line: (stands) => {
      connected = stands;
      clock.show(at, connected);
    },
    refused: (problem) => {
      if (desk || problem.status === 401) refused(problem);
    },
  });
}

function show(which, then) {
  document.body.dataset.pane = which;
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=tab]"))) {
    tab.setAttribute("aria-selected", String(tab.dataset.pane === which));
  }
  if (which === "story" && following) scroll();
  then?.();
}

function frame() {
  const tab = (pane, label) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        "data-pane": pane,
        "aria-controls": `pane-${pane}`,
        onclick: () => show(pane),
      },
      label,
      pane === "story"
        ? el("span", { class: "badge", id: "unread", hidden: true })
        : pane === "desk"
          ? el(
              "span",
              {
                class: "badge",
                id: "go-mark",
                hidden: true,
                "aria-label": "待たれています",
              },
              "！",
            )
          : null,
    );
  const every = el("input", { type: "checkbox", id: "every" });
  every.addEventListener("change", () => byId("story").classList.toggle("every", every.checked));
  fill(
    main,
    el("h1", { class: "unseen" }, byId("where").textContent),
    el("div", { id: "witness" }),
    el("div", { class: "calls", id: "calls", hidden: true }),
    el(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "見るもの" },
      tab("story", "物語"),
      tab("state", "状態"),
      tab("desk", token ? "宣言" : "席"),
    ),
    el(
      "section",
      { class: "pane story-pane", id: "pane-story", "aria-label": "物語" },
      el("div", {
        class: "story",
        id: "story",
        tabindex: "0",
        role: "log",
        "aria-live": "off",
        "aria-label": "戦いの記録",
      }),
      el("p", { class: "every" }, every, el("label", { for: "every" }, "語られない出来事も見る")),
    ),
    el(
      "div",
      { class: "side" },
      el(
        "section",
        { class: "pane", id: "pane-state", "aria-label": "状態" },
        el(
          "p",
          { class: "past-note", id: "past-note", hidden: true },
          el("span", {}),
          button("いまに戻る", () => go(null), { class: "link" }),
        ),
        el("div", { id: "state" }),
        battleProof({ base, token: () => token }),
      ),
      el(
        "section",
        { class: "pane", id: "pane-desk", "aria-label": token ? "宣言" : "席" },
        el("div", { id: "desk" }),
        el("div", { id: "doors" }),
      ),
    ),
    el("div", {
      class: "clock",
      id: "clock",
      role: "group",
      "aria-label": "時をたどる",
    }),
  );
  const box = byId("story");
  box.addEventListener("scroll", () => {
    if (!storyShown()) return;
    following = box.scrollHeight - box.scrollTop - box.clientHeight < 120;
    if (following && at === null) read();
  });
  new ResizeObserver(() => {
    if (following && storyShown()) scroll();
  }).observe(box);
  show("story");
}

function seatPlace() {
  const nav = byId("nav");
  fill(
    nav,
    el("a", { href: `/rulebooks/${encodeURIComponent(words.system)}` }, "規則書"),
    el("span", { class: "seat-name", id: "seat-name" }, token ? "" : "観戦"),
    token
      ? button(
          "席を離れる",
          async () => {
            if (
              await confirmed(
                "席を離れます。トークンはこのタブから消えるので、戻るには入り口のリンクがもう一度要ります。",
                null,
                "席を離れる",
              )
            ) {
              sit(null);
            }
          },
          { class: "plain" },
        )
      : null,
  );
}

function refused(problem) {
  if (problem.status !== 401 && problem.status !== 403) {
    fill(main, el("h1", {}, "開けませんでした"), el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  stop();
  const reason = token ? problem.message : "この戦闘を見るには、席か観戦のトークンが要ります。";
  keepToken(battle, null);
  fill(main, el("div", { class: "gate" }, el("h1", {}, "席につく"), seatForm(reason, sit)));
}

async function start() {
  let all;
  try {
    [all, present] = await Promise.all([everything(), get(`${base}/state`, token)]);
  } catch (problem) {
    refused(problem);
    return;
  }
  entries.length = 1;
  for (const entry of all) entries[entry.seq] = entry;
  words = await vocabulary(present.system);
  words.learn(present);
  clauses = new Map();
  frame();
  seatPlace();
  story = new Story(byId("story"), words, (seq) => audit.open(seq));
  audit = new Audit({
    words,
    system: present.system,
    clauses,
    entry: (seq) => entries[seq],
    entries: () => entries,
    base,
    token: () => token,
    go,
    deeds,
  });
  byId("state").addEventListener("click", (event) => {
    const asked = event.target.closest("[data-path]");
    if (asked) audit.why(asked.dataset.path, at ?? entries.length - 1);
  });
  clock = new Clock(byId("clock"), go);
  story.set(all);
  clock.set(moments(), rounds());
  if (token) {
    const hints = {
      now: (path) => path.split(".").reduce((node, step) => node?.[step], present),
      people: () => present.characters,
      notation: { placeholder: "2D6+3>=9" },
      clause: {
        names: (ids) => ids.map((id) => `${id} ${clauses.get(id)?.heading ?? ""}`),
      },
      by: { label: "誰として" },
      dispute: {
        names: (ids) => ids.map((seq) => `${seq}番　${entries[seq]?.data?.claim ?? ""}`),
      },
      seq: {
        names: (ids) => ids.map((seq) => `${seq}番　${entries[seq]?.text || ""}`),
      },
    };
    desk = new Desk(byId("desk"), {
      battle,
      token,
      words,
      hints,
      seq: present.seq,
      done: refreshDesk,
      stale: later,
    });
  } else fill(byId("desk"), seatForm("", sit));
  get(`/systems/${encodeURIComponent(present.system)}/clauses`)
    .then((book) => {
      for (const one of book.clauses) clauses.set(one.id, one);
    })
    .catch(() => {})
    .then(refreshDesk);
  await go(addressed(), true);
  connect();
  witness(byId("witness"), {
    battle,
    base,
    token: () => token,
    entries: () => entries,
  });
  addEventListener("hashchange", () => {
    const given = tokenOf(battle);
    if (given !== token) location.reload();
    else go(addressed());
  });
}

start();
