/** The cover: after somebody left in a hurry, or said that it is not safe to talk, it comes before the conversation and shows
 * nothing of it. */
import { find } from "/static/dom.js";
import { browser } from "/static/kept.js";
import { COVERED } from "/static/leave.js";
import { words } from "/static/words.js";

const room = find("room");
const cover = find("cover");

export const isCovered = () => !cover.hidden;

/** Show it; `noted` says that the therapist's page shows why. */
export function coverUp(noted = false) {
  if (noted) find("noted").hidden = false;
  if (isCovered()) return;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  room.dataset.covered = "";
  cover.hidden = false;
  document.title = words.cover.title;
  find("cover-title").focus();
}

/** Show the conversation again. */
export function uncover() {
  browser.drop(COVERED);
  delete room.dataset.covered;
  cover.hidden = true;
  document.title = words.page.title;
}

if (browser.read(COVERED)) coverUp();
