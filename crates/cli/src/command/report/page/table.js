// All records: filtered, sorted, and shown a page at a time.

const PAGE = 100;
const COLUMNS = [
  { name: "No.", key: "number" },
  { name: `Time (${summary.zone})`, key: null },
  { name: "Verdict", key: "said" },
  { name: "Tool", key: "tool" },
  { name: "What", key: "input" },
  { name: "Rule", key: "rule" },
  { name: "Host", key: "host" },
  { name: "Session", key: "session" },
];
const SAID_ORDER = { b: 0, d: 1, q: 2, s: 3, a: 4, e: 5 };
const view = { found: new Int32Array(0), page: 0, key: "number", down: true };

function startTable() {
  byId("table").tHead.rows[0].append(...COLUMNS.map(({ name, key }) => {
    const cell = make("th", { scope: "col" }, key ? make("button", { type: "button", class: "sort", "data-key": key, text: name }) : name);
    if (key) cell.dataset.key = key;
    return cell;
  }));
  fillChoices();
  select();
}

// Names that occur, with the most frequent first.
function fillChoices() {
  const used = (column) => {
    const counts = new Map();
    for (const id of rows[column]) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].filter(([id]) => id !== 0).sort((a, b) => b[1] - a[1]).map(([id]) => rows.names[id]);
  };
  const said = Object.entries(SAID).filter(([letter]) => rows.said.includes(letter)).map(([letter, { word }]) => [letter, word]);
  const rules = [...new Set(used("rule").flatMap((name) => name.split("+")))].sort();
  choices("f-said", [["qd", "asked or denied"], ...said]);
  choices("f-rule", rules.map((name) => [name, name]));
  for (const column of ["tool", "host", "session"]) choices(`f-${column}`, used(column).slice(0, 500).map((name) => [name, name]));
}

function choices(id, values) {
  byId(id).replaceChildren(make("option", { value: "", text: "all" }), ...values.map(([value, text]) => make("option", { value, text })));
}

// Which numbers of a list of texts match: each text is looked at once, however many rows have it.
function matching(texts, test) {
  const found = new Uint8Array(texts.length);
  for (let i = 0; i < texts.length; i += 1) found[i] = test(texts[i]) ? 1 : 0;
  return found;
}

function conditions() {
  const value = (id) => byId(id).value;
  const list = [];
  const name = (id, column, test) => {
    if (!value(id)) return;
    const wanted = matching(rows.names, test ?? ((text) => text === value(id)));
    list.push((row) => wanted[rows[column][row]]);
  };
  if (value("f-said")) list.push((row) => value("f-said").includes(rows.said[row]));
  name("f-rule", "rule", (text) => text.split("+").includes(value("f-rule")));
  name("f-tool", "tool");
  name("f-host", "host");
  name("f-session", "session");
  const day = (id) => Date.parse(`${value(id)}T00:00:00Z`) / 1000;
  if (value("f-from")) list.push(((from) => (row) => rows.time[row] >= from)(day("f-from")));
  if (value("f-to")) list.push(((to) => (row) => rows.time[row] < to)(day("f-to") + 86400));
  const text = value("f-text").trim().toLowerCase();
  if (text) list.push(having(text));
  return list;
}

function having(text) {
  const exact = /^#\d+$/.test(text) ? Number(text.slice(1)) : null;
  if (exact !== null) return (row) => rows.number[row] === exact;
  if (text.startsWith("program:")) {
    const wanted = matching(rows.names, (name) => name.toLowerCase() === text.slice("program:".length));
    return (row) => wanted[rows.program[row]];
  }
  const has = (candidate) => candidate.toLowerCase().includes(text);
  const [names, inputs] = [matching(rows.names, has), matching(rows.inputs, has)];
  return (row) => inputs[rows.input[row]] || names[rows.rule[row]] || names[rows.tool[row]] || names[rows.session[row]];
}

// Applies filters and order, and shows the first page.
function select() {
  const tests = conditions();
  const found = [];
  for (let row = 0; row < rows.count; row += 1) {
    if (tests.every((test) => test(row))) found.push(row);
  }
  sort(found);
  view.found = found;
  view.page = 0;
  showPage();
}

function sort(found) {
  const key = view.key;
  if (key === "number") {
    if (view.down) found.reverse();
    return;
  }
  // Texts get their rank once; numbers are compared then.
  const texts = key === "input" ? rows.inputs : rows.names;
  const rank = new Int32Array(texts.length);
  if (key !== "said") [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : 1)).forEach((id, at) => { rank[id] = at; });
  const of = key === "said" ? (row) => SAID_ORDER[rows.said[row]] : (row) => rank[rows[key][row]];
  const sign = view.down ? -1 : 1;
  found.sort((a, b) => sign * (of(a) - of(b)) || b - a);
}

