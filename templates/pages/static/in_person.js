/** In person: the keys, and the focus on what is read aloud or on the score that is proposed. */
import { find } from "/static/dom.js";
import { keys } from "/static/rows.js";

const tap = (value) => () => document.querySelector(`#taps [value="${value}"]`)?.click();

keys({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((score) => [String(score), tap(score)])),
  d: tap("declined"),
  n: tap("not_asked"),
  b: () => find("back")?.click(),
  w: () => find("words")?.focus(),
  j: () => {},
  k: () => {},
  "?": () => {},
});
(document.querySelector("[data-proposed]") ?? find("read-title"))?.focus({ preventScroll: true });
