/** What this browser keeps for the patient: what is written and not sent yet for this tab alone, the size of the text and
 * whether the cover comes first for longer. Where nothing may be kept, the page works without. */

const NAMED = "anamnesis-";

function attempt(what) {
  try {
    return what();
  } catch {
    return null; // storage is full, or not allowed
  }
}

function shelf(store) {
  return {
    read: (name) => attempt(() => JSON.parse(store().getItem(NAMED + name))),
    write: (name, value) => attempt(() => store().setItem(NAMED + name, JSON.stringify(value))),
    drop: (name) => attempt(() => store().removeItem(NAMED + name)),
  };
}

/** For this tab: gone when it is closed. */
export const tab = shelf(() => sessionStorage);
/** For this browser. */
export const browser = shelf(() => localStorage);

/** Forget everything that was written and not sent, whichever interview it was for. */
export function forgetWords() {
  attempt(() => {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(NAMED)) sessionStorage.removeItem(name);
  });
}
