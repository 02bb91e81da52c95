/** The page's own sentences, in the patient's language (templates/pages/words). */

export const words = JSON.parse(document.getElementById("words").textContent);

/** A sentence with its {names} filled in. */
export const fill = (text, slots) => text.replace(/\{(\w+)\}/g, (_, name) => slots[name]);
