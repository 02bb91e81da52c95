/** The therapist's report, rendered by streamdown: Markdown sections in, DOM out, while they still arrive. */
import { Children, cloneElement, createElement, isValidElement, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";

const TAGS = { sym: [], quote: [], med: [] };

/** An element without streamdown's utility classes: the page's own stylesheet dresses it. */
const plain = (name, className) =>
  function Plain({ node, className: _theirs, ...props }) {
    return createElement(name, { ...props, className });
  };

const Quote = plain("q", "quote");

/** Two quotes with nothing between them are one: the reporter cuts addresses in two, lest they become links. */
function joinQuotes(children) {
  const joined = [];
  for (const child of Children.toArray(children)) {
    const before = joined.at(-1);
    const follows = isValidElement(before) && isValidElement(child) && before.type === Quote && child.type === Quote;
    if (follows) joined[joined.length - 1] = cloneElement(before, {}, before.props.children, child.props.children);
    else joined.push(child);
  }
  return joined;
}

const TURN = /\((turn (\d+))\)/;

/** The reporter's own "(turn 3)" leads to that turn of the transcript; words inside a quote stay words. */
function linkTurns(child) {
  if (typeof child !== "string") return [child];
  return child.split(TURN).flatMap((part, at, parts) => {
    if (at % 3 === 0) return [part];
    return at % 3 === 1 ? ["(", <a href={`#turn-${parts[at + 1]}`}>{part}</a>, ")"] : [];
  });
}

/** A plain element whose quotes are joined and whose turns are links. */
const text = (name) =>
  function Text({ node, className: _theirs, children, ...props }) {
    return createElement(name, props, ...joinQuotes(children).flatMap(linkTurns));
  };

/** A wide table scrolls inside its own frame, which the keyboard can reach. On a phone its rows become cards: each cell
 * then shows the name of its column (`data-label`), and a cell that says nothing (`data-none`) is left out. */
function Table({ node, className, children }) {
  const table = useRef(null);
  useLayoutEffect(() => {
    const names = [...table.current.querySelectorAll("th")].map((head) => head.textContent);
    for (const row of table.current.querySelectorAll("tbody tr"))
      [...row.cells].forEach((cell, at) => {
        cell.dataset.label = names[at] ?? "";
        cell.toggleAttribute("data-none", ["", "-", "–", "—"].includes(cell.textContent.trim()));
      });
  });
  return (
    <div className="table-scroll" role="group" aria-label="Table" tabIndex={0}>
      <table ref={table}>{children}</table>
    </div>
  );
}

/** Pictures are never fetched; their description is shown instead. */
function Picture({ alt }) {
  return alt ? <span>{alt}</span> : null;
}

const COMPONENTS = {
  ...Object.fromEntries(
    ["h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "hr", "strong", "em", "del", "thead", "tbody", "tr", "th"].map(
      (name) => [name, plain(name)],
    ),
  ),
  ...Object.fromEntries(["p", "li", "td"].map((name) => [name, text(name)])),
  table: Table,
  img: Picture,
  sym: plain("b", "sym"),
  med: plain("i", "med"),
  quote: Quote,
};

function Section({ name, markdown, streaming }) {
  return (
    <section className="report-section" id={`report-${name}`} tabIndex={-1}>
      <Streamdown
        mode={streaming ? "streaming" : "static"}
        isAnimating={streaming}
        controls={false}
        linkSafety={{ enabled: false }}
        allowedTags={TAGS}
        literalTagContent={["quote"]}
        components={COMPONENTS}
      >
        {markdown}
      </Streamdown>
    </section>
  );
}

/**
 * Take over `element` and return `show(sections, streaming)`: `sections` is a list of `{key, markdown}` in reading
 * order, `streaming` whether the last one is still being written. Call it again whenever a section arrives or grows.
 */
export function mountReport(element) {
  const root = createRoot(element);
  return (sections, streaming = false) =>
    root.render(
      sections.map(({ key, markdown }, at) => (
        <Section key={key} name={key} markdown={markdown} streaming={streaming && at === sections.length - 1} />
      )),
    );
}
