// Taking a seat: the token is typed here, or came in the address.
import { el } from "./dom.js";

/** A form for a token. */
export function seatForm(reason, take) {
  const input = el("input", {
    type: "password",
    id: "token",
    autocomplete: "off",
    required: true,
    spellcheck: "false",
  });
  const form = el(
    "form",
    { class: "seat-form" },
    reason ? el("p", { class: "error", role: "alert" }, reason) : null,
    el("label", { for: "token" }, "席のトークン"),
    input,
    el("button", { type: "submit" }, "席につく"),
    el("p", { class: "quiet" }, "トークンは戦闘を開いた人が席ごとに配るものです。このタブだけに残ります。"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) take(input.value.trim());
  });
  return form;
}
