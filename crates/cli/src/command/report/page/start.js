// The overview at once; the records when they have arrived, and after what can be seen already was painted.

const THEMES = ["system", "light", "dark"];

function wireTheme() {
  const button = byId("theme");
  let at = 0;
  const show = () => {
    document.documentElement.dataset.theme = THEMES[at];
    button.textContent = `Colours: ${THEMES[at]}`;
  };
  button.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    show();
  });
  show();
}

function wireKeys() {
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key !== "/" || typing || byId("record").open) return;
    event.preventDefault();
    byId("f-text").focus();
  });
}

function showRecords() {
  readIndex();
  startTable();
  wireTable();
  wireRecord();
  openFromAddress();
  performance.mark("usable");
  document.documentElement.dataset.ready = "yes";
}

wireTheme();
wireKeys();
showOverview();
showChart();
byId("stops-only").addEventListener("change", showChart);
byId("time-details").addEventListener("toggle", showTimeTable);
new ResizeObserver(() => showChart()).observe(byId("chart").parentElement);
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(showRecords)));
