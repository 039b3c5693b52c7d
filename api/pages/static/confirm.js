// Asking before what ends something or cannot be taken back.
import { el, fill } from "./dom.js";

let node = null;

/** Whether a reader wants this: what it does, what exactly, and the verb on the button. */
export function confirmed(what, exactly, verb) {
  node ??= document.body.appendChild(el("dialog", { class: "confirm", "aria-label": "確かめる" }));
  return new Promise((answer) => {
    const end = (sure) => () => {
      node.close();
      answer(sure);
    };
    const no = el("button", { type: "button", autofocus: true, onclick: end(false) }, "やめる");
    fill(
      node,
      exactly ? el("p", { class: "exactly" }, exactly) : null,
      el("p", {}, what),
      el("p", { class: "row" }, no, el("button", { type: "button", class: "sure", onclick: end(true) }, verb)),
    );
    node.oncancel = () => answer(false);
    node.showModal();
    no.focus();
  });
}
