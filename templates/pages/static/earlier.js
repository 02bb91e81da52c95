/** The dialog "Change an earlier answer": the questions asked so far, the answer given, a field for the new one. */
import { watchField } from "/static/composer.js";
import { find, make } from "/static/dom.js";

export class EarlierAnswers {
  #questions = new Map(); // item number -> the words in which it was asked
  #answers = new Map();
  #done = new Set();
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
    find("earlier-cancel").addEventListener("click", () => this.#dialog.close(""));
    this.#dialog.addEventListener("close", () => {
      const [itemId, text] = [this.#chosen(), this.#field.value];
      if (this.#dialog.returnValue !== "change" || !itemId) return find("change").focus();
      this.#field.value = "";
      this.#update();
      change(itemId, text);
    });
  }

  /** The interviewer said something: remember questions; a new one closes those before it. */
  asked({ purpose, itemId, text }) {
    if (purpose === "review") for (const item of this.#questions.keys()) this.#done.add(item);
    if (purpose !== "question") return;
    for (const item of this.#questions.keys()) if (item !== itemId) this.#done.add(item);
    if (!this.#questions.has(itemId)) this.#questions.set(itemId, text);
  }

  answered(itemId, text) {
    if (itemId != null) this.#answers.set(itemId, text);
  }

  /** Whether there is an answer that could be changed while `openItem` is being asked. */
  offer(openItem) {
    return this.#items(openItem).length > 0;
  }

  /** Show the dialog, the latest question first. */
  open(openItem) {
    const begun = this.#kept.read()?.item;
    const choices = this.#items(openItem).reverse().map((item) =>
      make(
        "label",
        { class: "choice" },
        make("input", { type: "radio", name: "item", value: item, checked: item === begun }),
        make("span", {}, make("span", {}, this.#questions.get(item)), make("strong", {}, this.#answers.get(item) ?? "")),
      ),
    );
    find("earlier-list").replaceChildren(find("earlier-list").querySelector("legend"), ...choices);
    this.#update();
    this.#dialog.returnValue = "";
    this.#dialog.showModal();
  }

  #items(openItem) {
    return [...this.#done].filter((item) => item !== openItem);
  }

  #chosen() {
    return Number(find("earlier-list").querySelector(":checked")?.value ?? 0);
  }
}
