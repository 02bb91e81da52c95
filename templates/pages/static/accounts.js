/** The pages of accounts: times on this machine's clock, and a fresh link or token ready to be copied. */
import { find, localTimes } from "/static/dom.js";

localTimes();
const fresh = find("link") ?? find("new-token");
fresh?.focus();
fresh?.select();
