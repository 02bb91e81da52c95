/** The therapist's report, rendered by streamdown: Markdown sections in, DOM out, while they still arrive. */
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";

const TAGS = { sym: [], quote: [], med: [] };

/** An element without streamdown's utility classes: the page's own stylesheet dresses it. */
const plain = (name, className) =>
  function Plain({ node, className: _theirs, ...props }) {
    return createElement(name, { ...props, className });
  };

/** A wide table scrolls inside its own frame, which the keyboard can reach. */
function Table({ node, className, children }) {
  return (
    <div className="table-scroll" role="region" aria-label="Table, scrolls sideways" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** Pictures are never fetched; their description is shown instead. */
function Picture({ alt }) {
  return alt ? <span>{alt}</span> : null;
}

const COMPONENTS = {
  ...Object.fromEntries(
    ["h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "hr", "strong", "em", "del", "sup", "sub"]
      .concat(["thead", "tbody", "tr", "th", "td"])
      .map((name) => [name, plain(name)]),
  ),
  table: Table,
  img: Picture,
  sym: plain("b", "sym"),
  med: plain("i", "med"),
  quote: plain("q", "quote"),
};

function Section({ markdown, streaming }) {
  return (
    <section className="report-section">
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
        <Section key={key} markdown={markdown} streaming={streaming && at === sections.length - 1} />
      )),
    );
}
