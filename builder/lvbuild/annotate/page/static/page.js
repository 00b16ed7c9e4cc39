// Keys, the time spent, what is selected, light and dark. All texts come escaped from the server.
"use strict";

const $ = (selector, root) => (root || document).querySelector(selector);
const all = (selector, root) => [...(root || document).querySelectorAll(selector)];

// Light and dark.
const root = document.documentElement;
if (localStorage.theme) root.dataset.theme = localStorage.theme;
function turn() {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  localStorage.theme = root.dataset.theme = dark ? "light" : "dark";
}

// Seconds that the page was looked at since the last decision: idle minutes do not count.
let spent = 0, last = Date.now();
const IDLE = 60000;
function tick() {
  const now = Date.now();
  if (!document.hidden) spent += Math.min(now - last, IDLE);
  last = now;
}
for (const kind of ["keydown", "mousemove", "scroll", "visibilitychange"]) {
  document.addEventListener(kind, tick, { passive: true, capture: true });
}
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post") {
    tick();
    event.detail.parameters.seconds = (spent / 1000).toFixed(1);
    spent = 0;
  }
});

// The row that keys act on is the one in focus, else the first that waits.
const rows = () => all("article.row");
function current() {
  const focused = document.activeElement && document.activeElement.closest("article.row");
  return focused || $("article.row.draft") || rows()[0] || null;
}
function focusRow(row) {
  if (row) { row.focus({ preventScroll: true }); row.scrollIntoView({ block: "nearest" }); }
}
function step(by) {
  const list = rows(), at = list.indexOf(current());
  focusRow(list[Math.max(0, Math.min(list.length - 1, at + by))]);
}
function stepQuestion(by) {
  const links = all(".questions a");
  const now = $("#now") && $("#now").value;
  const at = links.findIndex((link) => link.dataset.number === now);
  const next = links[at < 0 ? 0 : at + by];
  if (next) { next.click(); next.scrollIntoView({ block: "nearest" }); }
}
// A family is decided on as one: its key is that of its rows, theirs alone the capital.
function decide(what, alone) {
  const row = current(), family = row && row.closest(".family");
  const button = family && !alone ? $(`.${what}-all`, family) : row && $(`.${what}`, row);
  if (button) { focusRow(row); button.click(); }
}
function press(selector) {
  const row = current(), button = row && $(selector, row);
  if (button) { focusRow(row); button.click(); }
}
function open(form) {
  form.hidden = false;
  const first = $("input:not([type=hidden]), textarea, select", form);
  if (first) first.focus();
}
function close(form) {
  form.hidden = true;
  focusRow(form.closest("article.row") || $("article.row", form.closest(".family") || form.parentElement));
}
function selected() {
  const selection = String(getSelection()).trim();
  const node = getSelection().anchorNode;
  const inText = node && (node.nodeType === 1 ? node : node.parentElement).closest("[data-text]");
  return inText ? selection : "";
}
function add(table) {
  const words = selected(), details = $(`details[data-adds="${table}"]`);
  if (!details) return;
  details.open = true;
  const field = $(table === "replacements" ? "[name=original]" : "[name=fact]", details);
  if (words && table === "replacements") field.value = words;
  const next = words && table === "replacements" ? $("[name=replacement]", details) : field;
  next.focus();
}
function toggle() {
  const texts = $("#texts");
  if (texts) { texts.classList.toggle("show-before"); texts.classList.toggle("show-after"); }
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.id === "theme") turn();
  if (target.id === "toggle") toggle();
  if (target.id === "keys") $("#keys-help").hidden = !$("#keys-help").hidden;
  if (target.dataset.opens) open(document.getElementById(target.dataset.opens));
  if (target.classList.contains("cancel")) close(target.closest("form"));
});
document.addEventListener("focusin", (event) => {
  const row = event.target.closest && event.target.closest("article.row");
  if (!row) return;
  all("mark.looked-at").forEach((mark) => mark.classList.remove("looked-at"));
  const place = row.dataset.place;
  if (place) all(`mark.row-${place}`).forEach((mark) => mark.classList.add("looked-at"));
});

const keys = {
  j: () => stepQuestion(1), k: () => stepQuestion(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
  a: () => decide("accept", false), x: () => decide("reject", false),
  A: () => decide("accept", true), X: () => decide("reject", true), e: () => press(".edit"),
  n: () => add("replacements"), f: () => add("confusing_facts"), u: () => $("#undo").click(), r: toggle,
  c: () => press(".concordance"), p: () => press(".placed"), "/": () => $("#find").focus(),
  g: () => $("#guideline").click(), "?": () => $("#keys").click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, textarea, select");
  const form = event.target.closest("form.opened");
  if (event.key === "Escape") {
    if (form && !form.closest("details")) close(form);
    else if (form) { form.closest("details").open = false; focusRow(current()); }
    else if (field) field.blur();
    return;
  }
  if (field && field.id === "find" && event.key === "Enter") {
    event.preventDefault();
    field.blur();
    return;
  }
  if (form && /^[1-9]$/.test(event.key) && (!field || field.type === "radio")) {
    const choice = all("input[type=radio]", form)[event.key - 1];
    if (choice) { choice.checked = true; choice.focus(); event.preventDefault(); }
    return;
  }
  if (field && field.type === "radio" && event.key === "Enter") {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (field && field.tagName === "TEXTAREA" && event.key === "Enter" && !event.shiftKey && field.name !== "alternatives" && field.name !== "answers") {
    event.preventDefault();
    field.form.requestSubmit();
    return;
  }
  if (field) return;
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});

// After a decision: the list shows it and the question, and the next row that waits is in focus.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "work" && event.detail.target.id !== "list") return;
  const now = $("#now") && $("#now").value;
  all(".questions li").forEach((item) => {
    item.classList.toggle("now", $("a", item).dataset.number === now);
  });
  if (event.detail.target.id === "work") focusRow($("article.row.draft") || rows()[0]);
});
