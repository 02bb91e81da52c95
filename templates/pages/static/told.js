/** What became of the alerts (messages, their tries, who opened the page): asked again while an alert is shown. A page that is
 * looked at says so to the server, which keeps it. */
import { askText } from "/static/ask.js";
import { find, localTimes } from "/static/dom.js";
import { callTold } from "/static/findings.js";

const EVERY = 5_000; // milliseconds
const SOON = 300;
let path = "";
let soon = 0;

/** Keep this part of the page up to date. */
export function followMessages(interview) {
  path = `/interviews/${interview}/alerts`;
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
}

/** An alert has come or was acknowledged: ask in a moment. */
export function messagesChanged() {
  clearTimeout(soon);
  soon = setTimeout(refresh, SOON);
}

async function refresh() {
  if (document.hidden || find("alert").hidden) return;
  const part = await (find("acknowledged").hidden ? askText(`${path}/opened`) : read()).catch(() => null);
  if (part === null) return;
  const fresh = new DOMParser().parseFromString(part, "text/html").body.firstElementChild;
  localTimes(fresh);
  const shown = find("alert-messages");
  find("who-was-told").hidden = !fresh.firstElementChild;
  if (shown.outerHTML === fresh.outerHTML) return;
  shown.replaceWith(fresh);
  callTold();
}

async function read() {
  const answer = await fetch(path, { headers: { accept: "text/html" } });
  return answer.ok && !answer.redirected ? answer.text() : null;
}
