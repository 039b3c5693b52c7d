// The dossier of an event as a page, to read, to print and to take away.
import { get, tokenOf } from "./api.js";
import { dossierParts } from "./audit.js";
import { button, byId, el, fill } from "./dom.js";

const { battle = "", seq = "" } = document.body.dataset;
const base = `/battles/${encodeURIComponent(battle)}`;
const token = tokenOf(battle);
const main = byId("main");

/** Hands the dossier out as a file. */
async function save(form, ending) {
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${base}/audit/${seq}?format=${form}`, {
    headers,
    cache: "no-cache",
  });
  const address = URL.createObjectURL(await answer.blob());
  el("a", { href: address, download: `${battle}-${seq}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function start() {
  let it;
  try {
    it = await get(`${base}/audit/${seq}`, token);
  } catch (problem) {
    fill(main, el("h1", {}, "開けませんでした"), el("p", { class: "error", role: "alert" }, problem.message));
    return;
  }
  document.title = `${it.seq}番　${it.heading}｜戦記`;
  fill(byId("nav"), el("a", { href: `${base}/page#at=${it.seq}` }, "戦いに戻る"));
  fill(
    main,
    el(
      "h1",
      {},
      el("span", { class: "number" }, `${it.seq}番`),
      it.heading,
      it.struck ? el("span", { class: "tag" }, "取り消し") : null,
    ),
    el("p", { class: "lead" }, `${it.name}　${it.battle}`),
    el("p", { class: "sentence" }, it.text || (it.hidden ? "伏せられている" : "（語られない出来事）")),
    el(
      "p",
      { class: "row tools" },
      button("印刷する", () => print()),
      button("Markdownで保存", () => save("markdown", "md")),
      button("HTMLで保存", () => save("html", "html")),
    ),
    dossierParts(it, { unfolded: true }),
  );
}

start();
