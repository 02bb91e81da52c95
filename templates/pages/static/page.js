/** A page that needs no more: times on this machine's clock, the keys, and a fresh link or token ready to be copied. */
import { find, localTimes } from "/static/dom.js";
import { keys } from "/static/rows.js";

localTimes();
keys();
const fresh = find("link") ?? find("new-token");
fresh?.focus();
fresh?.select();
