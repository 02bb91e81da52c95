/** The dialog with the patient's answers: each with its question, their words and what was noted; a field for new ones. */
import { watchField } from "/static/composer.js";
import { find, make } from "/static/dom.js";
import { fill, words } from "/static/words.js";

export class EarlierAnswers {
  #answers = new Map(); // item number -> { itemId, question, said, noted, skipped, also }
  #dialog = find("earlier");
  #field = find("earlier-text");
  #kept;
  #update;

  /** `change(itemId, text)` is called when the patient decides, after the dialog has gone; `kept` reads and writes what
   * is half written: { item, text }, or null. */
  constructor(change, kept) {
    this.#kept = kept;
    this.#field.value = kept.read()?.text ?? "";
    this.#update = watchField(this.#field, find("earlier-left"), (something) => {
      find("earlier-send").disabled = !something || !this.#chosen();
      const [text, item] = [this.#field.value, this.#chosen() || kept.read()?.item];
      kept.write(text ? { item, text } : null);
    });
    find("earlier-list").addEventListener("change", this.#update);
    find("earlier-cancel").addEventListener("click", () => {
      this.#empty();
      this.#dialog.close("");
    });
    this.#dialog.addEventListener("close", () => {
      const [itemId, text] = [this.#chosen(), this.#field.value];
      if (this.#dialog.returnValue !== "change" || !itemId) return find("change").focus();
      this.#empty();
      change(itemId, text);
    });
  }

  /** The interviewer said something: what it tells of the patient's answers stands from now on. */
  told({ answered = [] }) {
    for (const one of answered) this.#answers.set(one.itemId, one);
  }

  /** Whether there is an answer that could be changed while `openItem` is being asked. */
  offer(openItem) {
    return this.#items(openItem).length > 0;
  }

  /** Whether a change of one of these answers was begun and not sent. */
  begun(openItem) {
    const begun = this.#kept.read();
    return Boolean(begun) && this.#items(openItem).some(({ itemId }) => itemId === begun.item);
  }

  /** Show the dialog: one row for each answer, in the order asked; in the `review` at the end what is open or was skipped
   * comes first. */
  open(openItem, review) {
    const begun = this.#kept.read()?.item;
    const isOpen = ({ skipped, noted }) => skipped || !noted;
    const answers = this.#items(openItem).sort((a, b) => (review ? isOpen(b) - isOpen(a) : 0));
    const choices = answers.map((one) => choice(one, one.itemId === begun));
    find("earlier-title").textContent = review ? words.review.title : words.earlier.title;
    find("earlier-list").replaceChildren(find("earlier-list").querySelector("legend"), ...choices);
    this.#update();
    this.#dialog.returnValue = "";
    this.#dialog.showModal();
    find("earlier-list").querySelector(":checked")?.closest("label").scrollIntoView({ block: "nearest" });
  }

  #empty() {
    this.#field.value = "";
    this.#update();
  }

  #items(openItem) {
    return [...this.#answers.values()].filter(({ itemId }) => itemId !== openItem).sort((a, b) => a.itemId - b.itemId);
  }

  #chosen() {
    return Number(find("earlier-list").querySelector(":checked")?.value ?? 0);
  }
}

/** A row: what the item is about, what was noted, and the patient's words; its question once it is chosen. */
function choice({ itemId, topic, question, said, noted, skipped, also }, begun) {
  const how = skipped ? words.talk.skipped_short : (noted ?? words.earlier.open);
  return make(
    "label",
    { class: "choice" },
    make("input", { type: "radio", name: "item", value: itemId, checked: begun }),
    make(
      "span",
      {},
      make("span", { class: "row" }, make("strong", {}, topic || question), make("span", {}, how)),
      topic ? make("span", { class: "asked" }, question) : null,
      skipped ? null : make("q", {}, said),
      ...also.map((text) => make("span", {}, fill(words.earlier.also, { said: text }))),
      begun ? make("em", {}, words.earlier.begun) : null,
    ),
  );
}
