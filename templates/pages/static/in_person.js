/** In person: the keys, and the focus on what is read aloud or on the score that is proposed. */
import { find } from "/static/dom.js";
import { keys } from "/static/rows.js";

const tap = (value) => () => document.querySelector(`#taps button[value="${value}"]`)?.click();

let sent = false; // one tap an item: a second one would be meant for the next
document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return; // it leads nowhere
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => (sent = false));

keys({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((score) => [String(score), tap(score)])),
  d: tap("declined"),
  n: tap("not_asked"),
  b: () => find("back")?.click(),
  w: () => find("words")?.focus(),
  j: () => {},
  k: () => {},
});
if (!document.querySelector("[autofocus]")) {
  (document.querySelector("[data-proposed]") ?? find("read-title"))?.focus({ preventScroll: true });
}
