/** The accounts' page: times on this machine's clock, and a fresh link ready to be copied. */
import { find, localTimes } from "/static/dom.js";

localTimes();
find("link")?.select();
