// What things are called: the words that a system is served with (`GET /systems/{id}`), and the names in a battle.
import { get } from "./api.js";

const NAMELESS = "―"; // what stands for an id that nothing names
const AN_ID = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** A roll with a character's own numbers in it, as `2D6+power*3`. */
const DICE = /^\d*D\d+[-+]/;
/** Where people write what they like: never taken for an id. */
const TEXTS = new Set([
  "text",
  "reason",
  "claim",
  "name",
  "title",
  "notation",
  "as",
  "channel",
  "purpose",
  "key",
  "root",
  "fingerprint",
  "version",
  "salt",
  "hash",
  "success",
  "failure",
  "entered",
]);

const list = (text) => text.split(" ");
/** Who may stand in a field, or what: an id is looked up by where it stands, for one id may mean two things. */
const PEOPLE = new Set(
  list(
    "by seat target targets before after with order queue active actor attacker defender character characters ally " +
      "covers covered responder between who ask interrupting back_to receivers of undecided delayed done distances",
  ),
);
const THINGS = {
  skill: ["skill"],
  skills: ["skill"],
  within: ["skill"],
  weapon: ["weapon", "item"],
  weapons: ["weapon", "item"],
  wielded: ["item", "weapon"],
  item: ["item", "weapon"],
  items: ["item", "weapon"],
  special: ["special"],
  specials: ["special"],
  spell: ["spell"],
  spells: ["spell"],
  school: ["school"],
  schools: ["school"],
  bullet: ["bullet", "item"],
  bullets: ["bullet", "item"],
  shield: ["shield", "item", "weapon"],
  mission: ["mission"],
  missions: ["mission"],
  ability: ["ability"],
  abilities: ["ability"],
};
const KINDS = {
  skills: "skill",
  weapons: "weapon",
  weapon: "weapon",
  items: "item",
  ground: "item",
  specials: "special",
  spells: "spell",
  schools: "school",
  bullets: "bullet",
  shields: "shield",
  missions: "mission",
  abilities: "ability",
};
const known = (table, word) => (Object.hasOwn(table, word) ? table[word] : undefined);

const RESERVED = new Set([
  "system",
  "seq",
  "options",
  "phase",
  "stage",
  "step",
  "round",
  "order",
  "active",
  "awaiting",
  "characters",
  "called",
  "seats",
  "disputes",
  "words",
]);

const systems = new Map();

/** A system as the server describes it, asked for once. */
export function described(system) {
  if (!systems.has(system)) systems.set(system, get(`/systems/${encodeURIComponent(system)}`));
  return systems.get(system);
}

/** What an answer to an option is called. */
const answer = (option, value) =>
  known(option?.values ?? {}, String(value)) ?? { true: "はい", false: "いいえ" }[value] ?? String(value);

/** The options of a system with their words: the answers as values and names, and the one that stands for no answer. */
export function optionsOf({ options: schema, words }) {
  const follow = (given) => (given.$ref ? { ...schema.$defs[given.$ref.split("/").at(-1)], ...given } : given);
  return Object.entries(follow(schema).properties ?? {}).map(([key, given]) => {
    const property = follow(given);
    const option = words.options[key];
    const answers = (property.enum ?? [true, false]).map((value) => [value, answer(option, value)]);
    return {
      key,
      title: option?.title ?? NAMELESS,
      why: option?.why ?? "",
      answers,
      standard: property.default,
    };
  });
}

/** How the page of a system is laid out; without a file of its own, as any. */
const layout = (system) => import(`./system-${system}.js`).catch(() => ({}));

