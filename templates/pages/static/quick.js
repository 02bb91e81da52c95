/** Answers to tap. A tapped how-often waits a few seconds beside an Undo, so that a slip of the thumb costs nothing, and for as long as something is
 * being written behind it: both are one answer. It is kept from the first moment, and goes out whatever becomes of the page;
 * words that their writer has not sent never do. An answer about danger, or about the end, goes out at once. */
import { measure } from "/static/composer.js";
import { find, make } from "/static/dom.js";
import { words } from "/static/words.js";

const UNDO_FOR = 5_000; // milliseconds
const WRITES_FOR = 120_000; // without a key: who has stopped writing is not waited for any longer
const ALONE = new Set(["now", "go_on", "left", "erasure", "deletion"]); // what is typed beside these would blur them: it stays in the field
const panel = find("quick");

export class QuickAnswers {
  #field;
  #on;
  #kind = null;
  #pending = null;

  /** `on` holds `send(text, inHand, id)` (whether its button had the focus; the id if it was held), `hold(text)`, which returns the id to send or
   * `withdraw(id)` it by, `show(bubble...)` for what waits in the conversation, `changed()`, `undone()` and `tell(words)`. */
  constructor(field, on) {
    this.#field = field;
    this.#on = on;
    panel.addEventListener("click", ({ target, detail }) => {
      const button = target.closest("button");
      const settles = detail && panel.ariaDisabled === "true"; // a key, which brings no detail, is meant for the button it is on
      if (button && !settles) this.#tapped(button.textContent);
    });
    field.addEventListener("input", () => this.#count());
    addEventListener("pagehide", () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden && this.flush());
  }

  /** Whether an answer waits beside its Undo. */
  get waits() {
    return this.#pending !== null;
  }

  /** Offer the answers of a kind (`often`, `now`, `go_on`, `left`, `erasure`, `deletion`, `review`), or none. While they are `away` their place stays
   * empty, so that nothing comes up under the finger; `settling`, they take no tap yet. */
  offer(kind, away, settling) {
    panel.hidden = kind === null;
    panel.toggleAttribute("data-away", away);
    panel.ariaDisabled = settling ? "true" : null;
    if (kind === null || kind === this.#kind) return;
    this.#kind = panel.dataset.kind = kind;
    panel.replaceChildren(...words.answers[kind].map((text) => make("button", { type: "button" }, text)));
  }

  /** Send what waits, now, and alone. */
  flush() {
    if (this.#pending) this.#settle(true);
  }

  /** What was typed, behind the answer that waits, as one message: the answer goes out in it. */
  with(typed) {
    const { id, text } = this.#pending ?? {};
    const both = `${text}. ${typed}`;
    if (!text || !measure(both).fits) return typed;
    this.#clear();
    this.#on.withdraw(id);
    return both;
  }

  #tapped(answer) {
    if (ALONE.has(this.#kind)) return this.#on.send(answer, true);
    const draft = this.#field.value.trim();
    const text = draft ? `${answer}. ${draft}` : answer;
    if (!measure(text).fits) return this.#field.focus();
    this.#field.value = "";
    this.#on.changed();
    if (this.#kind !== "often") return this.#on.send(text, true);
    const about = make("span", { class: "about" }, words.answers.sending);
    const bubble = make("div", { class: "message patient pending" }, about, make("span", { class: "words" }, text));
    const button = make("button", { type: "button" }, words.answers.undo);
    const undo = make("p", { class: "under" }, button);
    button.addEventListener("click", () => this.#settle(false));
    this.#pending = { answer, draft, text, id: this.#on.hold(text), about, shown: [bubble, undo] };
    this.#count();
    this.#on.show(bubble, undo);
    this.#on.changed();
    button.focus({ preventScroll: true });
    this.#on.tell(`${text}. ${words.answers.sending}`);
  }

  /** Count anew until what waits goes out: in a moment, or long after the last key where something is written behind it. */
  #count() {
    if (!this.#pending) return;
    const writes = this.#field.value.trim() !== "";
    const said = writes ? words.answers.joins : words.answers.sending;
    clearTimeout(this.#pending.timer);
    this.#pending.timer = setTimeout(() => this.flush(), writes ? WRITES_FOR : UNDO_FOR);
    if (this.#pending.about.textContent === said) return;
    this.#pending.about.textContent = said;
    this.#on.tell(said);
  }

  /** Take what waits out of the conversation; whether it had the focus. */
  #clear() {
    const { timer, shown } = this.#pending;
    this.#pending = null;
    clearTimeout(timer);
    const inHand = shown.some((element) => element.contains(document.activeElement));
    for (const element of shown) element.remove();
    return inHand;
  }

  #settle(send) {
    const { answer, draft, text, id } = this.#pending;
    const inHand = this.#clear();
    if (send) return this.#on.send(text, inHand, id);
    this.#on.withdraw(id);
    this.#field.value = [draft, this.#field.value].filter(Boolean).join("\n");
    this.#on.undone();
    this.#on.changed();
    this.#on.tell(words.answers.undone);
    [...panel.children].find((button) => button.textContent === answer)?.focus();
  }
}
