/** Today: kept up to date by list.js; here the day on this machine's clock, and the keys. */
import { replaced } from "/static/list.js";
import { keys } from "/static/rows.js";

function day() {
  const shown = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
  for (const time of document.querySelectorAll("time[data-day]")) time.textContent = shown.format(new Date(time.dateTime));
}

replaced(day);
day();
keys();
