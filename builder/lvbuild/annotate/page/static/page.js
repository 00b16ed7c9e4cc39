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

// Single letters act only where that is wanted.
const letters = () => localStorage.letters !== "off";
function showLetters() {
  root.classList.toggle("keys-off", !letters());
  if ($("#keys-on")) $("#keys-on").checked = letters();
}
showLetters();

// What is morphed keeps what a reader did to it: an opened form with what was typed, the view of
// the texts, what was looked up.
const opened = (node) => node.closest && node.closest("form.opened:not([hidden]), details[open] form");
Object.assign(Idiomorph.defaults.callbacks, {
  beforeNodeMorphed: (old, now) =>
    !(old.nodeType === 1 && ((old.matches(".kept") && old.id === now.id) ||
      (old.matches("input:not([type=hidden]), textarea, select") && opened(old)))),
  beforeAttributeUpdated: (name, node) =>
    !((name === "hidden" && node.matches("form.opened")) ||
      (name === "open" && node.matches("details")) ||
      (name === "class" && node.id === "texts")),
});

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
  if (event.detail.verb !== "post") return;
  tick();
  event.detail.parameters.seconds = (spent / 1000).toFixed(1);
  spent = 0;
  if (event.detail.path === "/cover") event.detail.parameters.form = chosen();
});

// The row that keys act on is the one in focus, else the first that waits.
const rows = () => all("article.row");
function current() {
  const focused = document.activeElement && document.activeElement.closest("article.row, .card");
  if (focused) return focused.matches("article.row") ? focused : $("article.row", focused);
  return $("article.row.draft") || rows()[0] || null;
}
function focusRow(row) {
  if (row) { row.focus({ preventScroll: true }); row.scrollIntoView({ block: "nearest" }); }
}
function step(by) {
  const list = rows(), at = list.indexOf(current());
  const held = document.activeElement && document.activeElement.closest("article.row, .card");
  focusRow(list[Math.max(0, Math.min(list.length - 1, held ? at + by : at))]);
}
function stepQuestion(by) {
  const links = all(".questions a");
  const now = $("#now") && $("#now").value;
  const at = links.findIndex((link) => link.dataset.q === now);
  const next = links[at < 0 ? 0 : at + by];
  if (next) { next.click(); next.scrollIntoView({ block: "nearest" }); }
}
// What is decided on as one has its keys; a row of it alone the capitals.
function press(selector, own) {
  const row = current(), button = row && $(selector, own ? row : row.closest(".card"));
  if (button) { focusRow(row); button.click(); }
}
function open(form) {
  form.hidden = false;
  const first = $("input:not([type=hidden]), textarea, select", form);
  if (first) first.focus();
}
function close(form) {
  form.reset();
  form.hidden = true;
  const row = form.closest("article.row") || $("article.row", form.closest(".card"));
  focusRow(row);
}
function selected() {
  const selection = String(getSelection()).trim();
  const node = getSelection().anchorNode;
  const inText = node && (node.nodeType === 1 ? node : node.parentElement).closest("[data-text]");
  return inText ? selection : "";
}
function add(table) {
  const words = selected() || chosen(), details = $(`details[data-adds="${table}"]`);
  if (!details) return;
  details.open = true;
  const field = $(table === "replacements" ? "[name=original]" : "[name=fact]", details);
  if (words && table === "replacements") field.value = words;
  const next = words && table === "replacements" ? $("[name=replacement]", details) : field;
  next.focus();
}
// What no row covers: one after the other, the last one that was in focus is chosen.
function chosen() {
  const mark = $("mark.left.chosen");
  return mark ? mark.dataset.form : "";
}
function choose(mark) {
  all("mark.left.chosen").forEach((each) => each.classList.remove("chosen"));
  if (mark) mark.classList.add("chosen");
}
function stepLeft() {
  const list = all(".before mark.left"), at = list.indexOf($("mark.left.chosen"));
  const next = list[(at + 1) % list.length];
  if (!next) return;
  if ($("#texts").classList.contains("show-after")) toggle();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}
