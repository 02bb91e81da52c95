/** "More": what this is, the size of the text, and the keys; `?` opens it. */
import { isCovered } from "/static/cover.js";
import { find } from "/static/dom.js";
import { browser } from "/static/kept.js";

const SIZE = "text-size";
const more = find("more");
const sizes = [...find("sizes").children];

function resize(size) {
  document.documentElement.dataset.size = size;
  for (const one of sizes) one.setAttribute("aria-pressed", String(one.dataset.size === size));
}

function open() {
  if (!more.open && !isCovered()) more.showModal();
}

const writes = (element) => element.matches?.("textarea, input");

for (const button of document.querySelectorAll("[data-more]")) button.addEventListener("click", open);
for (const one of sizes) {
  one.addEventListener("click", () => {
    resize(one.dataset.size);
    browser.write(SIZE, one.dataset.size);
  });
}
addEventListener("keydown", (event) => {
  if (event.key !== "?" || writes(event.target)) return;
  event.preventDefault();
  open();
});
resize(browser.read(SIZE) ?? "1");