function showPage() {
  const pages = Math.max(1, Math.ceil(view.found.length / PAGE));
  view.page = Math.min(Math.max(0, view.page), pages - 1);
  const shown = view.found.slice(view.page * PAGE, (view.page + 1) * PAGE);
  byId("table").tBodies[0].replaceChildren(...shown.map(tableRow));
  if (!shown.length) byId("table").tBodies[0].append(make("tr", {}, make("td", { colspan: COLUMNS.length, class: "nothing", text: rows.count ? "No record is like that." : "There are no records yet. Once mastiff init has put the gate before an agent, every call leaves one." })));
  for (const cell of byId("table").tHead.rows[0].cells) {
    const here = cell.dataset.key === view.key;
    if (here) cell.setAttribute("aria-sort", view.down ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  }
  showCount(pages);
}

function showCount(pages) {
  const left = summary.rows - summary.shown;
  const rest = left > 0 ? `; ${number(left)} older ones are counted above and not in this page` : "";
  byId("count").textContent = view.found.length === rows.count
    ? `${many(rows.count, "record", "records")}${rest}`
    : `${number(view.found.length)} of ${many(rows.count, "record", "records")}${rest}`;
  byId("pager").hidden = pages === 1;
  byId("p-page").value = view.page + 1;
  byId("p-page").max = pages;
  byId("p-of").textContent = `of ${number(pages)}`;
  byId("p-first").disabled = byId("p-back").disabled = view.page === 0;
  byId("p-last").disabled = byId("p-next").disabled = view.page === pages - 1;
}

function verdictOf(row) {
  const said = rows.said[row];
  return badge(said, said === "e" ? rows.names[rows.rule[row]] : null);
}

function tableRow(row, index) {
  const of = rows.number[row];
  const name = (column) => rows.names[rows[column][row]];
  const ran = rows.said[row] === "q" && rows.ran[row] !== "-" ? make("span", { class: "muted", text: rows.ran[row] === "y" ? " ran" : " failed" }) : null;
  const link = make("a", { href: `#${of}`, text: of || "–", tabindex: index === 0 ? "0" : "-1", "data-row": row });
  return make("tr", { class: SAID[rows.said[row]].kind },
    make("th", { scope: "row" }, link),
    make("td", { class: "time", text: moment(rows.time[row]) }),
    make("td", {}, verdictOf(row), ran),
    make("td", { text: name("tool") }),
    make("td", { class: "what", text: rows.inputs[rows.input[row]] }),
    make("td", { class: "rule", text: "be".includes(rows.said[row]) ? "" : name("rule").replaceAll("+", " + ") }),
    make("td", { text: name("host") }),
    make("td", { class: "session", text: name("session").slice(0, 8), title: name("session") }));
}

// The row to go to, counted over all pages.
function goTo(position) {
  const at = Math.min(Math.max(0, position), view.found.length - 1);
  if (at < 0) return null;
  if (Math.floor(at / PAGE) !== view.page) {
    view.page = Math.floor(at / PAGE);
    showPage();
  }
  const link = byId("table").tBodies[0].rows[at % PAGE].querySelector("a");
  for (const other of byId("table").querySelectorAll("tbody a[tabindex='0']")) other.tabIndex = -1;
  link.tabIndex = 0;
  return link;
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

function moveByKey(event) {
  const link = event.target.closest("tbody a");
  if (!link || event.ctrlKey || event.altKey || event.metaKey) return;
  const here = view.page * PAGE + link.closest("tr").sectionRowIndex;
  const goal = event.key in MOVES ? here + MOVES[event.key] : { Home: 0, End: view.found.length - 1 }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  goTo(goal)?.focus();
}

function wireTable() {
  let waiting = 0;
  byId("filters").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(select, 120);
  });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(select));
  byId("table").tHead.addEventListener("click", (event) => {
    const key = event.target.dataset.key;
    if (!key || event.target.tagName !== "BUTTON") return;
    view.down = view.key === key ? !view.down : key === "number";
    view.key = key;
    select();
  });
  const body = byId("table").tBodies[0];
  body.addEventListener("keydown", moveByKey);
  body.addEventListener("click", (event) => {
    const link = event.target.closest("tr")?.querySelector("a");
    if (!link || getSelection().toString()) return;
    event.preventDefault();
    openRow(Number(link.dataset.row));
  });
  const page = (change) => () => { view.page = change(view.page); showPage(); };
  byId("p-first").addEventListener("click", page(() => 0));
  byId("p-back").addEventListener("click", page((at) => at - 1));
  byId("p-next").addEventListener("click", page((at) => at + 1));
  byId("p-last").addEventListener("click", page(() => Infinity));
  byId("p-page").addEventListener("change", page(() => Number(byId("p-page").value) - 1 || 0));
  byId("groups").addEventListener("click", (event) => {
    const filter = event.target.dataset.filter;
    if (filter) only(filter, event.target.dataset.value);
  });
}

// Shows what a name of a group stands for.
function only(filter, name) {
  byId("filters").reset();
  const field = byId(filter);
  if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === name)) field.append(make("option", { value: name, text: name }));
  field.value = name;
  byId("f-said").value = "qd";
  select();
  byId("records").scrollIntoView();
  byId("records").focus();
}