/** The words of a system, and the names of a battle once it has been learned. */
export async function vocabulary(system) {
  const [{ words: told }, own] = await Promise.all([described(system), layout(system)]);
  const it = {
    system,
    options: told.options,
    type: (type) => known(told.declarations, type) ?? NAMELESS,
    event: (type) => known(told.events, type) ?? NAMELESS,
    /** What a field is called, in what is of type `at` or stands in the field `at`. */
    key: (field, at) => known(told.fields, `${at}.${field}`) ?? known(told.fields, field) ?? NAMELESS,
    term: (label) => known(told.terms, label) ?? it.called(label, null),
    bars: own.BARS ?? [
      ["hp", "hp_max"],
      ["hp", "max_hp"],
      ["mp", "mp_max"],
      ["mp", "max_mp"],
    ],
    facts: own.FACTS ?? [],
    quiet: new Set(own.QUIET),
    skip: new Set([...RESERVED, ...(own.SKIP ?? [])]),
    round: own.ROUND ?? told.fields.round,
    field: own.field,
    people: {},
    things: {},
    sides: {},
    seats: {},
    phrases: own.PHRASES ?? {},
  };
  const index = new Set(own.INDEXES);
  const word = (value, place, at) =>
    known(known(told.values, `${at}.${place}`) ?? {}, value) ?? known(known(told.values, place) ?? {}, value);
  const person = (value) => known(it.people, value);
  const thing = (value, kinds) =>
    kinds.map((kind) => known(it.things[kind] ?? {}, value)).find((name) => name !== undefined);
  /** What an id or a word is called in a field, in what is of type `at` or stands in the field `at`. */
  it.called = (value, place, at) => {
    const kinds = own.PLACES?.[place] ?? known(THINGS, place);
    return (
      word(value, place, at) ??
      (kinds ? thing(value, kinds) : undefined) ??
      person(value) ??
      own.read?.(value) ??
      thing(value, Object.keys(it.things)) ??
      known(it.seats, value) ??
      (AN_ID.test(value) && !TEXTS.has(place) ? NAMELESS : value)
    );
  };
  /** The things of this battle that may stand in a field, by id; whether it holds characters. */
  it.thingsOf = (place) =>
    Object.assign({}, ...[known(THINGS, place) ?? []].flat().map((kind) => it.things[kind] ?? {}));
  it.isPerson = (place) => PEOPLE.has(place) && !own.PLACES?.[place];
  /** A value as people read it, by the field in which it stands, and where that stands. */
  it.say = (value, place, at) => {
    if (at === "options" && known(it.options, place)) return it.answer(place, value);
    if (value === null || value === undefined) return "―";
    if (Array.isArray(value)) return value.length ? value.map((one) => it.say(one, place, at)).join("、") : "なし";
    if (typeof value === "object") {
      if (typeof value.name === "string") return value.name;
      return (
        Object.entries(value)
          .map(([k, v]) => `${it.label(k, place)}：${it.say(v, k, place)}`)
          .join("、") || "なし"
      );
    }
    if (place === "path" && typeof value === "string" && value.includes(".")) return it.path(value);
    if (typeof value === "string") {
      return DICE.test(value) ? value.replace(/[a-z_]{2,}/g, (name) => it.key(name)) : it.called(value, place, at);
    }
    if (typeof value === "boolean") return value ? "はい" : "いいえ";
    if (index.has(place)) return `${value + 1}番目`;
    return String(value);
  };
  /** What an answer to an option is called. */
  it.answer = (option, value) => answer(it.options[option], value);
  /** What a step into a value is called: an id of what stands in `place`, a number in a row, or a field. */
  it.label = (step, place) => {
    if (/^\d+$/.test(step)) return `${Number(step) + 1}番目`;
    if (place === "options" && known(it.options, step)) return it.options[step].title;
    const kinds = own.PLACES?.[place] ?? (PEOPLE.has(place) ? "person" : known(THINGS, place));
    const id = kinds === "person" ? person(step) : Array.isArray(kinds) ? thing(step, kinds) : undefined;
    if (id !== undefined) return id;
    const found = word(step, place) ?? it.key(step, place);
    return found === NAMELESS ? it.called(step, place) : found;
  };
  /** A path into the state, as people read it. */
  it.path = (path) => {
    const steps = path.split(".");
    return steps
      .map((step, i) => (step === "characters" && i === 0 ? null : it.label(step, fieldOf(steps.slice(0, i)))))
      .filter(Boolean)
      .join("・");
  };
  /** What a value is called that stands at the end of a path. */
  it.at = (path, value) => {
    const steps = path.split(".");
    const last = steps.findLastIndex((step) => !/^\d+$/.test(step));
    return it.say(value, steps[last], fieldOf(steps.slice(0, steps[0] === "characters" && last === 2 ? 1 : last)));
  };
  /** Learns the names of characters, and of whatever else they carry that has an id and a name. */
  it.learn = (state) => {
    const people = { gm: "ＧＭ", spectator: "観戦席" };
    const things = {};
    const walk = (node, place) => {
      if (Array.isArray(node)) node.forEach((one) => walk(one, place));
      else if (node && typeof node === "object") {
        const kind = known(KINDS, place);
        if (kind && typeof node.id === "string" && typeof node.name === "string") {
          (things[kind] ??= {})[node.id] ??= node.name;
        }
        for (const [key, inside] of Object.entries(node)) walk(inside, known(KINDS, key) ? key : place);
      }
    };
    walk(state, null);
    for (const one of Object.values(state.characters ?? {})) people[one.id] = state.called?.[one.id] ?? one.name;
    it.people = people;
    it.seats = Object.fromEntries(
      Object.entries(state.seats ?? {}).map(([seat, ids]) => [
        seat,
        `${[ids]
          .flat()
          .map((id) => people[id] ?? NAMELESS)
          .join("、")}の席`,
      ]),
    );
    it.things = things;
    it.sides = Object.fromEntries(Object.values(state.characters ?? {}).map((one) => [one.id, one.side]));
  };
  return it;
}

/** The last step of a path that is no place in a row: what the value there is. */
export function fieldOf(steps) {
  return steps.findLast((step) => !/^\d+$/.test(step)) ?? null;
}

/** What a seat is called. */
export function seatOf(words, seat) {
  const name = nameOf(words, seat);
  return name.endsWith("席") ? name : `${name}の席`;
}

/** Who speaks: a character, a seat, the GM. */
export function nameOf(words, who) {
  if (!AN_ID.test(who)) return words.people[who] ?? who;
  return words.people[who] ?? words.seats[who] ?? (who === "gm" ? "ＧＭ" : NAMELESS);
}
