"use strict";

// Blocks of data, each read when it is needed and only then.
const block = (id) => {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
};

const summary = block("summary");

// Records, one array for each column; filled when all of the page has arrived.
const rows = { count: 0, names: [""], inputs: [""] };

function readIndex() {
  const index = block("index");
  Object.assign(rows, index, { count: index.number.length });
  for (const column of [rows.number, rows.time]) {
    for (let i = 1; i < column.length; i += 1) column[i] += column[i - 1];
  }
}

// The rest of one record, by the number of its row.
const details = { blocks: [], pools: null };
const PER_BLOCK = 1000;

function detailsOf(row) {
  const at = Math.floor(row / PER_BLOCK);
  details.blocks[at] ??= block(`details-${at}`);
  details.pools ??= block(`details-${Math.ceil(rows.count / PER_BLOCK)}`);
  const [words, reasons, effects, files] = details.pools;
  const f = details.blocks[at][row % PER_BLOCK];
  const word = (id) => words[id];
  return {
    agent: word(f[0]), call: word(f[1]), mode: word(f[2]), cwd: word(f[3]), mcp: word(f[4]), mcpSource: word(f[5]),
    decision: word(f[6]), policy: word(f[7]), version: word(f[8]),
    headless: (f[9] & 1) !== 0, paused: (f[9] & 2) !== 0, cut: (f[9] & 4) !== 0,
    input: word(f[10]), micros: f[11], approved: f[12], digest: digest(f[13]), chain: digest(f[14]),
    roots: f[15].map(word),
    reasons: f[16].map((id) => {
      const [decision, rule, message, instead, origin, depth] = reasons[id].map(word);
      return { decision, rule, message, instead, origin, depth };
    }),
    moreReasons: f[17],
    effects: f[18].map((id) => {
      const [program, does, path] = effects[id].map(word);
      return { program, does, path };
    }),
    moreEffects: f[19],
    files: f[20].map((id) => ({ path: word(files[id][0]), sha256: digest(files[id][1]) })),
    rest: f[21].map(word),
  };
}

// Digests are packed; one that is not hexadecimal stands behind a mark.
function digest(packed) {
  if (packed === "" || packed[0] === "!") return packed.slice(1);
  return [...atob(packed)].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

// What a host was told, and what else a row may be. The sign is there for whoever does not see the colour.
const SAID = {
  a: { word: "allow", sign: "✓", kind: "allow" },
  q: { word: "ask", sign: "?", kind: "ask" },
  d: { word: "deny", sign: "✕", kind: "deny" },
  s: { word: "left to the host", sign: "–", kind: "silent" },
  b: { word: "breach", sign: "!", kind: "breach" },
  e: { word: "event", sign: "•", kind: "event" },
};

// An element with text and children; text is never markup.
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "text") element.textContent = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en-US");
const many = (count, one, more) => `${number(count)} ${count === 1 ? one : more}`;
const moment = (seconds) => seconds ? new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ") : "";

function share(part, whole) {
  return whole ? `${(100 * part / whole).toFixed(1)} %` : "";
}

function duration(micros) {
  if (micros < 1000) return `${micros} µs`;
  return micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(1)} s`;
}

function badge(said, word) {
  const { sign, kind, word: own } = SAID[said];
  return make("span", { class: `badge ${kind}` }, make("span", { "aria-hidden": "true", text: sign }), ` ${word ?? own}`);
}
