// The page of a schedule: see doc.go of package page. Texts of the program go
// into the document by textContent alone.
"use strict";

const rowHeight = 26, gutter = 54, headHeight = 44, laneWidth = 100; // a lane is at least so wide
const svgNS = "http://www.w3.org/2000/svg";
const kinds = [["create", "creation", true], ["message", "messages", true], ["sync", "synchronisation", true], ["order", "order of accesses", false]];

const state = {
  run: 0, step: 0,              // what is chosen
  shown: new Set([0]),          // executions
  arrows: new Set(kinds.filter(k => k[2]).map(k => k[0])),
  without: new Set(),           // names of lanes left out
  folded: false,                // steps in libraries are left out
  rounds: true,                 // further rounds of loops are left out
  object: "",                   // the only one not dimmed
  search: "",                   // what is looked for, in small letters
  zoom: 1,
};
const views = [];
const $ = id => document.getElementById(id);

function el(name, props, ...children) {
  const e = document.createElement(name);
  Object.assign(e, props || {});
  for (const c of children) e.append(c);
  return e;
}

function begin() {
  $("failure").textContent = schedule.Kind ? schedule.Kind + ": " + schedule.Message : "";
  document.querySelector("h1").append(schedule.Test, el("small", { textContent: " of " + schedule.Package + ": " + schedule.Size }));
  for (const d of schedule.Details) $("details").append(el("li", { textContent: d }));
  if (schedule.Difference) $("difference").textContent = (schedule.Runs.length < 2 ? "Here " : "What makes the difference: " + (schedule.Difference.startsWith("every ") ? "" : "it ")) + schedule.Difference;
  for (const run of schedule.Runs) { // who is blocked is said where it changes
    let now = [], waits = {};
    for (const s of run.Steps) {
      if (s.Frees || s.Blocks) {
        now = [...now, ...s.Blocks || []];
        for (const f of s.Frees || []) now.splice(now.indexOf(f), 1);
      }
      s.Blocked = now = s.Blocked || now;
      s.Waits = waits = s.Waits ? { ...waits, ...Object.fromEntries(s.Waits) } : waits;
    }
  }
  schedule.Runs.forEach((run, i) => views.push(view(run, i)));
  // Side by side from the start where the lanes have room; key p does it anywhere.
  if (schedule.Runs.length > 1 && gutter + schedule.Runs[0].Lanes.length * laneWidth <= $("diagrams").clientWidth / 2) state.shown.add(1);
  views.forEach((v, i) => { // the map of each execution stands beside it
    $("diagrams").append(v.map);
    v.root.style.order = 2 * i;
    v.map.style.order = 2 * i + 1;
  });
  toolbar();
  finding();
  document.addEventListener("keydown", key);
  $("keys").onclick = () => $("help").showModal();
  redraw();
  const first = schedule.Runs[0];
  const at = first.Marks.length ? first.Marks[0] : failing(first);
  if (!follow()) choose(0, at);
}

// failing is the step in which an execution fails, else its last.
function failing(run) {
  const at = run.Steps.findIndex(s => s.Failed);
  return at >= 0 ? at : Math.max(0, run.Steps.length - 1);
}

// view makes the parts of an execution's diagram that stay.
function view(run, i) {
  const root = el("section", { className: "run", tabIndex: 0 });
  root.setAttribute("aria-label", run.Name ? "the execution that " + run.Name : "the execution");
  const heads = el("div", { className: "heads" });
  if (run.Name) heads.append(el("span", { className: "name " + run.Name, textContent: run.Name }));
  const body = el("div", { className: "body" });
  root.append(heads, body);
  root.onfocus = () => { if (state.run !== i) choose(i, state.run === i ? state.step : twin(i)); };
  $("diagrams").append(root);
  const v = { run, root, heads, body, boxes: [], paths: [], texts: [], places: [], inRound: run.Steps.map(() => null) };
  for (const r of run.Rounds) v.inRound.fill(r, r.From, r.To);
  v.map = chart(v);
  run.Lanes.forEach((lane, n) => {
    const b = el("button", { className: "head", type: "button", title: lane.Name + (lane.Labels || lane.Runs ? ", " + (lane.Labels || lane.Runs) : "") + (lane.Created ? ", of " + lane.Created : "") },
      lane.Name, el("small", { textContent: [short(lane.Created), lane.Labels || lane.Runs].filter(x => x).join(" ") }));
    b.onclick = () => { toggle(state.without, lane.Name); redraw(); };
    heads.append(b);
    lane.head = b;
  });
  v.svg = document.createElementNS(svgNS, "svg");
  body.append(v.svg);
  run.Steps.forEach((step, n) => {
    const text = step.Created ? step.Text + " " + short(step.Created).replace(/^.*:/, ":") : step.Text || step.Task; // the line tells them apart, a file's name takes the whole box
    const box = el("div", { className: "step" + (step.Library ? " library" : "") + (step.Fault ? " fault" : ""), textContent: text, title: text + "  " + step.Pos });
    v.texts.push(text);
    v.places.push((step.Sign || "") + " " + short(step.Pos).replace(/^.*:/, ":"));
    box.onclick = () => choose(i, n);
    const number = el("span", { className: "number", textContent: n + 1 });
    body.append(number, box);
    const other = step.With >= 0 ? el("div", { className: "step other", textContent: "receive " + step.Object }) : null;
    if (other) { other.onclick = box.onclick; body.append(other); }
    v.boxes.push({ box, number, other });
  });
  return v;
}

