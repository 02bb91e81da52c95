/** Building and finding elements. Text only ever goes in as text. */

export const find = (id) => document.getElementById(id);

/** `make("p", {class: "hint", hidden: true}, "words", otherElement)` */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstChild.setAttribute("href", `/static/icons.svg#${name}`);
  return svg;
}

/** Times are written by the server in UTC; show them on this machine's clock. Short ones leave out this year, and today. */
export function localTimes(root = document) {
  const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const inYear = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
  const now = new Date();
  for (const time of root.querySelectorAll("time[data-local]")) {
    const at = new Date(time.dateTime);
    time.textContent = whole.format(at);
    if (time.dataset.local !== "short" || at.getFullYear() !== now.getFullYear()) continue;
    time.title = time.textContent;
    time.textContent = at.toDateString() === now.toDateString() ? `today, ${clock.format(at)}` : inYear.format(at);
  }
  for (const time of root.querySelectorAll("time[data-day]")) showDay(time, now);
  for (const told of root.querySelectorAll("[data-moments]")) told.textContent = localText(told.textContent);
}

/** A day, in this machine's manner. One without a time of day is the same day everywhere. */
function showDay(time, now) {
  const at = new Date(time.dateTime);
  const parts = { day: "numeric", month: "long", timeZone: /T/.test(time.dateTime) ? undefined : "UTC" };
  if (time.dataset.day === "brief") parts.month = "short";
  else if (time.dataset.day !== "short") parts.weekday = "long";
  if (at.getFullYear() !== now.getFullYear()) parts.year = "numeric";
  time.textContent = new Intl.DateTimeFormat(undefined, parts).format(at);
}

/** The time zone of this machine, as the server's files take it; empty where the browser cannot tell. */
export const zone = () => (Intl.DateTimeFormat().resolvedOptions().timeZone ?? "").replace("Etc/Unknown", "");

/** A text of the report without the places of its quotes in their turns, which are for programs. */
export const plainPlaces = (text) => text.replace(/(\(turn \d+\)), characters \d+–\d+/g, "$1");

/** A text with the moments that the server wrote into it in UTC shown on this machine's clock. */
export function localText(text) {
  const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return text.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (_, day, time) => whole.format(new Date(`${day}T${time}Z`)));
}

/** Count what the server counts: code points. */
export const lengthOf = (text) => [...text].length;

/** Show the answered share in the bar and in words. */
export function showProgress({ answered, total }, text = `${answered} of ${total}`) {
  Object.assign(find("progress"), { max: total, value: answered });
  find("progress-text").textContent = text;
}
