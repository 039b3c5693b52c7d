// Building pages: elements with text, never markup from strings.

const SPOKEN = new Set(["title", "aria-label", "placeholder", "alt"]);
const LEFTWARD =
  "[\\u0590-\\u061b\\u061d-\\u070e\\u0710-\\u08ff" +
  "\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+";
const RUN = `${LEFTWARD}(?: +${LEFTWARD})*`;
const PICTURE = "[\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}]";
const UNSEEN =
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u034f\\u115f\\u1160\\u17b4\\u17b5" +
  "\\u180b-\\u180f\\u3164\\uffa0" +
  "\\u00ad\\u061c\\u070f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb\\u{e0000}-\\u{e007f}]";
const STRANGE = new RegExp(
  // eslint-disable-next-line no-misleading-character-class -- each is meant alone: they are what cannot be seen
  `(\\u2068${RUN}\\u2069|(?<=${PICTURE})\\u200d(?=${PICTURE}))|(${RUN})|\\r\\n|${UNSEEN}`,
  "gu",
);

/**
 * A text as it is shown: what cannot be seen becomes a mark, what runs from right to left is set apart
 * (rules/visible.py).
 */
export function visible(text) {
  return text.replace(STRANGE, (each, kept, leftward) => {
    if (kept) return each;
    if (leftward) return `\u2068${each}\u2069`;
    if (each === "\r\n") return "\n";
    return each < " " ? String.fromCodePoint(0x2400 + each.codePointAt(0)) : "\ufffd";
  });
}

/** Makes an element; strings among the children become text, empty ones are left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : SPOKEN.has(name) ? visible(String(value)) : String(value));
  }
  put(made, ...children);
  return made;
}

/** Appends children to an element. */
export function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : document.createTextNode(visible(String(child))));
  }
  return parent;
}

/** Replaces what is in an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

/** A button that does something; while that goes on, it cannot be pressed again. */
export function button(label, does, attributes = {}) {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", async (event) => {
    if (event.detail > 1 || made.getAttribute("aria-disabled") === "true") return;
    made.setAttribute("aria-disabled", "true");
    try {
      await does(event);
    } finally {
      made.removeAttribute("aria-disabled");
    }
  });
  return made;
}

/** A moment as people here write it. */
export function when(text) {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return text;
  return new Intl.DateTimeFormat("ja-JP", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(moment);
}

/**
 * An element of this page, as its kind: that it is there is for the caller to know.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/** Says something to those who listen to the page. */
export function announce(text) {
  byId("live").textContent = visible(text);
}
