/** Today: kept up to date by list.js; here the keys. */
import "/static/list.js";
import { keys } from "/static/rows.js";

keys();
