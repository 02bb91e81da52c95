/** The safety script on the page: its paragraphs, lists and bold words, with every number dialable. */
import { make } from "/static/dom.js";

const NUMBER =
  /(?:\btext(?:ing)?\s+([^\s\d.]+)\s+to\s+|\benv[ií][ae]\s+([^\s\d.]+)\s+por\s+mensaje\s+de\s+texto\s+al\s+)?(?<![\d/-])(\+?\d(?:[\d ()-]{0,14}\d)?)(?![\d/-])/giu;

/** The script's elements. Its Markdown is the little that such a text needs: paragraphs, `- ` lists and `**bold**`. */
export function scriptBlocks(text) {
  return text.trim().split(/\n\s*\n/u).flatMap(blocks);
}

/** Put each number's buttons below the item that names it, where it then stands as text: a number is there once to read and
 * once to press. The lines that the script does not name come after them. */
export function withPeople(script, lines, label) {
  const list = script.querySelector("ul");
  for (const line of list ? [...lines.children] : []) {
    const reached = new Set([...line.querySelectorAll("a")].map(numberOf).filter(Boolean));
    const named = [...list.querySelectorAll("li a:not(.button)")].filter((link) => reached.has(numberOf(link)));
    if (!named.length) continue;
    named[0].closest("li").append(line.querySelector(".ways"));
    line.remove();
    for (const link of named) link.replaceWith(link.textContent);
  }
  const group = make("div", { class: "people", role: "group", "aria-label": label });
  (list ?? script.lastElementChild).after(group);
  group.append(...(list ? [list] : []), ...(lines.children.length ? [lines] : []));
}

const numberOf = ({ href }) => /^(?:tel|sms):(\+?\d+)/u.exec(href)?.[1];

function blocks(paragraph) {
  const lines = paragraph.split("\n");
  const items = lines.filter((line) => line.startsWith("- "));
  if (!items.length) return [make("p", {}, ...inline(lines.join(" ")))];
  const lead = lines.slice(0, lines.indexOf(items[0])).join(" ");
  const list = make("ul", {}, ...items.map((line) => make("li", {}, ...inline(line.slice(2)))));
  return lead ? [make("p", {}, ...inline(lead)), list] : [list];
}

function inline(text) {
  return text.split("**").flatMap((part, at) => (at % 2 ? [make("strong", {}, ...dialable(part))] : dialable(part)));
}

/** Numbers of three digits or more become links that call, or write where the script says "text WORD to": that word then
 * stands in the message already. */
function dialable(text) {
  const nodes = [];
  let at = 0;
  for (const { 0: whole, 1: english, 2: spanish, 3: number, index } of text.matchAll(NUMBER)) {
    const digits = number.replace(/[^\d+]/gu, "");
    if (digits.length < 3) continue;
    const word = english ?? spanish;
    const href = word ? `sms:${digits}?body=${encodeURIComponent(word)}` : `tel:${digits}`;
    nodes.push(text.slice(at, index + whole.length - number.length), make("a", { href }, number));
    at = index + whole.length;
  }
  return [...nodes, text.slice(at)];
}
