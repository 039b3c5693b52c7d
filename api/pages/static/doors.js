// The doors of the seats: the GM hands out a new one where somebody has lost theirs.
import { post } from "./api.js";
import { confirmed } from "./confirm.js";
import { button, el, fill } from "./dom.js";
import { seatOf } from "./words.js";

/** For the GM: each seat with a button that gives it a new token. `renewed` hears of the GM's own. */
export function doors(it, seats) {
  const error = el("p", { class: "error", role: "alert", hidden: true });
  const row = (seat) => {
    const place = el("div", { "aria-live": "polite" });
    const name = seatOf(it.words, seat);
    const renew = async () => {
      error.hidden = true;
      if (
        !(await confirmed(
          "新しい入り口を作ります。いまのトークンはすぐに使えなくなり、それで開いているページは閉め出されます。",
          name,
          "作り直す",
        ))
      ) {
        return;
      }
      try {
        const told = await post(`${it.base}/seats/${encodeURIComponent(seat)}/token`, "", it.token());
        const href = new URL(`${it.base}/page#token=${encodeURIComponent(told.token)}`, location.href).href;
        const link = el("input", {
          readonly: true,
          value: href,
          "aria-label": `${name}の入り口`,
        });
        const copied = el("span", { class: "quiet" });
        const copy = button("写す", async () => {
          link.select();
          try {
            await navigator.clipboard.writeText(href);
            copied.textContent = "写しました。";
          } catch {
            copied.textContent = "選んであるので、そのまま写してください。";
          }
        });
        fill(
          place,
          el("p", { class: "quiet" }, "いましか出ません。その人だけに渡してください。"),
          link,
          el("p", { class: "row" }, copy, copied),
        );
        link.select();
        if (seat === "gm") it.renewed(told.token);
      } catch (problem) {
        error.textContent = problem.message;
        error.hidden = false;
      }
    };
    return el(
      "li",
      { "data-seat": seat },
      el("span", {}, name),
      button("新しい入り口を作る", renew, { class: "plain" }),
      place,
    );
  };
  return el(
    "details",
    { class: "by doors" },
    el("summary", {}, "席の入り口"),
    el("p", { class: "quiet" }, "トークンをなくした人に、新しい入り口を渡せます。記録には残りません。"),
    el("ul", { class: "seats" }, seats.map(row)),
    error,
  );
}
