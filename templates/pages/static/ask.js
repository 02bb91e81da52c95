/** The server answered, but did not do it; the message says why. */
export class Refused extends Error {}

/** POST to this server with the CSRF token that the page carries. Throws Refused. */
export async function ask(path) {
  const text = await askText(path);
  return text ? JSON.parse(text) : null;
}

/** The same for an answer that is no JSON. */
export async function askText(path) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const answer = await fetch(path, { method: "POST", headers: { "x-csrftoken": token, accept: "application/json" } });
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
