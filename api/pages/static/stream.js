// The live stream, read with fetch: so the token travels in a header, never in an address.
import { open } from "./api.js";

/**
 * Follows a battle until stopped; comes back by itself after the last event it had.
 * `hears` is told of each entry, of what was opened, whether the line stands, and of a refusal.
 */
export function follow(battle, token, after, hears) {
  const stop = new AbortController();
  let last = after;

  async function listen() {
    const answer = await open(`/battles/${encodeURIComponent(battle)}/live?after=${last}`, token, stop.signal);
    hears.line(true);
    const body = /** @type {ReadableStream} */ (answer.body);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const frames = (rest + value).split("\n\n");
      rest = frames.pop() ?? "";
      frames.forEach(take);
    }
  }

  function take(frame) {
    const fields = {};
    for (const line of frame.split("\n")) {
      const cut = line.indexOf(":");
      if (cut > 0) fields[line.slice(0, cut)] = line.slice(cut + 1).trimStart();
    }
    if (!fields.data) return;
    const told = JSON.parse(fields.data);
    if (fields.event === "senki") {
      last = told.seq;
      hears.entry(told);
    } else if (fields.event === "opened") hears.opened(told);
  }

  async function keep() {
    let pause = 500;
    while (!stop.signal.aborted) {
      try {
        await listen();
        pause = 500;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error.status >= 400 && error.status < 500) {
          hears.line(false);
          hears.refused(error);
          return;
        }
      }
      hears.line(false);
      await new Promise((go) => setTimeout(go, pause));
      pause = Math.min(pause * 2, 15000);
    }
  }

  keep();
  return () => stop.abort();
}
