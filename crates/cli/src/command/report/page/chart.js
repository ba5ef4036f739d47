// Verdicts over time: stacked bars, a legend, and the same as a table.

const SERIES = [
  ["denied", "deny", "Denied"],
  ["asked", "ask", "Asked"],
  ["silent", "silent", "Left to the host"],
  ["allowed", "allow", "Allowed"],
];
const HEIGHT = 220;
const SPACE = { left: 48, right: 8, top: 10, bottom: 24 };

const drawn = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const stepName = (start) => start.includes("T") ? `${start.replace("T", " ")}:00` : start;

function seriesShown() {
  const only = byId("stops-only").checked;
  return SERIES.filter(([key]) => (!only || key === "asked" || key === "denied")
    && (key !== "silent" || summary.verdicts.silent > 0));
}

function showChart() {
  const steps = summary.timeline.steps;
  const series = seriesShown();
  const sum = (step) => series.reduce((total, [key]) => total + step[key], 0);
  const most = Math.max(1, ...steps.map(sum));
  const width = Math.max(280, byId("chart").clientWidth);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-labelledby": "chart-title chart-desc" },
    text("title", describe(steps, sum), "chart-title"), text("desc", "The table below the chart has the numbers.", "chart-desc"), patterns());
  svg.append(...axis(most, width), ...bars(steps, series, most, width), ...labels(steps, width));
  byId("chart").replaceChildren(svg);
  byId("legend").replaceChildren(...[...series].reverse().map(([, kind, name]) =>
    make("span", { class: "key" }, make("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), name)));
}

const text = (name, content, id) => {
  const element = drawn(name, { id });
  element.textContent = content;
  return element;
};

function describe(steps, sum) {
  if (!steps.length) return "No verdicts";
  const top = steps.reduce((best, step) => sum(step) > sum(best) ? step : best);
  return `Verdicts by ${summary.timeline.unit} from ${stepName(steps[0].start)} to ${stepName(steps.at(-1).start)}; most at ${stepName(top.start)}: ${number(sum(top))}`;
}

// Whoever does not see the colours sees the stripes.
function patterns() {
  const stripes = drawn("pattern", { id: "stripes", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    drawn("rect", { width: 5, height: 5, class: "fill-ask" }), drawn("rect", { width: 2, height: 5, class: "fill-surface", opacity: 0.55 }));
  return drawn("defs", {}, stripes);
}

const yOf = (value, most) => HEIGHT - SPACE.bottom - (HEIGHT - SPACE.top - SPACE.bottom) * value / most;

function axis(most, width) {
  const size = 10 ** Math.floor(Math.log10(most));
  const step = Math.max(1, [0.2, 0.25, 0.5, 1, 2, 2.5].map((n) => n * size).find((n) => most / n <= 5));
  const lines = [];
  for (let value = 0; value <= most; value += Math.ceil(step)) {
    const y = yOf(value, most);
    const label = drawn("text", { x: SPACE.left - 6, y: y + 4, "text-anchor": "end" });
    label.textContent = number(value);
    lines.push(drawn("line", { x1: SPACE.left, x2: width - SPACE.right, y1: y, y2: y, class: value === 0 ? "base" : "rule" }), label);
  }
  return lines;
}

function bars(steps, series, most, width) {
  const each = (width - SPACE.left - SPACE.right) / Math.max(1, steps.length);
  const wide = Math.max(1, Math.min(each - (each > 4 ? 2 : 0.5), 48));
  return steps.map((step, index) => {
    let below = 0;
    const x = SPACE.left + index * each + (each - wide) / 2;
    const group = drawn("g", { class: "bar" });
    const lines = series.map(([key, , name]) => `${name}: ${number(step[key])}`).reverse();
    group.append(text("title", [stepName(step.start), ...lines].join("\n"), `bar-${index}`),
      drawn("rect", { x: SPACE.left + index * each, y: SPACE.top, width: each, height: HEIGHT - SPACE.top - SPACE.bottom, class: "touch" }));
    for (const [key, kind] of series) {
      if (!step[key]) continue;
      // What is there is seen, however little it is.
      const height = Math.max(1.5, yOf(0, most) - yOf(step[key], most));
      group.append(drawn("rect", { x, width: wide, height, y: yOf(0, most) - below - height, class: `fill-${kind}`, ...(kind === "ask" ? { fill: "url(#stripes)" } : {}) }));
      below += height;
    }
    return group;
  });
}

function labels(steps, width) {
  const each = (width - SPACE.left - SPACE.right) / Math.max(1, steps.length);
  const every = Math.max(1, Math.ceil(92 / each));
  return steps.flatMap((step, index) => {
    if (index % every !== 0) return [];
    const label = drawn("text", { x: Math.min(SPACE.left + (index + 0.5) * each, width - 34), y: HEIGHT - 6, "text-anchor": "middle" });
    label.textContent = step.start.includes("T") ? `${step.start.slice(5, 10)} ${step.start.slice(11)}:00` : step.start;
    return [label];
  });
}

// Made when somebody opens it: hundreds of rows that few look at.
function showTimeTable() {
  if (byId("time-table").children.length) return;
  const unit = summary.timeline.unit;
  const columns = [["allowed", "Allowed"], ["asked", "Asked"], ["denied", "Denied"], ["silent", "Left to the host"]];
  const head = [`${unit[0].toUpperCase()}${unit.slice(1)} (${summary.zone})`, ...columns.map(([, name]) => name)];
  const body = summary.timeline.steps.map((step) => make("tr", {}, make("th", { scope: "row", text: stepName(step.start) }),
    ...columns.map(([key]) => make("td", { text: number(step[key]) }))));
  byId("time-table").append(make("table", { class: "numbers" }, make("caption", { text: `Verdicts by ${unit}` }),
    make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col", text: name })))), make("tbody", {}, ...body)));
}
