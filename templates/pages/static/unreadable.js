/** The page of an interview whose record can't be read: its alert can be acknowledged all the same. */
import { find } from "/static/dom.js";
import { acknowledgeWith } from "/static/findings.js";

if (find("acknowledge")) acknowledgeWith(find("interview").dataset.id);
