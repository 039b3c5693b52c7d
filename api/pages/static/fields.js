// Inputs drawn from JSON Schema. Each is `{ node, read, set? }`; `read` gives undefined where nothing was entered.
import { button, el, fill, visible } from "./dom.js";
import { fieldOf } from "./words.js";

let counted = 0;
const next = () => `f${(counted += 1)}`;

const LONG = 300;
const MOST_COUNT = 20; // numbers that are offered where a word or a number may stand

/** A schema with its reference followed. */
export function resolve(schema, root) {
  if (!schema?.$ref) return schema ?? {};
  const name = schema.$ref.split("/").at(-1);
  const { $ref: _, ...beside } = schema;
  return { ...root.$defs[name], ...beside };
}

function labelled(label, input, required, ...more) {
  const id = next();
  input.id = id;
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label, required ? null : el("span", { class: "quiet" }, "（任意）")),
    input,
    more,
  );
}

function choice(label, values, names, required, words, place, at = null) {
  const options = values.map((value, i) => el("option", { value: i }, names?.[i] ?? words.say(value, place, at)));
  const input = el(
    "select",
    { required },
    required && values.length === 1 ? null : el("option", { value: "" }, required ? "選ぶ" : "―"),
    options,
  );
  return {
    node: labelled(label, input, required),
    read: () => (input.value === "" ? undefined : values[Number(input.value)]),
    set: (value) => {
      const found = values.findIndex((v) => v === value);
      if (found >= 0) input.value = String(found);
    },
    input,
  };
}

function words_(label, schema, required, hint) {
  const long = (schema.maxLength ?? 0) > LONG;
  const known = hint?.list ? next() : null;
  const input = el(long ? "textarea" : "input", {
    required,
    maxlength: schema.maxLength,
    rows: long ? 2 : undefined,
    placeholder: hint?.placeholder,
    list: known,
    autocomplete: "off",
  });
  const datalist = known
    ? el(
        "datalist",
        { id: known },
        hint.list().map((v) => el("option", { value: v })),
      )
    : null;
  return {
    node: labelled(label, input, required, datalist),
    read: () => input.value || undefined,
    set: (v) => {
      input.value = v;
    },
    input,
  };
}

function number(label, schema, required) {
  const input = el("input", {
    type: "number",
    required,
    min: schema.minimum,
    max: schema.maximum,
    step: 1,
    inputmode: "numeric",
  });
  return {
    node: labelled(label, input, required),
    read: () => (input.value === "" ? undefined : Number(input.value)),
    set: (v) => {
      input.value = v;
    },
    input,
  };
}

function tick(label) {
  const input = el("input", { type: "checkbox", id: next() });
  return {
    node: el("div", { class: "field tick" }, input, el("label", { for: input.id }, label)),
    read: () => (input.checked ? true : undefined),
    input,
  };
}

/** Some of a few values, in the order in which they were ticked. */
function several(label, values, words, place) {
  const picked = [];
  const boxes = values.map((value) => {
    const input = el("input", { type: "checkbox", id: next() });
    input.addEventListener("change", () => {
      const at = picked.indexOf(value);
      if (at >= 0) picked.splice(at, 1);
      if (input.checked) picked.push(value);
      order.textContent = picked.length > 1 ? visible(`選んだ順：${words.say(picked, place)}`) : "";
    });
    return el("span", { class: "tick" }, input, el("label", { for: input.id }, words.say(value, place)));
  });
  const order = el("span", { class: "quiet" });
  return {
    node: el("fieldset", { class: "field several" }, el("legend", {}, label), boxes, order),
    read: () => (picked.length ? [...picked] : undefined),
  };
}

function list(label, schema, root, words, hints) {
  const rows = el("div", {});
  const items = [];
  const add = () => {
    const item = field("", schema.items, root, words, true, hints);
    const row = el(
      "div",
      { class: "item" },
      item.node,
      button(
        "取り除く",
        () => {
          items.splice(items.indexOf(item), 1);
          row.remove();
        },
        { class: "plain" },
      ),
    );
    items.push(item);
    rows.append(row);
  };
  if (schema.minItems) add();
  return {
    node: el(
      "fieldset",
      { class: "field list" },
      el("legend", {}, label),
      rows,
      button("足す", add, { class: "plain" }),
    ),
    read: () => items.map((item) => item.read()).filter((value) => value !== undefined),
  };
}

/** Any JSON: what reads as JSON is that, anything else is text. */
function anything(label, required) {
  const input = el("input", {
    required,
    autocomplete: "off",
    placeholder: "5、true、null、言葉",
  });
  return {
    node: labelled(label, input, required),
    read: () => {
      const text = input.value.trim();
      if (!text) return undefined;
      try {
        return JSON.parse(text.replace(/[０-９]/g, (d) => String.fromCharCode(d.charCodeAt(0) - 0xfee0)));
      } catch {
        return text;
      }
    },
    input,
  };
}