function toggle(set, x) { set.has(x) ? set.delete(x) : set.add(x); }
function short(pos) { return (pos || "").replace(/^.*\//, "").replace(/^([^:]*:\d+):\d+$/, "$1"); }

function toolbar() {
  if (schedule.Runs.length > 1) {
    for (const [label, which] of [["fails", [0]], [schedule.Otherwise ? "fails otherwise" : "passes", [1]], ["both", [0, 1]]]) {
      const b = el("button", { type: "button", textContent: label });
      b.which = which;
      b.onclick = () => { show(which); };
      $("runs").append(b, " ");
    }
  }
  for (const [kind, label] of kinds) {
    const swatch = el("span", { className: "swatch" });
    swatch.style.borderColor = "var(--" + kind + ")";
    const b = el("button", { type: "button" }, swatch, label);
    b.kind = kind;
    b.onclick = () => { toggle(state.arrows, kind); redraw(); };
    $("arrows").append(b, " ");
  }
  if (schedule.Runs.some(r => r.Steps.some(s => s.Library)) && schedule.Runs.some(r => r.Steps.some(s => !s.Library))) {
    const b = el("button", { type: "button", id: "library", textContent: "libraries" });
    b.onclick = fold;
    $("arrows").append(b);
  }
  if (schedule.Runs.some(r => r.Rounds.length)) {
    const b = el("button", { type: "button", id: "rounds", textContent: "all rounds" });
    b.onclick = rounds;
    $("arrows").append(b);
  }
  const names = new Set();
  for (const r of schedule.Runs) for (const s of r.Steps) if (s.Object) names.add(s.Object);
  $("object").append(el("option", { value: "", textContent: "all" }));
  for (const n of [...names].sort()) $("object").append(el("option", { value: n, textContent: n }));
  $("object").onchange = e => { state.object = e.target.value; redraw(); };
}

// fold leaves the steps in libraries out, or takes them in again.
function fold() { state.folded = !state.folded; redraw(); }

// rounds leaves the further rounds of loops out, or takes them in again.
function rounds() { state.rounds = !state.rounds; redraw(); choose(state.run, state.step); }

// only leaves all other lanes out, or takes them in again.
function only(lane) {
  const others = views.flatMap(v => v.run.Lanes.map(l => l.Name)).filter(name => name !== lane);
  state.without = state.without.size ? new Set() : new Set(others);
  redraw();
}

// telling says whether a step is shown whatever is folded.
function telling(run, n) {
  const s = run.Steps[n];
  return marked(run, n) || s.Failed || s.Race || n === run.Steps.length - 1;
}

// marked says whether a step makes the difference, in this execution or in the
// other one.
function marked(run, n) { return run.Marks.includes(n) || run.Others.includes(n); }

function show(which) {
  state.shown = new Set(which);
  if (!state.shown.has(state.run)) choose(which[0], twin(which[0]));
  redraw();
}

// redraw lays everything out anew.
function redraw() {
  for (const b of $("runs").querySelectorAll("button")) b.setAttribute("aria-pressed", b.which.length === state.shown.size && b.which.every(i => state.shown.has(i)));
  for (const b of $("arrows").querySelectorAll("button")) b.setAttribute("aria-pressed", state.arrows.has(b.kind));
  if ($("library")) $("library").setAttribute("aria-pressed", !state.folded);
  if ($("rounds")) $("rounds").setAttribute("aria-pressed", !state.rounds);
  views.forEach((v, i) => { v.root.hidden = !state.shown.has(i); });
  views.forEach((v, i) => { if (state.shown.has(i)) layout(v); });
  mark();
  views.forEach(drawMap);
}

// layout places the steps of the lanes that are shown, and draws the arrows.
function layout(v) {
  const on = v.run.Lanes.map(l => !state.without.has(l.Name));
  const count = Math.max(1, on.filter(x => x).length);
  const width = Math.max(laneWidth, Math.min(300, (v.root.clientWidth / state.zoom - gutter - 12) / count));
  v.heads.style.zoom = v.body.style.zoom = state.zoom;
  v.body.classList.toggle("wide", width >= 150);
  let column = 0;
  v.left = v.run.Lanes.map((l, n) => {
    const left = gutter + (on[n] ? column++ : column) * width;
    return left;
  });
  v.run.Lanes.forEach((l, n) => {
    const head = v.heads.querySelectorAll(".head")[n];
    head.style.left = (on[n] ? v.left[n] : v.left[n]) + "px";
    head.style.width = (on[n] ? width - 6 : 18) + "px";
    head.style.top = on[n] ? "3px" : "26px";
    head.setAttribute("aria-pressed", on[n]);
  });
  let row = 0;
  const round = n => state.rounds && v.inRound[n]; // it is one of those that one row stands for
  const out = (s, n) => state.folded && s.Library && !telling(v.run, n) || round(n) && round(n).From !== n;
  v.row = v.run.Steps.map((s, n) => (s.Lane < 0 || on[s.Lane] || s.With >= 0 && on[s.With]) && !out(s, n) ? row++ : -1);
  v.total = row;
  v.run.Steps.forEach((s, n) => {
    const b = v.boxes[n], hidden = v.row[n] < 0, top = v.row[n] * rowHeight + 4 + "px";
    const alone = s.Lane >= 0 && !on[s.Lane];
    b.box.textContent = round(n) ? round(n).Text : v.texts[n];
    b.box.dataset.at = round(n) ? "" : v.places[n]; // what stands for rounds has no place, and needs the width
    b.number.hidden = hidden; b.box.hidden = hidden || alone;
    b.number.style.top = b.box.style.top = top;
    b.box.style.left = (s.Lane < 0 ? gutter : v.left[s.Lane] + 2) + "px";
    b.box.style.width = (s.Lane < 0 ? width * count : width - 10) + "px";
    if (b.other) {
      b.other.hidden = hidden || !on[s.With];
      b.other.style.top = top;
      b.other.style.left = v.left[s.With] + 2 + "px";
      b.other.style.width = width - 10 + "px";
    }
  });
  const height = row * rowHeight + 60;
  v.body.style.height = height + "px";
  v.body.style.width = v.heads.style.width = gutter + count * width + "px";
  draw(v, on, width, height);
}

function draw(v, on, width, height) {
  v.svg.replaceChildren();
  v.svg.setAttribute("width", gutter + width * v.left.length);
  v.svg.setAttribute("height", height);
  v.paths = [];
  v.run.Lanes.forEach((l, n) => {
    if (!on[n]) return;
    const line = document.createElementNS(svgNS, "line");
    const x = v.left[n] + 12;
    for (const [k, val] of [["x1", x], ["x2", x], ["y1", 0], ["y2", height]]) line.setAttribute(k, val);
    line.setAttribute("class", "stem");
    v.svg.append(line);
  });
  bands(v, on, width);
  waits(v, on);
  const at = (n, lane) => ({ x: v.left[lane], y: v.row[n] * rowHeight + 14 });
  const path = (d, cls) => {
    const p = document.createElementNS(svgNS, "path");
    p.setAttribute("d", d);
    p.setAttribute("class", "edge " + cls);
    v.svg.append(p);
    return p;
  };
  const tip = (x, y, dir) => ` M${x - 6 * dir},${y - 4} L${x},${y} L${x - 6 * dir},${y + 4}`;
  for (const e of v.run.Edges || []) {
    const a = v.run.Steps[e.From], b = v.run.Steps[e.To];
    if (!state.arrows.has(e.Kind) || v.row[e.From] < 0 || v.row[e.To] < 0 || a.Lane < 0 || b.Lane < 0 || !on[a.Lane] || !on[b.Lane]) continue;
    const p = at(e.From, a.Lane), q = at(e.To, b.Lane);
    let d;
    if (a.Lane === b.Lane) { // two events of one handler
      const x = p.x + 2;
      d = `M${x},${p.y} C${x - 18},${p.y} ${x - 18},${q.y} ${x},${q.y}` + tip(x, q.y, 1);
    } else {
      const dir = q.x > p.x ? 1 : -1;
      const x1 = dir > 0 ? p.x + width - 8 : p.x + 2, x2 = dir > 0 ? q.x + 2 : q.x + width - 8;
      const bend = Math.max(20, Math.abs(x2 - x1) / 2);
      d = `M${x1},${p.y} C${x1 + bend * dir},${p.y} ${x2 - bend * dir},${q.y} ${x2},${q.y}` + tip(x2, q.y, dir);
    }
    v.paths.push({ e, p: path(d, e.Kind) });
  }
  v.run.Steps.forEach((s, n) => { // a rendezvous
    if (s.With < 0 || v.row[n] < 0 || !on[s.Lane] || !on[s.With] || !state.arrows.has("message")) return;
    const p = at(n, s.Lane), q = at(n, s.With), dir = q.x > p.x ? 1 : -1;
    const x1 = dir > 0 ? p.x + width - 8 : p.x + 2, x2 = dir > 0 ? q.x + 2 : q.x + width - 8;
    v.paths.push({ e: { From: n, To: n }, p: path(`M${x1},${p.y} L${x2},${p.y}` + tip(x2, p.y, dir), "message") });
  });
  v.run.Marks.forEach((n, i) => { if (v.run.Others[i] >= 0) race(v, on, width, n, v.run.Others[i]); });
  for (const end of v.body.querySelectorAll(".end")) end.remove();
  const last = v.run.Steps[v.run.Steps.length - 1];
  if (last && v.run.Name !== "passes") {
    v.run.Lanes.forEach((l, n) => {
      if (!on[n] || !(last.Blocked || []).includes(l.Name)) return;
      const end = el("div", { className: "end", textContent: last.Waits[l.Name] || "blocked", title: last.Waits[l.Name] || "" });
      end.style.width = width - 8 + "px";
      end.style.left = v.left[n] + "px";
      end.style.top = v.total * rowHeight + 6 + "px";
      v.body.append(end);
    });
  }
}

function shape(v, name, attributes) {
  const e = document.createElementNS(svgNS, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  v.svg.append(e);
  return e;
}

// bands frames what belongs to one event of a handler.
function bands(v, on, width) {
  const events = new Map();
  v.run.Steps.forEach((s, n) => {
    if (!s.Event || !on[s.Lane] || v.row[n] < 0) return;
    const e = events.get(s.Task) || { lane: s.Lane, first: v.row[n] };
    e.last = v.row[n];
    events.set(s.Task, e);
  });
  for (const e of events.values()) {
    shape(v, "rect", { class: "band", x: v.left[e.lane] - 2, width: width - 2, y: e.first * rowHeight + 1, height: (e.last - e.first + 1) * rowHeight - 2, rx: 5 });
  }
}

// waits draws over a lane's stem from where its task is blocked to where it
// goes on.
function waits(v, on) {
  v.run.Lanes.forEach((l, lane) => {
    if (!on[lane]) return;
    let from = -1;
    const until = row => {
      if (from >= 0 && row > from + 1) shape(v, "line", { class: "wait", x1: v.left[lane] + 12, x2: v.left[lane] + 12, y1: from * rowHeight + rowHeight, y2: row * rowHeight + 2 });
      from = -1;
    };
    v.run.Steps.forEach((s, n) => {
      if (v.row[n] < 0) return;
      if (s.Lane === lane || s.With === lane) until(v.row[n]);
      if (!(s.Blocked || []).includes(l.Name)) until(v.row[n] + 1);
      else if (from < 0) from = v.row[n];
    });
    until(v.total);
  });
}

// race draws the arrow between two steps whose order makes the difference.
function race(v, on, width, mark, other) {
  const ends = [mark, other].sort((a, b) => a - b), [a, b] = ends.map(n => v.run.Steps[n]);
  if (ends[0] === ends[1] || ends.some(n => v.row[n] < 0) || !on[a.Lane] || !on[b.Lane]) return;
  const y1 = v.row[ends[0]] * rowHeight + 14, y2 = v.row[ends[1]] * rowHeight + 14;
  if (a.Lane === b.Lane) {
    const x = v.left[a.Lane] + width - 8;
    shape(v, "path", { class: "race", d: `M${x},${y1} C${x + 22},${y1} ${x + 22},${y2} ${x},${y2} M${x + 6},${y2 - 5} L${x},${y2} L${x + 7},${y2 + 3}` });
    return;
  }
  const dir = v.left[b.Lane] > v.left[a.Lane] ? 1 : -1;
  const x1 = v.left[a.Lane] + (dir > 0 ? width - 8 : 2), x2 = v.left[b.Lane] + (dir > 0 ? 2 : width - 8);
  shape(v, "path", { class: "race", d: `M${x1},${y1} C${x1 + 24 * dir},${y1} ${x2 - 24 * dir},${y2} ${x2},${y2} M${x2 - 7 * dir},${y2 - 4} L${x2},${y2} L${x2 - 7 * dir},${y2 + 4}` });
}

// mark sets the classes that depend on what is chosen.
function mark() {
  const chosen = views[state.run].run.Steps[state.step];
  views.forEach((v, i) => {
    v.run.Steps.forEach((s, n) => {
      const c = v.boxes[n], is = i === state.run && n === state.step;
      const same = chosen && i !== state.run && s.Task === chosen.Task && s.Index === chosen.Index;
      for (const b of [c.box, c.other]) {
        if (!b) continue;
        b.classList.toggle("chosen", is);
        b.classList.toggle("same", !!same);
        b.classList.toggle("mark", marked(v.run, n) && !is);
        b.classList.toggle("bad", (!!s.Failed || !!s.Race) && !is);
        b.classList.toggle("dim", state.object !== "" && s.Object !== state.object);
      }
    });
    for (const { e, p } of v.paths) p.classList.toggle("near", i === state.run && (e.From === state.step || e.To === state.step));
  });
  search();
}

// twin is the step of another execution that is the chosen one, or stands
// where it stood.
function twin(other) {
  const s = views[state.run].run.Steps[state.step], steps = views[other].run.Steps;
  const at = s ? steps.findIndex(t => t.Task === s.Task && t.Index === s.Index) : -1;
  return at >= 0 ? at : Math.max(0, Math.min(state.step, steps.length - 1));
}

function choose(run, step) {
  const v = views[run];
  if (!v || !v.run.Steps.length) return;
  state.run = run;
  state.step = Math.max(0, Math.min(step, v.run.Steps.length - 1));
  if (!state.shown.has(run)) { state.shown = new Set([run]); redraw(); } else mark();
  const s = v.run.Steps[state.step];
  const box = v.boxes[state.step].box;
  if (!box.hidden) reveal(v, state.step);
  views.forEach((w, i) => { if (i !== run && state.shown.has(i)) reveal(w, twin(i)); });
  $("where").textContent = (v.run.Name ? v.run.Name + ": " : "") + "step " + (state.step + 1) + " of " + v.run.Steps.length;
  $("what").textContent = s.Text || s.Task;
  const facts = [["fails", s.Failed ? $("failure").textContent : ""],
    ["by", (s.Lane >= 0 ? v.run.Lanes[s.Lane].Name : "the clock") + (s.Event ? ", its event " + s.Event : "")], ["posted at", s.Created], ["object", s.Object], ["value", s.Value],
    ["with", s.With >= 0 ? v.run.Lanes[s.With].Name : ""], ["holds", (s.Holds || []).join(", ")], ["blocked after it", s.Blocked.map(b => b + (s.Waits[b] ? ": " + s.Waits[b].replace(/^blocked: /, "") : "")).join("; ")], ["race", (s.Race || []).join("; ")]];
  $("facts").replaceChildren(...facts.filter(f => f[1]).flatMap(f => [el("dt", { textContent: f[0] }), el("dd", { textContent: f[1] })]));
  const open = inEditor(s.Pos);
  $("place").replaceChildren(open ? el("a", { textContent: s.Pos, href: open, title: "open in the editor" }) : s.Pos);
  source(s.Pos);
  remember();
}

// reveal scrolls a step into view, with some room around it.
function reveal(v, n) {
  if (v.row[n] < 0) return;
  const y = v.row[n] * rowHeight * state.zoom, room = v.root.clientHeight - headHeight * state.zoom;
  if (y < v.root.scrollTop + rowHeight) v.root.scrollTop = y - rowHeight;
  else if (y > v.root.scrollTop + room - 2 * rowHeight) v.root.scrollTop = y - room + 3 * rowHeight;
  const lane = v.run.Steps[n].Lane;
  if (lane >= 0) {
    const x = v.left[lane] * state.zoom;
    if (x < v.root.scrollLeft + gutter) v.root.scrollLeft = x - gutter;
    else if (x + 120 > v.root.scrollLeft + v.root.clientWidth) v.root.scrollLeft = x + 140 - v.root.clientWidth;
  }
}

function source(pos) {
  const m = /^(.*?):(\d+)(?::\d+)?$/.exec(pos || "");
  const lines = m && schedule.Sources && schedule.Sources[m[1]];
  $("source").replaceChildren();
  if (!lines) {
    if (pos) $("source").textContent = "(this source was not there when the page was made)";
    return;
  }
  const here = Number(m[2]);
  for (let n = here - 7; n <= here + 7; n++) {
    if (!(n in lines)) continue;
    const row = el("span", { className: "row" + (n === here ? " here" : "") }, el("i", { textContent: n }), lines[n]);
    $("source").append(row);
  }
  const aside = $("source").parentElement; // on a narrow screen it has room for few lines
  aside.scrollTop = 0;
  aside.scrollTop = Math.max(0, $("source").querySelector(".here").offsetTop - aside.offsetTop - aside.clientHeight + 60);
}

// next is the nearest shown step in a direction for which ok holds.
function next(by, ok) {
  const v = views[state.run];
  for (let n = state.step + by; n >= 0 && n < v.run.Steps.length; n += by) {
    if (v.row[n] >= 0 && ok(v.run.Steps[n])) return choose(state.run, n);
  }
}

function key(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || $("help").open || ["SELECT", "INPUT"].includes(e.target.tagName)) return;
  const v = views[state.run], s = v.run.Steps[state.step];
  const acts = {
    ArrowDown: () => next(1, () => true), j: () => next(1, () => true),
    ArrowUp: () => next(-1, () => true), k: () => next(-1, () => true),
    ArrowRight: () => next(1, t => t.Lane === s.Lane || t.With === s.Lane), l: () => next(1, t => t.Lane === s.Lane || t.With === s.Lane),
    ArrowLeft: () => next(-1, t => t.Lane === s.Lane || t.With === s.Lane), h: () => next(-1, t => t.Lane === s.Lane || t.With === s.Lane),
    g: () => choose(state.run, 0), Home: () => choose(state.run, 0),
    G: () => choose(state.run, Infinity), End: () => choose(state.run, Infinity),
    d: () => { const m = v.run.Marks; if (m.length) choose(state.run, m[(m.indexOf(state.step) + 1) % m.length]); },
    f: () => { if (!state.shown.has(0)) show([0]); choose(0, failing(views[0].run)); },
    p: () => { if (views.length > 1) show(state.shown.size > 1 ? [0] : state.shown.has(0) ? [1] : [0, 1]); },
    x: () => { if (views.length > 1) { const other = 1 - state.run, n = twin(other); if (!state.shown.has(other)) { state.shown = new Set([other]); redraw(); } choose(other, n); } },
    m: () => { toggle(state.arrows, "message"); redraw(); },
    s: () => { toggle(state.arrows, "sync"); redraw(); },
    o: () => { toggle(state.arrows, "order"); redraw(); },
    v: () => { if ($("library")) fold(); },
    r: () => { if ($("rounds")) rounds(); },
    e: () => { if (s.Lane >= 0) only(v.run.Lanes[s.Lane].Name); },
    "/": () => $("search").focus(),
    n: () => seek(1), N: () => seek(-1),
    "+": () => zoom(1), "-": () => zoom(-1), 0: () => zoom(0),
    Enter: () => { const a = $("place").querySelector("a"); if (a && e.target.tagName !== "BUTTON") a.click(); },
    Escape: () => { state.without.clear(); state.object = ""; $("object").value = ""; redraw(); },
    "?": () => $("help").showModal(),
  };
  if (!acts[e.key]) return;
  e.preventDefault();
  if (s || "mso?/".includes(e.key)) acts[e.key]();
}

let resizing = 0;
addEventListener("resize", () => { cancelAnimationFrame(resizing); resizing = requestAnimationFrame(redraw); });
begin();