function toggle() {
  const texts = $("#texts");
  if (texts) { texts.classList.toggle("show-before"); texts.classList.toggle("show-after"); }
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, a.language");
  if (!target) return;
  if (target.matches("a.language") && $("#now") && $("#now").value) {
    target.href = `${target.getAttribute("href").split("&")[0]}&q=${encodeURIComponent($("#now").value)}`;
  }
  if (target.id === "theme") turn();
  if (target.id === "toggle") toggle();
  if (target.id === "keys") {
    const help = $("#keys-help");
    help.hidden = !help.hidden;
    target.setAttribute("aria-expanded", String(!help.hidden));
  }
  if (target.dataset.opens) open(document.getElementById(target.dataset.opens));
  if (target.classList.contains("cancel")) close(target.closest("form"));
});
document.addEventListener("change", (event) => {
  if (event.target.id !== "keys-on") return;
  localStorage.letters = event.target.checked ? "on" : "off";
  showLetters();
});
function shownIn(mark) {
  const box = mark.getBoundingClientRect(), pane = mark.closest("main").getBoundingClientRect();
  return box.height && box.top >= Math.max(pane.top, 0) && box.bottom <= Math.min(pane.bottom, innerHeight);
}
// What is in focus shows more; not before a pointer is let go, so that no button moves under it.
let pressed = false;
document.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => { pressed = false; setTimeout(showMore); }, true);
}
function showMore() {
  const active = document.activeElement, card = active && active.closest(".card");
  const row = active && (active.closest("article.row") || (card && $("article.row", card)));
  for (const each of all(".current")) if (each !== card && each !== row) each.classList.remove("current");
  for (const each of [card, row]) if (each) each.classList.add("current");
}
document.addEventListener("focusin", (event) => {
  if (!pressed) showMore();
  if (event.target.matches && event.target.matches("mark.left")) choose(event.target);
  const row = event.target.closest && event.target.closest("article.row");
  if (!row) return;
  all("mark.looked-at").forEach((mark) => mark.classList.remove("looked-at"));
  const place = row.dataset.place;
  if (!place) return;
  const marks = all(`mark.row-${place}`);
  marks.forEach((mark) => mark.classList.add("looked-at"));
  const seen = marks.filter((mark) => mark.offsetParent);
  const narrow = matchMedia("(max-width: 860px)").matches;
  if (seen.length && !narrow && !seen.some(shownIn)) {
    const main = seen[0].closest("main"), box = seen[0].getBoundingClientRect();
    main.scrollTop += box.top - main.getBoundingClientRect().top - main.clientHeight / 3;
  }
});

const keys = {
  j: () => stepQuestion(1), k: () => stepQuestion(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
  a: () => press(".accept"), x: () => press(".reject"), w: () => $("#rest") && $("#rest").click(),
  A: () => press(".accept-alone", true), X: () => press(".reject-alone", true),
  e: () => press(".edit", true), d: () => press(".flag", true),
  l: stepLeft, m: () => chosen() && $("#cover").click(), b: () => $("#sample").click(),
  n: () => add("replacements"), f: () => add("confusing_facts"), u: () => $("#undo").click(), r: toggle,
  c: () => press(".concordance"), p: () => press(".placed"), "/": () => $("#find").focus(),
  g: () => $("#guideline").click(), "?": () => $("#keys").click(),
};
const REPEATED = new Set(["j", "k", "ArrowDown", "ArrowUp", "l"]);
let waiting = false;
for (const when of ["before", "after"]) {
  document.addEventListener(`htmx:${when}Request`, (event) => {
    if (event.detail.requestConfig.verb === "post") waiting = when === "before";
  });
}
document.addEventListener("keydown", (event) => {
  // An input method's own keys are not the page's.
  if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, textarea, select");
  const form = event.target.closest("form.opened");
  if (event.key === "Escape") {
    if (form && !form.closest("details")) close(form);
    else if (form) { form.closest("details").open = false; focusRow(current()); }
    else if (field) field.blur();
    return;
  }
  if (event.repeat && !REPEATED.has(event.key) && !field) { event.preventDefault(); return; }
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
  const submits = field && form && event.key === "Enter" && !event.shiftKey && (field.type === "radio" ||
    (field.tagName === "TEXTAREA" && !["alternatives", "answers", "evidence"].includes(field.name)));
  if (submits) {
    event.preventDefault();
    form.requestSubmit($("button:not([type=button])", form));
    return;
  }
  if (field) return;
  const mark = event.target.closest("mark.left");
  if (mark && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    $("#cover").click();
    return;
  }
  if (waiting || (event.key.length === 1 && !letters())) return;
  const numbered = /^[1-9]$/.test(event.key);
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
  else if (numbered) press(`.alternative:nth-child(${event.key})`);
});

// After a request: what was done closes its form; the list shows the question; where the row in
// focus is decided on, the next one that waits comes.
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.detail.requestConfig.elt;
  if (event.detail.xhr.status !== 200 || !form || !form.matches("form.opened")) return;
  if (form.closest("details")) { form.reset(); form.closest("details").open = false; }
  else close(form);
});
const settled = new WeakSet();  // each new element tells of it
document.addEventListener("htmx:afterSettle", (event) => {
  const target = event.detail.target;
  if (!target || (target.id !== "work" && target.id !== "list")) return;
  showMore();
  const now = $("#now") && $("#now").value;
  all(".questions li").forEach((item) => {
    const is = $("a", item).dataset.q === now;
    item.classList.toggle("now", is);
    if (is) $("a", item).setAttribute("aria-current", "true");
    else $("a", item).removeAttribute("aria-current");
  });
  if (target.id !== "work" || event.detail.xhr.status !== 200 || settled.has(event.detail.xhr)) return;
  settled.add(event.detail.xhr);
  const config = event.detail.requestConfig;
  const active = document.activeElement, card = active && active.closest(".card");
  if (config.verb === "post" && active && active.closest("mark.left, details, form.opened")) return;
  const list = rows(), row = card && $("article.row", card);
  if (config.verb === "post" && row && (config.path !== "/decide" || $(".draft", card))) return;
  const after = list.slice(row ? list.indexOf(row) : 0);
  focusRow(after.find((each) => each.matches(".draft")) || list.find((each) => each.matches(".draft")) || row || list[0]);
});
