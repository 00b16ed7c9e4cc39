"use strict";

// All texts of the release become text nodes: none is read as HTML.
const { release, altered, words, records } = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const percent = (share) => `${100 * share}%`;
let said = words.en;
let record = null;
let stretch = 0;

function make(tag, classes = "", text = null) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  if (text !== null) made.textContent = text;
  return made;
}

function say(key, values = {}) {
  return said[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function number(value) {
  return value.toLocaleString(document.documentElement.lang);
}

function kindName(kind) {
  return Object.hasOwn(said, kind) ? said[kind] : kind.replaceAll("_", " ");
}

// A run is a text, the kind of the fact that it is part of and the word that it replaces.
function fill(element, runs) {
  element.replaceChildren();
  let fact = null;
  let last = "";
  for (const [text, kind, original] of runs) {
    if (kind && kind !== last) {
      fact = element.appendChild(make("mark", `fact ${kind === "needle" ? kind : ""}`));
      fact.title = kindName(kind);
    }
    last = kind;
    const into = kind ? fact : element;
    if (!original) {
      into.append(text);
      continue;
    }
    const word = into.appendChild(make("mark", "new", text));
    word.append(make("span", "before", ` (${original})`));
  }
  return element;
}

function plainText(runs) {
  return runs.map(([text]) => text).join("");
}

function markOf(place) {
  const mark = make("span", `mark ${["needle", "supporting"].includes(place.kind) ? place.kind : ""}`);
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function placed(place, share) {
  const mark = markOf(place);
  mark.style.left = percent(share);
  return mark;
}

function listRecords() {
  document.body.classList.toggle("single", records.length === 1);
  at("records").replaceChildren(...records.map((each, index) => {
    const link = make("a");
    link.href = `#${index}`;
    const question = make("span", "what", plainText(each.question));
    question.lang = each.lang;
    const row = make("span", "row");
    row.append(make("span", "", each.name), make("span", "", `${number(each.length)} ${say(each.unit)}`));
    const strip = make("span", "strip");
    strip.append(...each.places.map((place) => placed(place, place.depth)));
    link.append(question, row, strip);
    const item = make("li");
    item.append(link);
    return item;
  }));
}

function entry(term, ...values) {
  return [make("dt", "", say(term)), ...values];
}

function lengthOf(each) {
  // A level without distracting text has no length to be off.
  const off = each.size ? (each.length - each.size) / each.size : 0;
  const signed = off.toLocaleString("en", { style: "percent", minimumFractionDigits: 2, signDisplay: "negative" });
  const shown = make("dd", "", say("length_of", {
    length: number(each.length), unit: say(each.unit), level: each.level, off: signed,
  }));
  const gauge = make("span", "gauge");
  gauge.setAttribute("aria-hidden", "true");
  const dot = gauge.appendChild(make("i"));  // its ends are 0.5% off, as far as a record may be
  dot.style.left = percent(Math.min(Math.max(0.5 + off / 0.01, 0), 1));
  shown.append(gauge);
  return shown;
}

function inLanguage(element) {
  element.lang = record.lang;
  element.dir = "auto";
  return element;
}

function choice([letter, right, runs]) {
  const shown = inLanguage(fill(make("dd", right ? "right" : ""), runs));
  shown.prepend(`${letter}. `);
  if (right) shown.append(" ✓");
  return shown;
}

function showRecord() {
  at("name").textContent = record.name;
  at("ids").textContent = `${record.id} · ${record.question_id}`;
  const answers = record.answers.map((answer) => inLanguage(fill(make("dd"), answer)));
  at("asked").replaceChildren(
    ...entry("question", inLanguage(fill(make("dd", "question"), record.question))),
    ...entry("answers", ...answers),
    ...(record.choices.length ? entry("choices", ...record.choices.map(choice)) : []),
    ...(record.keywords.length ? entry("keywords", inLanguage(fill(make("dd"), record.keywords))) : []),
    ...entry("length", lengthOf(record)),
    ...entry("passages", make("dd", "", number(record.passages))),
  );
  at("altered").hidden = !altered.length;
  at("altered").textContent = say("altered", { files: altered.join(", ") });
  at("left-out").hidden = !record.left_out;
  at("left-out").textContent = say("left_out", { count: number(record.left_out), of: number(record.parts) });
  at("replaced").hidden = !record.replaced.length;
  at("pairs").replaceChildren(...record.replaced.map(([original, replacement, count]) => {
    const item = inLanguage(make("li", "", `${original} → ${replacement}`));
    const times = item.appendChild(make("span", "minor", ` ${say("times", { count: number(count) })}`));
    times.lang = document.documentElement.lang;
    return item;
  }));
  drawMap();
}

function drawMap() {
  at("bands").replaceChildren(...record.stretches.map((each) => {
    const plain = !["supporting", "rival"].includes(each.role);
    const band = make("div", `band ${plain ? (each.passage % 2 ? "odd" : "") : each.role}`);
    band.style.left = percent(each.from);
    band.style.width = percent(each.to - each.from);
    return band;
  }));
  const facts = record.places.filter((place) => place.kind !== "supporting");
  at("marks").replaceChildren(...facts.map((place) => placed(place, place.depth)));
  const roles = new Map();
  for (const each of record.stretches) roles.set(each.role, (each.passage % 2 ? "odd" : ""));
  const keys = [...roles.keys()].map((role) => [role, make("span", `band ${role}`)]);
  for (const kind of new Set(facts.map((place) => place.kind))) keys.push([kind, markOf({ kind })]);
  if (record.replaced.length) keys.push(["replaced_word", null]);
  at("legend").replaceChildren(...keys.map(([name, shown]) => {
    const item = make("li");
    if (shown) item.appendChild(make("span", "key")).append(shown);
    item.append(shown ? kindName(name) : make("mark", "new", kindName(name)));
    return item;
  }));
  at("go").replaceChildren(...record.places.map((place) => {
    const button = make("button");
    button.type = "button";
    const named = place.passage === null ? kindName(place.kind) : say("passage", { number: place.passage });
    button.append(markOf(place), `${named} · ${say("depth", { depth: place.depth.toFixed(3) })}`);
    button.dataset.at = place.at;
    button.addEventListener("click", () => read(place));
    return button;
  }));
  at("map").setAttribute("aria-valuemin", "1");
  at("map").setAttribute("aria-valuemax", String(Math.max(record.stretches.length, 1)));
}

function headingOf(each) {
  const kind = each.role === "haystack" ? "text" : "passage";
  const named = each.last > each.passage
    ? say(`${kind}s_from`, { number: number(each.passage), last: number(each.last) })
    : say(kind, { number: number(each.passage) });
  const part = each.parts > 1 && each.last === each.passage && each.text ? [say("part", each)] : [];
  return [`${named} ${say("of", { count: number(record.passages) })}`, kindName(each.role), ...part,
    say("depth", { depth: each.from.toFixed(3) })].join(" · ");
}

function showStretch() {
  const each = record.stretches[stretch];
  const map = at("map");
  at("reading").className = each ? each.role : "";
  at("previous").disabled = stretch === 0;
  at("next").disabled = stretch >= record.stretches.length - 1;
  if (!each) {
    at("stretch-heading").textContent = say("no_passages");
    map.setAttribute("aria-valuenow", "1");
    for (const id of ["source", "text"]) at(id).replaceChildren();
    return;
  }
  const heading = headingOf(each);
  at("stretch-heading").textContent = heading;
  map.setAttribute("aria-valuenow", String(stretch + 1));
  map.setAttribute("aria-valuetext", heading);
  at("cursor").style.left = percent(each.from);
  at("cursor").style.width = `calc(${percent(each.to - each.from)} + 4px)`;
  at("source").textContent = each.document && `${say("document")} ${each.document}, ${
    say("cut", { first: number(each.cut[0]), last: number(each.cut[1]) })}`;
  const text = at("text");
  if (each.text) fill(inLanguage(text), each.text);
  else text.textContent = say("no_text");
  if (!each.text) text.lang = document.documentElement.lang;
  for (const button of at("go").children) {
    if (Number(button.dataset.at) === stretch) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

function go(to) {
  stretch = Math.min(Math.max(to, 0), Math.max(record.stretches.length - 1, 0));
  showStretch();
}

// Facts are marked in their order, so that the second place of a stretch is its second mark.
function read(place) {
  go(place.at);
  const facts = record.places.filter((each) => each.passage === null && each.at === place.at);
  const mark = at("text").querySelectorAll("mark.fact")[facts.indexOf(place)];
  (mark || at("reading")).scrollIntoView({ block: mark ? "center" : "nearest" });
}

function open() {
  const asked = Number(location.hash.slice(1));
  const index = Number.isInteger(asked) && asked >= 0 && asked < records.length ? asked : 0;
  if (record === records[index]) return;
  record = records[index];
  [...at("records").querySelectorAll("a")].forEach((link, place) => {
    if (place === index) {
      link.setAttribute("aria-current", "true");
      link.scrollIntoView({ block: "nearest" });
    } else link.removeAttribute("aria-current");
  });
  showRecord();
  go(record.places.length ? record.places[0].at : 0);
}

function speak(code) {
  said = words[code];
  document.documentElement.lang = code;
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = said[each.dataset.word];
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", said[each.dataset.label]);
  for (const each of at("languages").children) each.setAttribute("aria-pressed", String(each.lang === code));
  listRecords();
  const [shown, kept] = [record, stretch];
  record = null;
  open();
  if (shown) go(kept);
}

at("languages").replaceChildren(...Object.entries(words).map(([code, each]) => {
  const button = make("button", "", each.language);
  button.type = "button";
  button.lang = code;
  button.addEventListener("click", () => speak(code));
  return button;
}));
at("previous").addEventListener("click", () => go(stretch - 1));
at("next").addEventListener("click", () => go(stretch + 1));
at("originals").addEventListener("change", (event) => {
  document.body.classList.toggle("originals", event.target.checked);
});
at("map").addEventListener("click", (event) => {
  const box = at("bands").getBoundingClientRect();
  const share = (event.clientX - box.left) / box.width;
  // A narrow band that stands out is wider than its text: what is drawn there is what is meant.
  const drawn = [...at("bands").children].findLastIndex((band) => {
    const own = band.getBoundingClientRect();
    return band.matches(".supporting, .rival") && own.left <= event.clientX && event.clientX <= own.right;
  });
  const last = record.stretches.findLastIndex((each) => each.from <= share);
  go(drawn >= 0 ? drawn : last);
});
at("map").addEventListener("keydown", (event) => {
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10,
    Home: -Infinity, End: Infinity };
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
  event.preventDefault();
  go(stretch + steps[event.key]);
});
addEventListener("hashchange", open);
speak(navigator.language.toLowerCase().startsWith("zh") ? "zh-Hans" : "en");
