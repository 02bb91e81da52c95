/** The page of the clinic's settings needs a script for its times and keys alone. */
import { localTimes } from "/static/dom.js";
import { keys } from "/static/rows.js";

localTimes();
keys();