/** What a value of the state may be set to. */
function setting(path, schema, now, words, hints) {
  const steps = path.split(".");
  const name = fieldOf(steps);
  const kinds = new Set([schema.type].flat());
  const people = Object.keys(hints.people?.() ?? {});
  const known = Object.keys(words.thingsOf(name));
  let made;
  if (schema.enum) made = choice("新しい値", schema.enum, null, true, words, name);
  else if (schema.examples) {
    made = choice(
      "新しい値",
      [...schema.examples, ...Array.from({ length: MOST_COUNT }, (_, i) => i + 1)],
      null,
      true,
      words,
      name,
    );
  } else if (kinds.has("array")) {
    made = several("新しい値", schema.items?.enum ?? (known.length ? known : people), words, name);
  } else if (kinds.has("boolean")) made = choice("新しい値", [true, false], ["はい", "いいえ"], true, words);
  else if (kinds.has("integer") || kinds.has("number")) made = number("新しい値", {}, !kinds.has("null"));
  else if (typeof now === "string" && words.isPerson(name)) {
    made = choice("新しい値", kinds.has("null") ? [...people, null] : people, null, true, words, name);
  } else if (known.length) {
    made = choice("新しい値", kinds.has("null") ? [...known, null] : known, null, true, words, name);
  } else made = words_("新しい値", { maxLength: 200 }, !kinds.has("null"));
  const empty = kinds.has("array") ? [] : null;
  return {
    node: el("div", { class: "setting" }, el("p", { class: "quiet" }, `いま：${words.at(path, now)}`), made.node),
    read: () => made.read() ?? empty,
  };
}

/** One value of the state: whose, which, and what it becomes. Only what may be set is offered. */
function placed(schema, words, hints) {
  const values = schema["x-values"];
  /** @type {Map<string, string[]>} */
  const whose = Map.groupBy(Object.keys(values), (path) => (path.startsWith("characters.") ? path.split(".")[1] : ""));
  const owner = el(
    "select",
    { id: next() },
    [...whose.keys()].map((id) => el("option", { value: id }, id ? words.say(id, "by") : "場")),
  );
  const which = el("select", { id: next() });
  const place = el("div", {});
  let made = null;
  const settle = () => {
    made = setting(which.value, values[which.value], hints.now?.(which.value), words, hints);
    fill(place, made.node);
  };
  const offer = () => {
    const paths = whose.get(owner.value) ?? [];
    fill(
      which,
      paths.map((path) =>
        el("option", { value: path }, words.path(owner.value ? path.split(".").slice(2).join(".") : path)),
      ),
    );
    which.value = paths.find((path) => path.endsWith(".hp")) ?? which.value;
    settle();
  };
  owner.addEventListener("change", offer);
  which.addEventListener("change", settle);
  offer();
  return {
    node: el(
      "div",
      { class: "group" },
      el("div", { class: "row pair" }, labelled("誰の", owner, true), labelled("何を", which, true)),
      place,
    ),
    read: () => ({ path: which.value, to: made.read() }),
  };
}

/** The input for one property. */
export function field(name, given, root, words, required, hints = {}) {
  const schema = resolve(given, root);
  if (schema["x-values"]) return placed(schema, words, hints);
  const label = hints[name]?.label ?? words.label(name, hints.$at);
  if ("const" in schema) return { node: null, read: () => schema.const };
  if (schema.enum) {
    const names = schema["x-names"];
    const made = choice(
      label,
      schema.enum,
      names ?? hints[name]?.names?.(schema.enum),
      required,
      words,
      name,
      hints.$at,
    );
    if (name === "by" && schema.enum.length === 1) made.input.lastChild.defaultSelected = true;
    return made;
  }
  if (schema.type === "boolean") {
    return required ? choice(label, [true, false], ["はい", "いいえ"], true, words) : tick(label);
  }
  if (schema.type === "integer" || schema.type === "number") return number(label, schema, required);
  if (schema.type === "string") return words_(label, schema, required, hints[name]);
  if (schema.type === "array") {
    const items = resolve(schema.items, root);
    if (items.enum) return several(label, items.enum, words, name);
    return list(label, schema, root, words, hints);
  }
  const many = schema.anyOf ?? schema.oneOf;
  if (many?.every((s) => resolve(s, root).type === "array" && resolve(resolve(s, root).items, root)?.enum)) {
    const values = [...new Set(many.flatMap((s) => resolve(resolve(s, root).items, root).enum))];
    return several(label, values, words, name);
  }
  if (many?.every((s) => resolve(s, root).properties)) return variants(label, many, root, words, hints);
  if (schema.properties) return group(label, schema, root, words, hints);
  return anything(label, required);
}

