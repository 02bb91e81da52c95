/** Clients: times on this machine's clock, in the zip too, and the keys. */
import { localTimes, zone } from "/static/dom.js";
import { keys } from "/static/rows.js";

localTimes();
for (const file of document.querySelectorAll("a[download]")) file.search = new URLSearchParams({ zone: zone() });
keys();
