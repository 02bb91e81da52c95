/** Clients: times on this machine's clock, in the zip too, the list's order, and the keys. */
import { localTimes, zone } from "/static/dom.js";
import { keys } from "/static/rows.js";

localTimes();
for (const file of document.querySelectorAll("a[download]")) file.search = new URLSearchParams({ zone: zone() });
keys({
  "/": () => document.getElementById("find")?.focus(),
  n: () => document.querySelector('form[action="/clients"][method="post"] input[name="code"]')?.focus(),
});
document.querySelector(".find select")?.addEventListener("change", ({ target }) => target.form.requestSubmit());
if (location.hash === "#handed") document.getElementById("handed")?.focus();