/** An object: an input for each property, those that may be left out folded away when there are many. */
export function group(label, schema, root, words, hints = {}) {
  const required = new Set(schema.required ?? []);
  const at = schema.properties.type?.const ?? hints.$at;
  const made = Object.entries(schema.properties).map(([name, inside]) => [
    name,
    field(name, inside, root, words, required.has(name), { ...hints, $at: at }),
  ]);
  const shown = made.filter(([, f]) => f.node);
  const first = shown.filter(([name]) => required.has(name) || name === "by");
  const rest = shown.filter(([name]) => !required.has(name) && name !== "by");
  const folded = rest.length > 1 && first.length > 0;
  const inside = [
    first.map(([, f]) => f.node),
    folded
      ? el(
          "details",
          { class: "more" },
          el("summary", {}, "ほかの項目"),
          rest.map(([, f]) => f.node),
        )
      : rest.map(([, f]) => f.node),
  ];
  const inputs = Object.fromEntries(made);
  return {
    node: label
      ? el("fieldset", { class: "field" }, el("legend", {}, label), inside)
      : el("div", { class: "group" }, inside),
    inputs,
    read: () => {
      const found = {};
      for (const [name, f] of made) {
        const value = f.read();
        if (value !== undefined) found[name] = value;
      }
      return found;
    },
  };
}

/** One of several objects: the reader picks which, by what sets it apart. */
export function variants(label, many, root, words, hints) {
  const all = many.map((s) => resolve(s, root));
  const at = (s) => s.properties.type?.const;
  const shared = (name, value) => all.every((s) => JSON.stringify(s.properties[name]?.const) === JSON.stringify(value));
  const said = (s, apart) =>
    Object.entries(s.properties)
      .filter(([name, p]) => name !== "type" && name !== "by" && "const" in p && !(apart && shared(name, p.const)))
      .map(([name, p]) => `${words.key(name, at(s))}：${p["x-names"]?.[0] ?? words.say(p.const, name, at(s))}`)
      .join("　");
  const names = all.map((s, i) => (all.length > 1 && said(s, true)) || said(s, false) || `${i + 1}つ目の形`);
  const place = el("div", {});
  let chosen = null;
  const pick = (chose) => {
    chosen = group("", all[chose], root, words, hints);
    fill(place, chosen.node);
  };
  const which = el(
    "select",
    { id: next(), "aria-label": label || "どれを" },
    names.map((name, i) => el("option", { value: i }, name)),
  );
  which.addEventListener("change", () => pick(Number(which.value)));
  pick(0);
  return {
    node: el("div", { class: "field" }, which, place),
    read: () => chosen.read(),
    inputs: {},
  };
}

/** The plays one by one: a box for each property, which offers only what goes with the boxes before it. */
export function cascade(plays, names, words) {
  const fields = [...new Set(plays.flatMap((play) => Object.keys(play)))].filter((name) => name !== "type");
  const varied = fields.filter((name) => new Set(plays.map((play) => JSON.stringify(play[name]))).size > 1);
  const boxes = varied.map((name) => ({
    name,
    select: el("select", { id: next() }),
    label: el("label", {}, words.key(name, plays[0].type)),
    /** @type {any[]} */
    values: [],
  }));
  const left = (upto) =>
    plays.filter((play) =>
      boxes.slice(0, upto).every((b) => JSON.stringify(play[b.name]) === b.values[b.select.selectedIndex]),
    );
  const offer = (from) => {
    for (let i = from; i < boxes.length; i += 1) {
      const box = boxes[i];
      const before = box.values[box.select.selectedIndex];
      box.values = [...new Set(left(i).map((play) => JSON.stringify(play[box.name])))];
      fill(
        box.select,
        box.values.map((key) =>
          el(
            "option",
            {},
            key === undefined
              ? "―"
              : (names[box.name]?.get(key) ?? words.say(JSON.parse(key), box.name, plays[0].type)),
          ),
        ),
      );
      box.select.selectedIndex = Math.max(0, box.values.indexOf(before));
    }
  };
  boxes.forEach((box, i) => {
    box.label.htmlFor = box.select.id;
    box.select.addEventListener("change", () => offer(i + 1));
  });
  offer(0);
  return {
    node: el(
      "div",
      { class: "group" },
      boxes.map((b) => el("div", { class: "field" }, b.label, b.select)),
    ),
    read: () => left(boxes.length)[0],
    inputs: {},
  };
}
