// Numbers, breaches and groups: all from the summary, before any record is read.

function showOverview() {
  document.body.classList.toggle("empty", summary.rows === 0);
  showPeriod();
  showBreaches();
  showTiles();
  showGroups();
  byId("made").textContent = `Made on ${summary.made} by mastiff ${summary.version} from this machine’s ledger. Nothing on this page comes from or goes to a network.`;
}

function showPeriod() {
  const day = (text) => text.slice(0, 16);
  const chosen = Object.entries(summary.filter).map(([name, value]) => `${name} ${value}`);
  const period = summary.from ? `${day(summary.from)} to ${day(summary.to)} (${summary.zone})` : "No records";
  byId("period").textContent = chosen.length ? `${period} · only ${chosen.join(", ")}` : period;
}

function showBreaches() {
  if (!summary.breaches) return;
  byId("breaches").hidden = false;
  byId("breaches-title").textContent =
    `${many(summary.breaches, "breach", "breaches")}: ${summary.breaches === 1 ? "a call" : "calls"} ran that ${summary.breaches === 1 ? "was" : "were"} stopped or never seen`;
  byId("breaches-list").append(...summary.breaches_shown.map((breach) => make("li", {},
    make("a", { href: `#${breach.number}`, text: `#${breach.number}` }),
    ` ${breach.time} ${breach.host} `,
    make("code", { text: breach.what }),
    ` ${breach.why}`)));
  const left = summary.breaches - summary.breaches_shown.length;
  if (left > 0) byId("breaches-list").append(make("li", { text: `and ${number(left)} older` }));
}

function showTiles() {
  const v = summary.verdicts;
  const all = v.allowed + v.asked + v.denied + v.silent;
  const tiles = [
    ["Verdicts", number(all), ""],
    ["Allowed", number(v.allowed), share(v.allowed, all), "a"],
    ["Asked", number(v.asked), share(v.asked, all), "q"],
    ["Denied", number(v.denied), share(v.denied, all), "d"],
    ["Prompts avoided", number(summary.prompts_avoided), "calls that could change something, allowed without a prompt"],
    ["Asks that ran", number(summary.asks_run), `${number(summary.asks_not_run)} did not, or nobody said so`],
    ["Decision time", all ? duration(summary.micros.median) : "–", all ? `median; 95 % within ${duration(summary.micros.within_95)}, longest ${duration(summary.micros.longest)}` : ""],
  ];
  byId("tiles").append(...tiles.map(([name, value, note, said]) => make("div", { class: said ? `tile ${SAID[said].kind}` : "tile" },
    make("dt", {}, said ? make("span", { "aria-hidden": "true", class: "sign", text: SAID[said].sign }) : null, name),
    make("dd", { class: "value", text: value }),
    note ? make("dd", { class: "muted", text: note }) : null)));
  const remarks = [
    [v.silent, "left to the host without an answer"],
    [summary.nobody_to_ask, "judged ask and denied, because nobody could be asked"],
    [summary.paused, "stops left to the host in a pause"],
    [summary.approved, "let through by a human's word"],
    [summary.pauses, "pauses"],
    [summary.unwatched, "calls of which it could not be told whether they had been answered"],
    [summary.unsent, "answers that did not reach the host"],
    [summary.unreadable_lines, "lines of the ledger that cannot be read"],
  ];
  byId("remarks").textContent = remarks.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`).join(" · ");
}

// Which filter a name of a group sets, and how many names are shown.
const GROUPS = [
  ["rule", "Rules", "f-rule"], ["host", "Hosts", "f-host"], ["program", "Programs", "f-text"], ["directory", "Directories", null],
  ["tool", "Tools", "f-tool"], ["session", "Sessions", "f-session"], ["agent", "Agents", null],
];
const SHOWN = 10;

function showGroups() {
  const stopped = (entry) => entry.asked + entry.denied;
  for (const [id, title, filter] of GROUPS) {
    const names = summary.by[id].top.filter((entry) => stopped(entry) > 0);
    if (!names.length) continue;
    const most = stopped(names[0]);
    const head = make("tr", {}, ...[title.replace(/ies$/, "y").replace(/s$/, ""), "Asked", "Denied"].map((text) => make("th", { scope: "col", text })));
    const body = names.slice(0, SHOWN).map((entry) => groupRow(entry, most, filter));
    const table = make("table", { class: "group" }, make("caption", { text: title }), make("thead", {}, head), make("tbody", {}, ...body));
    const card = make("div", { class: "card" }, table);
    if (names.length > SHOWN) card.append(make("p", { class: "muted", text: `and ${number(names.length - SHOWN)}${names.length >= 100 ? " or more" : ""} others` }));
    byId("groups").append(card);
  }
  if (!byId("groups").children.length) byId("groups").append(make("p", { text: "Nothing." }));
}

function groupRow(entry, most, filter) {
  const name = filter
    ? make("button", { type: "button", class: "name", text: entry.name, "data-filter": filter, "data-value": filter === "f-text" ? `program:${entry.name}` : entry.name, title: entry.name })
    : make("span", { class: "name", text: entry.name, title: entry.name });
  const part = (count, kind) => {
    const piece = make("span", { class: kind });
    piece.style.width = `${100 * count / most}%`;
    return piece;
  };
  const drawn = make("span", { class: "drawn", "aria-hidden": "true" }, part(entry.asked, "ask"), part(entry.denied, "deny"));
  return make("tr", {}, make("th", { scope: "row" }, name, drawn),
    make("td", { text: number(entry.asked) }), make("td", { text: number(entry.denied) }));
}
