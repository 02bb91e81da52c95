/** In person: the keys, the focus on what is read aloud or on the score that is proposed, and a tap or a step back that
 * waits for the server: where it cannot be reached, the page stays as it is and says so. */
import { Refused, reason } from "/static/ask.js";
import { find, localTimes, make } from "/static/dom.js";
import { keys } from "/static/rows.js";
import "/static/screen.js";

const PATIENCE = 150_000; // milliseconds, longer than the longest turn
const SLOW = 10_000;
const tap = (value) => () => document.querySelector(`#taps button[value="${value}"]`)?.click();
const html = (answer) => answer.headers.get("content-type")?.includes("html");

let sent = false; // one tap an item: a second one would be meant for the next
let refused = null; // the form that the server took none of: it goes once more, for the page that says why
document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return; // it leads nowhere
  if (event.target === refused) return;
  event.preventDefault();
  wait(event.target, () => send(event.target, event.submitter));
});
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="?"]'); // to another item on this page
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  wait(link.closest("section"), () => ask(link.href));
});
localTimes();
addEventListener("pageshow", () => ([sent, refused] = [false, null]));

/** Do one thing at a time, and say below `place` what came in between. */
async function wait(place, step) {
  if (sent) return;
  sent = true;
  find("not-sent")?.remove();
  const slow = setTimeout(say, SLOW, place, "Still waiting for the server to answer.");
  try {
    await step();
  } catch (error) {
    sent = false;
    say(place, reason(error));
  } finally {
    clearTimeout(slow);
  }
}

/** Send a form and go where it leads. */
async function send(form, submitter) {
  const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, submitter)) }, form.dataset.to);
  if (!answer) return;
  refused = form;
  form.requestSubmit(submitter);
}

/** Go where the server leads; its answer, where that is a page that says why it took nothing. Throws Refused. */
async function ask(path, given = {}, to = "hand-title") {
  const answer = await fetch(path, { headers: { accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE), ...given });
  const place = answer.url.includes("/in-person") ? "" : `#${to}`; // an answer's own address leaves that out
  if (answer.ok && (answer.redirected || !given.method)) return location.assign(answer.url + place);
  if ([409, 422].includes(answer.status) && html(answer)) return answer;
  const told = html(answer) ? null : await answer.json().catch(() => null);
  throw new Refused(told?.message ?? `The server answered ${answer.status}. Try again.`);
}

/** Put a note below what was sent, in place of the last one. */
function say(place, words) {
  find("not-sent")?.remove();
  place.append(make("p", { class: "note bad", id: "not-sent", role: "alert" }, words));
  find("not-sent").scrollIntoView({ block: "nearest" });
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
