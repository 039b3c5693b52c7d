// Building pages: elements with text, never markup from strings.

/** Makes an element; strings among the children become text, empty ones are left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  put(made, ...children);
  return made;
}

/** Appends children to an element. */
export function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
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
  return new Intl.DateTimeFormat("ja-JP", { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

export const byId = (id) => document.getElementById(id);

/** Says something to those who listen to the page. */
export function announce(text) {
  byId("live").textContent = text;
}
