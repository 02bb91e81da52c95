/** In person: the keys, the focus on what is read aloud or on the score that is proposed, and a tap that waits for the
 * server: where it cannot be reached, the page stays as it is and says so. */
import { Refused, reason } from "/static/ask.js";
import { find, make } from "/static/dom.js";
import { keys } from "/static/rows.js";

const PATIENCE = 20_000; // milliseconds
const tap = (value) => () => document.querySelector(`#taps button[value="${value}"]`)?.click();

let sent = false; // one tap an item: a second one would be meant for the next
let refused = null; // the form that the server took none of: it goes once more, for the page that says why
document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return; // it leads nowhere
  if (event.target === refused) return;
  event.preventDefault();
  if (!sent) send(event.target, event.submitter);
});
addEventListener("pageshow", () => ([sent, refused] = [false, null]));

/** Send a form and go where it leads. */
async function send(form, submitter) {
  sent = true;
  find("not-sent")?.remove();
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected && answer.ok) return location.assign(answer.url);
    if (!answer.headers.get("content-type")?.includes("html")) throw new Refused((await answer.json()).message);
    refused = form;
    form.requestSubmit(submitter);
  } catch (error) {
    sent = false;
    form.append(make("p", { class: "note bad", id: "not-sent", role: "alert" }, reason(error)));
    find("not-sent").scrollIntoView({ block: "nearest" });
  }
}

keys({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((score) => [String(score), tap(score)])),
  d: tap("declined"),
  n: tap("not_asked"),
  b: () => find("back")?.click(),
  w: () => find("words")?.focus(),
  j: () => {},
  k: () => {},
});
if (!document.querySelector("[autofocus]")) {
  (document.querySelector("[data-proposed]") ?? find("read-title"))?.focus({ preventScroll: true });
}
