/** Bundle src/report.jsx into the one file that the pages load: node build.mjs [output file] */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

const here = new URL(".", import.meta.url).pathname;
const outfile = process.argv[2] ?? `${here}../pages/static/streamdown.js`;

/** The committed bundle names the sources that it was built from; a test compares. */
const digest = createHash("sha256");
for (const name of ["build.mjs", "package-lock.json", "src/report.jsx"]) digest.update(readFileSync(here + name));

await build({
  entryPoints: [`${here}src/report.jsx`],
  outfile,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  legalComments: "eof",
  banner: { js: `// Built from templates/streamdown, sources ${digest.digest("hex")}` },
  define: { "process.env.NODE_ENV": '"production"' },
});
const kib = (bytes) => Math.round(bytes / 1024);
console.log(`${kib(statSync(outfile).size)} KiB, ${kib(gzipSync(readFileSync(outfile)).length)} KiB gzip`);
