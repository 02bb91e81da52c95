/** The writing field: grows with its text, sends on Enter, counts near the limit, refuses nothing silently. */
import { lengthOf } from "/static/dom.js";
import { fill, words } from "/static/words.js";

const MOST = 20_000;
const NEAR = 19_000;
const MOST_BYTES = 64_000; // of a frame's 65,536

/** How a text stands to the limit: `fits` and the words to show beside it. */
export function measure(text) {
  const length = lengthOf(text);
  if (length > MOST) return { fits: false, said: counted("over", length - MOST) };
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
  if (bytes > MOST_BYTES) return { fits: false, said: words.write.too_long };
  return { fits: true, said: length >= NEAR ? counted("left", MOST - length) : "" };
}

const counted = (name, n) => fill(words.write[`${name}_${n === 1 ? "one" : "many"}`], { n });

/** Wire a field, its button and its counter; `onReady` hears whether there is something to send. */
export function watchField(field, counter, onReady) {
  const update = () => {
    const { fits, said } = measure(field.value);
    if (counter.textContent !== said) counter.textContent = said;
    counter.classList.toggle("over", !fits);
    field.setAttribute("aria-invalid", String(!fits));
    if (!CSS.supports("field-sizing", "content")) grow(field);
    onReady(fits && field.value.trim() !== "");
  };
  field.addEventListener("input", update);
  update();
  return update;
}

/** Browsers without field-sizing: give the field the height of its text. */
function grow(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}

/** Enter sends, Shift+Enter is a new line; while an input method composes, Enter belongs to it. */
export function sendOnEnter(field, send) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
}
