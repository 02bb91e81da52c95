/** The server answered, but did not do it; the message says why. */
export class Refused extends Error {}

const PATIENCE = 30_000; // milliseconds

/** What to say of something that failed: why the server refused it, that it gave no answer, or that it was not reached. */
export function reason(error) {
  if (error instanceof Refused) return error.message;
  if (error.name === "TimeoutError") return "No answer yet. Load the page to see whether it was kept.";
  return "The server cannot be reached. Check the connection and try again.";
}

/** POST to this server with the CSRF token that the page carries, and `given` as JSON. Throws Refused. */
export async function ask(path, given) {
  const text = await askText(path, given);
  return text ? JSON.parse(text) : null;
}

/** The same for an answer that is no JSON. */
export async function askText(path, given) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const headers = { "x-csrftoken": token, accept: "application/json" };
  if (given) headers["content-type"] = "application/json";
  const answer = await fetch(path, { method: "POST", headers, body: given && JSON.stringify(given), signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Refused((await answer.json().catch(() => null))?.message ?? `The server answered ${answer.status}.`);
  return answer.text();
}

/** Copy to the clipboard; false where the browser does not allow it (no TLS, or no permission). */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
