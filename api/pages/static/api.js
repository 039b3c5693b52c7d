// Asking the server: JSON, tokens, problems.

/** What the server refused; `detail` is Japanese. */
export class Problem extends Error {
  constructor(document, status) {
    super(document.detail || "サーバーの答えが読めませんでした。");
    this.status = status;
    this.code = document.code;
    this.clause = document.clause;
    this.needs = document.needs;
    this.seq = document.seq;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(
      {
        detail: "サーバーにつながりません。しばらくしてから、もう一度試してください。",
        code: "offline",
      },
      0,
    );
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Problem(told, answer.status);
}

const bearer = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

export async function get(path, token) {
  return (await ask(path, { headers: bearer(token), cache: "no-cache" })).json();
}

export async function open(path, token, signal) {
  return ask(path, {
    headers: { ...bearer(token), Accept: "text/event-stream" },
    cache: "no-store",
    signal,
  });
}

export async function post(path, body, token, headers = {}) {
  const sent = {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      ...bearer(token),
      ...headers,
    },
  };
  return (await ask(path, sent)).json();
}

/** 128 bits that nobody can guess, also where the page has no secure context. */
export function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

const waiting = new Map();

/** The idempotency key of what is being sent: the same until the server has answered it. */
export function keyFor(what) {
  if (!waiting.has(what)) waiting.set(what, randomKey());
  return waiting.get(what);
}

export function answered(what) {
  waiting.delete(what);
}

const place = (battle) => `senki:token:${battle}`;

/** The token of this tab; one in the address (#token=…) is moved out of it at once. */
export function tokenOf(battle) {
  const hash = new URLSearchParams(location.hash.slice(1));
  const given = hash.get("token");
  if (given) {
    keepToken(battle, given);
    hash.delete("token");
    const rest = hash.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  }
  try {
    return sessionStorage.getItem(place(battle));
  } catch {
    return given;
  }
}

/** The tokens that this tab keeps, by battle. */
export function keptTokens() {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(place("")));
    return new Map(keys.map((key) => [key.slice(place("").length), sessionStorage.getItem(key)]));
  } catch {
    return new Map();
  }
}

export function keepToken(battle, token) {
  try {
    if (token) sessionStorage.setItem(place(battle), token);
    else sessionStorage.removeItem(place(battle));
  } catch {
    // without storage the token lasts as long as the page
  }
}
