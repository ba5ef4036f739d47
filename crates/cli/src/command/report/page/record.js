// One record in full.

const DEPTHS = {
  floor: "below every policy: only a human’s approval of this one call lifts it",
  catastrophe: "nothing lifts it",
};
const open = { position: -1, row: -1 };

function openRow(row) {
  open.row = row;
  open.position = view.found.indexOf(row);
  const said = rows.said[row];
  byId("record-title").replaceChildren(`#${rows.number[row]} `, verdictOf(row));
  byId("record-body").replaceChildren(...recordParts(row, said));
  byId("r-newer").disabled = open.position <= 0;
  byId("r-older").disabled = open.position < 0 || open.position >= view.found.length - 1;
  if (!byId("record").open) byId("record").showModal();
  byId("record-body").scrollTop = 0;
  byId("record-title").focus();
  if (rows.number[row] && location.hash !== `#${rows.number[row]}`) history.replaceState(null, "", `#${rows.number[row]}`);
}

function recordParts(row, said) {
  const d = detailsOf(row);
  return [
    make("pre", { class: "what", text: d.input || rows.inputs[rows.input[row]] || "(nothing)", tabindex: "0", "aria-label": "What the call was about" }),
    outcome(row, d),
    d.reasons.length ? part("Why", make("ol", { class: "reasons" }, ...d.reasons.map(reason)), more(d.moreReasons, "more reasons")) : null,
    d.effects.length ? part("What it would do", table(["Program", "Does", "Path"], d.effects.map((e) => [e.program || "–", e.does, e.path])), more(d.moreEffects, "more effects")) : null,
    d.files.length ? part("Files that were read to know", table(["Path", "SHA-256"], d.files.map((file) => [file.path, file.sha256]))) : null,
    part("Facts", facts(row, d)),
    "aqds".includes(said) && rows.number[row] ? make("p", { class: "muted" }, "Judged again under today’s policy: ", make("code", { text: `mastiff log show ${rows.number[row]}` })) : null,
  ].filter(Boolean);
}

// What happened, where that is more than the verdict.
function outcome(row, d) {
  const said = rows.said[row];
  const words = [
    said === "d" && d.decision === "ask" ? "Judged ask, and denied because nobody could be asked." : "",
    d.paused ? "A pause left it to the host." : "",
    d.approved ? `A human had agreed to it: #${d.approved}.` : "",
    rows.ran[row] === "y" ? "The host says that it ran." : "",
    rows.ran[row] === "n" ? "The host says that it was tried and failed." : "",
    said === "q" && rows.ran[row] === "-" ? "It did not run, or nobody said so." : "",
    d.cut ? "Parts of the input were left out of the ledger." : "",
  ].filter(Boolean);
  return words.length ? make("p", { text: words.join(" ") }) : null;
}

function reason(r) {
  const letter = { allow: "a", ask: "q", deny: "d" }[r.decision] ?? "e";
  return make("li", { class: SAID[letter].kind },
    make("p", {}, badge(letter, r.decision), " ", make("code", { text: r.rule })),
    make("p", { text: r.message }),
    r.instead ? make("p", { class: "instead" }, "Allowed instead: ", make("code", { text: r.instead })) : null,
    make("p", { class: "muted", text: [r.origin ? `from ${r.origin}` : "built in", DEPTHS[r.depth]].filter(Boolean).join(" · ") }));
}

function facts(row, d) {
  const name = (column) => rows.names[rows[column][row]];
  const list = [
    ["Number", rows.number[row] || ""], [`Time (${summary.zone})`, moment(rows.time[row])], ["Tool", name("tool")],
    ["MCP server", [d.mcp, d.mcpSource].filter(Boolean).join(", ")], ["Rule", "be".includes(rows.said[row]) ? "" : name("rule")],
    ["Host", name("host")], ["Session", name("session")], ["Agent", d.agent], ["Call", d.call],
    ["Mode", [d.mode, d.headless ? "headless" : ""].filter(Boolean).join(", ")], ["Directory", d.cwd], ["Roots", d.roots.join("\n")],
    ["Decision time", d.micros === null ? "" : duration(d.micros)], ["mastiff", d.version], ["Policy", d.policy], ["Digest", d.digest], ["Chain", d.chain],
  ];
  for (let i = 0; i < d.rest.length; i += 2) list.push([d.rest[i], d.rest[i + 1]]);
  return make("dl", { class: "facts" }, ...list.filter(([, value]) => value !== "").flatMap(([term, value]) => [make("dt", { text: term }), make("dd", { text: value })]));
}

const part = (title, ...children) => make("section", {}, make("h3", { text: title }), ...children);
const more = (count, what) => count ? make("p", { class: "muted", text: `and ${number(count)} ${what}` }) : null;

function table(names, lines) {
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col", text: name })));
  const body = lines.map((line) => make("tr", {}, ...line.map((cell) => make("td", { text: cell }))));
  return make("table", { class: "plain" }, make("thead", {}, head), make("tbody", {}, ...body));
}

function step(by) {
  const row = view.found[open.position + by];
  if (open.position >= 0 && row !== undefined) openRow(row);
}

// The record that the address names; one that is not here is said to be missing.
function openFromAddress() {
  const wanted = /^#(\d+)$/.exec(location.hash);
  if (!wanted) return;
  const row = rows.number.indexOf(Number(wanted[1]));
  if (row >= 0) openRow(row);
  else byId("count").textContent = `Record ${wanted[0]} is not in this page.`;
}

function wireRecord() {
  const dialog = byId("record");
  byId("r-close").addEventListener("click", () => dialog.close());
  byId("r-newer").addEventListener("click", () => step(-1));
  byId("r-older").addEventListener("click", () => step(1));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  // Back to the row, and to an address that opens nothing.
  dialog.addEventListener("close", () => {
    history.replaceState(null, "", location.pathname + location.search);
    if (open.position >= 0) goTo(open.position)?.focus();
  });
  addEventListener("hashchange", openFromAddress);
}
