/** A line that says what was done, with the way back. It stays for ten seconds, longer under the pointer or the focus. */
import { find, make } from "/static/dom.js";

const STAYS = 10_000; // milliseconds
let undo = null;

/** Show it. `back` undoes what was done; the key u does so too, for as long as no other change was made. */
export function toast(text, back = null) {
  const shown = make("div", { class: back ? "toast" : "toast plain" }, make("span", {}, text));
  undo = back;
  if (back) {
    const button = make("button", { type: "button" }, "Undo");
    button.addEventListener("click", () => undoLast());
    shown.append(button);
  }
  find("toasts").replaceChildren(shown);
  leaveLater(shown);
}

/** Undo what the last toast was about. */
export async function undoLast() {
  const back = undo;
  undo = null;
  if (back) await back();
}

function leaveLater(shown) {
  let timer = setTimeout(() => shown.remove(), STAYS);
  for (const [stop, go] of [["pointerenter", "pointerleave"], ["focusin", "focusout"]]) {
    shown.addEventListener(stop, () => clearTimeout(timer));
    shown.addEventListener(go, () => (timer = setTimeout(() => shown.remove(), STAYS)));
  }
}
