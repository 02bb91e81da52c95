/** The patient's link on the therapist's page: copying it changes nothing, a new one is made only after a question. */
import { ask, copy, reason } from "/static/ask.js";
import { find } from "/static/dom.js";

/** Wire the buttons. */
export function offerLink(interview) {
  const address = `/interviews/${interview}/link`;
  const dialog = find("new-link");
  find("copy-link").addEventListener("click", () => hand(address));
  find("replace-link").addEventListener("click", () => {
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "new") hand(`${address}/new`);
  });
  find("link").addEventListener("focus", (event) => event.target.select());
  find("copy-link").disabled = false;
}

/** Ask for the link, show it and put it on the clipboard. */
async function hand(address) {
  const told = find("link-said");
  told.textContent = "";
  try {
    const { url, expiresAt, made } = await ask(address);
    find("link").value = url;
    find("link-shown").hidden = false;
    find("link-is").hidden = true; // said anew below
    find("replace-link").hidden = false;
    const copied = await copy(url);
    if (!copied) find("link").select();
    told.textContent = `${made ? "This is a new link. " : ""}${copied ? "Copied." : "Copy it from the field below."} It works until ${until(expiresAt)}.`;
  } catch (failed) {
    told.textContent = reason(failed);
  }
}

const until = (moment) => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
