/** The page of the clinic's settings needs no script but for its times. */
import { localTimes } from "/static/dom.js";

localTimes();
