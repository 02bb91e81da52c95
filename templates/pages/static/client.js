/** Clients: times on this machine's clock, and the keys. */
import { localTimes } from "/static/dom.js";
import { keys } from "/static/rows.js";

localTimes();
keys();
