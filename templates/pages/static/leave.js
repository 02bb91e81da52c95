/** Leaving at once: the page goes blank first, then a neutral one takes its place, without an entry to come back to. The
 * browser's history is not cleared, and nothing here says so. Without this script the button is a plain link. */
import { browser, forgetWords } from "/static/kept.js";

/** Kept once somebody has left in a hurry: the cover comes first from then on. */
export const COVERED = "covered";
const PRESSES = 3;
const WITHIN = 2_000; // milliseconds
let presses = [];

function leave(link) {
  if (link.dataset.title) document.title = link.dataset.title;
  document.dispatchEvent(new Event("leaving"));
  document.body.replaceChildren();
  browser.write(COVERED, true);
  forgetWords();
  location.replace(link.href);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-leave]");
  if (!link) return;
  event.preventDefault();
  leave(link);
});

/** Shift three times in a row, with nothing between: no key does this by chance, and Esc is left to dialogs. */
addEventListener("keydown", ({ key, repeat, timeStamp }) => {
  if (repeat) return;
  presses = key === "Shift" ? [...presses.filter((at) => timeStamp - at < WITHIN), timeStamp] : [];
  const link = document.querySelector("[data-leave]");
  if (presses.length >= PRESSES && link) leave(link);
});
for (const name of ["pointerdown", "input"]) addEventListener(name, () => (presses = []));

/** A browser that shows a kept copy of the page shows it anew instead. */
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
