// Going through time: a slider over the units, buttons, rounds, arrow keys.
import { button, el, fill } from "./dom.js";

/** The bar with which a reader moves; `go` is told the seq, or null for now. */
export class Clock {
  constructor(root, go) {
    this.go = go;
    this.moments = [];
    this.at = null;
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      id: "moment",
      "aria-label": "時点",
    });
    this.slider.addEventListener("input", () => this.pick(Number(this.slider.value)));
    this.rounds = el("select", { "aria-label": "ラウンドへ跳ぶ" });
    this.rounds.addEventListener("change", () => {
      if (this.rounds.value) this.go(Number(this.rounds.value));
      this.rounds.value = "";
    });
    this.label = el("output", { class: "moment", for: "moment" });
    this.line = button("ライブ", () => this.go(null), {
      class: "live-button",
      "aria-pressed": "true",
    });
    fill(
      root,
      el(
        "div",
        { class: "buttons" },
        button("先頭", () => this.pick(0)),
        button("一つ戻る", () => this.step(-1)),
        button("一つ進む", () => this.step(1)),
        button("最新", () => this.go(null)),
        this.rounds,
        this.line,
      ),
      el("div", { class: "slide" }, this.slider, this.label),
    );
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      document.querySelector("dialog[open]")
    ) {
      return;
    }
    if (event.target.closest("input, textarea, select, [role=tab]")) return;
    const does = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.pick(0),
      End: () => this.go(null),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  /** The place among the moments of what is shown. */
  get place() {
    if (this.at === null) return this.moments.length - 1;
    const found = this.moments.findIndex((seq) => seq >= this.at);
    return found < 0 ? this.moments.length - 1 : found;
  }

  step(by) {
    if (this.at === null && by > 0) return;
    const inside = this.at !== null && this.moments[this.place] !== this.at;
    const to = this.place + (inside && by > 0 ? 0 : by);
    if (to >= this.moments.length) this.go(null);
    else this.pick(to);
  }

  pick(place) {
    const seq = this.moments[Math.max(0, Math.min(place, this.moments.length - 1))];
    if (seq !== undefined) this.go(seq);
  }

  /** What there is to go through: the last seq of each unit, and where rounds begin. */
  set(moments, rounds) {
    this.moments = moments;
    this.slider.max = Math.max(0, moments.length - 1);
    const said = JSON.stringify(rounds);
    if (this.said !== said) {
      this.said = said;
      fill(
        this.rounds,
        el("option", { value: "" }, "ラウンドへ跳ぶ"),
        rounds.map(([label, seq]) => el("option", { value: seq }, label)),
      );
    }
    this.show(this.at);
  }

  show(at, connected = true) {
    this.at = at;
    const last = this.moments.at(-1) ?? 0;
    this.slider.value = this.place;
    const text = `${at ?? last}番／${last}番`;
    this.slider.setAttribute("aria-valuetext", text);
    this.label.textContent = text;
    this.line.setAttribute("aria-pressed", String(at === null));
    this.line.classList.toggle("broken", !connected);
    this.line.textContent = connected ? "ライブ" : "つなぎ直し中";
  }
}
