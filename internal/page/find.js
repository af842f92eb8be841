// Finding one's way in a large page: a search, a link to a step, the map beside
// an execution, its size, and the editor. Used by page.js, which follows.
"use strict";

// matches says whether a step has a text in it, in small letters.
function matches(v, n, text) {
  const s = v.run.Steps[n], lanes = [s.Lane, s.With].filter(l => l >= 0).map(l => v.run.Lanes[l].Name);
  return [s.Text, s.Object, s.Pos, s.Value, s.Sign, ...lanes].some(x => (x || "").toLowerCase().includes(text));
}

// search marks what has the text that is looked for, and says how much that is.
function search() {
  const text = state.search;
  let total = 0, before = 0;
  views.forEach((v, i) => v.run.Steps.forEach((s, n) => {
    const found = text !== "" && matches(v, n, text);
    v.boxes[n].box.classList.toggle("found", found);
    if (!found || i !== state.run) return;
    total++;
    if (n <= state.step) before++;
  }));
  $("found").textContent = text === "" ? "" : before + "/" + total;
}

// seek chooses the next step that has the text, and begins anew at the end. One
// that is folded is taken out.
function seek(by) {
  const v = views[state.run], count = v.run.Steps.length;
  for (let k = 1; state.search !== "" && k <= count; k++) {
    const n = (state.step + by * k + k * count) % count;
    if (matches(v, n, state.search)) return unfold(state.run, n);
  }
}

// unfold chooses a step, and shows what has kept it out of sight.
function unfold(run, n) {
  const v = views[run];
  if (v.row[n] < 0) {
    const s = v.run.Steps[n];
    if (v.inRound[n]) state.rounds = false;
    if (s.Library) state.folded = false;
    for (const l of [s.Lane, s.With]) if (l >= 0) state.without.delete(v.run.Lanes[l].Name);
    redraw();
  }
  choose(run, n);
}

// address is the part of a link that names the step.
function address() { return "#" + (state.run ? "passes-" : "") + (state.step + 1); }

// follow chooses the step that a link names, and says whether there is one.
function follow() {
  const m = /^#(passes-)?(\d+)$/.exec(location.hash), run = m && m[1] ? 1 : 0;
  if (!m || !views[run] || !views[run].run.Steps[m[2] - 1]) return false;
  if (location.hash === address()) return true;
  if (!state.shown.has(run)) show([run]);
  unfold(run, m[2] - 1);
  return true;
}

// remember puts the step that is chosen into the page's address. A browser that does
// not allow it for a file leaves the address as it is.
function remember() {
  try { history.replaceState(null, "", address()); } catch { /* see above */ }
}

const zooms = [0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.5];

// zoom makes the diagrams larger or smaller, by 0 as they were.
function zoom(by) {
  const at = zooms.indexOf(state.zoom) + by;
  state.zoom = by ? zooms[Math.max(0, Math.min(zooms.length - 1, at))] : 1;
  redraw();
  choose(state.run, state.step);
}

// chart makes the map of an execution: a click on it goes there.
function chart(v) {
  const map = el("canvas", { className: "map", title: "the whole execution: click to go there" });
  const go = e => {
    const r = map.getBoundingClientRect();
    v.root.scrollTop = (e.clientY - r.top) / r.height * v.root.scrollHeight - v.root.clientHeight / 2;
  };
  map.onpointerdown = e => { map.setPointerCapture(e.pointerId); go(e); };
  map.onpointermove = e => { if (e.buttons) go(e); };
  v.root.addEventListener("scroll", () => drawMap(v), { passive: true });
  return map;
}

// drawMap draws the steps that are shown, each where its lane is, and a frame about
// what is in sight. There is no map of what is in sight as a whole.
function drawMap(v) {
  const map = v.map, all = v.root.scrollHeight;
  map.hidden = v.root.hidden || all < 2 * v.root.clientHeight;
  if (map.hidden) return;
  const dots = devicePixelRatio || 1, width = map.width = map.clientWidth * dots, height = map.height = map.clientHeight * dots;
  const c = map.getContext("2d"), color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name);
  const scale = height / all, lane = width / v.left.length;
  v.run.Steps.forEach((s, n) => {
    if (v.row[n] < 0) return;
    const tells = s.Failed || s.Race ? "bad" : marked(v.run, n) ? "mark-line" : "";
    const y = (headHeight + v.row[n] * rowHeight) * state.zoom * scale, tall = Math.max(dots, (rowHeight - 6) * state.zoom * scale);
    c.fillStyle = color(tells || (v.boxes[n].box.classList.contains("found") ? "chosen" : "create"));
    if (tells) c.fillRect(0, y, width, Math.max(3 * dots, tall));
    else for (const l of s.Lane < 0 ? v.left.keys() : [s.Lane, s.With]) if (l >= 0) c.fillRect(l * lane, y, Math.max(dots, lane - dots), tall);
  });
  c.strokeStyle = color("chosen");
  c.lineWidth = 2 * dots;
  c.strokeRect(dots, v.root.scrollTop * scale + dots, width - 2 * dots, v.root.clientHeight * scale - 2 * dots);
}

// inEditor is the address by which the editor is asked for a position, "" if the page was
// made for none.
function inEditor(pos) {
  const m = /^(.*?):(\d+)(?::(\d+))?$/.exec(pos || ""), path = m && (schedule.Files || {})[m[1]];
  if (!path) return "";
  const file = encodeURI(path.startsWith("/") ? path : "/" + path).replace(/[?#]/g, encodeURIComponent);
  return schedule.Editor.replace("{file}", () => file).replace("{line}", m[2]).replace("{column}", m[3] || "1");
}

// finding sets up what the user finds things by.
function finding() {
  $("search").oninput = e => { state.search = e.target.value.trim().toLowerCase(); search(); views.forEach(drawMap); };
  $("search").onkeydown = e => {
    if (e.key === "Enter") seek(e.shiftKey ? -1 : 1);
    if (e.key === "Escape") { e.target.value = state.search = ""; search(); e.target.blur(); }
  };
  for (const [id, by] of [["smaller", -1], ["larger", 1]]) $(id).onclick = () => zoom(by);
  addEventListener("hashchange", follow);
}
