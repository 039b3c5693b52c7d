// An address where nothing is.
import { byId, el, fill } from "./dom.js";

fill(
  byId("main"),
  el("h1", {}, "ここには何もありません"),
  el("p", {}, "戦闘のidか、システムの名前が違うようです。"),
  el("p", {}, el("a", { href: "/" }, "戦闘の一覧へ")),
);
