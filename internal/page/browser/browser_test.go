package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/page"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

var screenshots = flag.String("screenshots", "", "write screenshots to this folder")

// patience is how long a browser may take on a busy machine, to start and for all
// that a test does with it.
const patience = 5 * time.Minute

// browse opens the page of a schedule, and fails the test for whatever the
// page's script throws.
func browse(t *testing.T, s *wire.Schedule, actions ...chromedp.Action) {
	t.Helper()
	html, err := page.Write(s, "vscode://file{file}:{line}:{column}", func(name string) ([]byte, string) {
		for _, example := range []string{"hub", "searchbox"} {
			if text, err := os.ReadFile(filepath.Join("../../../testdata/examples", example, filepath.Base(name))); err == nil {
				return text, "/home/me/" + example + "/" + filepath.Base(name)
			}
		}
		return nil, ""
	})
	if err != nil {
		t.Fatal(err)
	}
	open(t, html, append([]chromedp.Action{chromedp.WaitVisible(".step.chosen", chromedp.ByQuery)}, actions...)...)
}

// open opens a page.
func open(t *testing.T, html []byte, actions ...chromedp.Action) {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv("GOCHECK_BROWSER") == "required" {
			t.Fatal("there is no Chromium")
		}
		t.Skip("there is no Chromium")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, html, 0o666); err != nil {
		t.Fatal(err)
	}
	// A browser leaves folders behind, and may still be writing to them.
	left, err := os.MkdirTemp("", "gocheck-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(left) })
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 800),
		chromedp.WSURLReadTimeout(patience), chromedp.Env("TMPDIR="+left))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(t.Logf))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	chromedp.ListenTarget(ctx, func(ev any) {
		if e, ok := ev.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page throws: %s", e.ExceptionDetails.Error())
		}
	})
	actions = append([]chromedp.Action{chromedp.Navigate("file://" + file)}, actions...)
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// where demands what the page says of the step that is chosen.
func where(t *testing.T, want string) chromedp.Action {
	return is(t, `document.getElementById("where").textContent`, want)
}

// is demands the value of an expression, as text.
func is(t *testing.T, expression, want string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var got string
		if err := chromedp.Evaluate("String("+expression+")", &got).Do(ctx); err != nil {
			return fmt.Errorf("%s: %w", expression, err)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
		return nil
	})
}

func keys(k string) chromedp.Action { return chromedp.KeyEvent(k) }

// shot keeps a screenshot for the docs, if it is asked for.
func shot(t *testing.T, name string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var png []byte
		if err := chromedp.CaptureScreenshot(&png).Do(ctx); err != nil {
			return err
		}
		if len(png) < 10_000 {
			t.Errorf("screenshot %s has %d bytes: is there anything on it?", name, len(png))
		}
		if *screenshots == "" {
			return nil
		}
		return os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o666)
	})
}

func dark(on bool) chromedp.Action {
	value := "light"
	if on {
		value = "dark"
	}
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}})
}

// hub is a schedule of testdata/examples/hub.
func hub(t *testing.T) *wire.Schedule { return saved(t, "hub.schedule") }

// saved is a schedule as gocheck has saved it.
func saved(t *testing.T, name string) *wire.Schedule {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := schedule.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestKeyboard(t *testing.T) {
	browse(t, hub(t),
		// It begins with what makes the difference.
		where(t, "fails: step 16 of 19"),
		is(t, `document.getElementById("what").textContent`, "close ch #2"),
		is(t, `document.querySelector(".row.here").textContent`, "36\tclose(ch)"),
		is(t, `document.querySelectorAll(".run:not([hidden])").length`, "2"),
		dark(false), shot(t, "show-light"), dark(true), shot(t, "show-dark"),
		keys("j"), where(t, "fails: step 17 of 19"),
		keys("k"), keys("k"), where(t, "fails: step 15 of 19"),
		keys("h"), where(t, "fails: step 14 of 19"), // the same lane
		keys("l"), keys("l"), where(t, "fails: step 16 of 19"),
		keys("g"), where(t, "fails: step 1 of 19"),
		keys("G"), where(t, "fails: step 19 of 19"),
		keys("f"), where(t, "fails: step 19 of 19"),
		// The same step in the passing execution, and what differs there.
		keys("d"), keys("x"), where(t, "passes: step 17 of 21"),
		keys("d"), where(t, "passes: step 16 of 21"),
		keys("p"), is(t, `document.querySelectorAll(".run:not([hidden])").length`, "1"),
		keys("p"), is(t, `document.querySelector(".run:not([hidden]) .name").textContent`, "passes"),
		keys("p"), is(t, `document.querySelectorAll(".run:not([hidden])").length`, "2"),
		// Arrows on demand.
		is(t, `document.querySelectorAll(".edge.order").length > 0`, "false"),
		keys("o"), is(t, `document.querySelectorAll(".edge.order").length > 0`, "true"),
		keys("s"), is(t, `document.querySelectorAll(".edge.sync").length`, "0"),
		keys("?"), is(t, `document.getElementById("help").open`, "true"),
	)
}

// Two handlers: their events are framed, what is posted has an arrow to where it
// is handled, who waits is shown waiting, and the pair that makes the difference
// is marked in both executions.
func TestHandlers(t *testing.T) {
	browse(t, saved(t, "searchbox.schedule"),
		where(t, "fails: step 8 of 13"),
		dark(false), shot(t, "show-events"),
		is(t, `document.querySelectorAll(".run:nth-child(1) .band").length`, "6"),
		is(t, `document.querySelectorAll(".run:nth-child(1) .edge.message").length`, "6"),
		is(t, `document.querySelectorAll(".run:nth-child(1) .wait").length`, "1"),
		is(t, `document.querySelectorAll(".race").length`, "2"),
		keys("f"),
		is(t, `[...document.querySelectorAll(".run:nth-child(1) .mark")].map(b => b.textContent).join()`, "event :40,event :40"),
		is(t, `[...document.querySelectorAll(".run:nth-child(2) .mark")].map(b => b.textContent).join()`, "event :40,event :40"),
		is(t, `document.querySelector("dd").textContent.startsWith("assert: shows the results")`, "true"),
		keys("m"), is(t, `document.querySelectorAll(".edge.message").length`, "0"),
	)
}

// What is in libraries can be left out, but not what makes the difference.
func TestLibraries(t *testing.T) {
	s := hub(t)
	for i := range s.Steps {
		s.Steps[i].Pos = "$GOMODCACHE/example.com/hub@v1.0.0/hub.go:1:1"
	}
	browse(t, s,
		is(t, `views[0].row.filter(r => r >= 0).length`, "19"),
		keys("v"), is(t, `views[0].row.map((r, n) => r >= 0 ? n + 1 : 0).filter(n => n).join()`, "16,18,19"),
		is(t, `$("library").getAttribute("aria-pressed")`, "false"),
		keys("v"), is(t, `views[0].row.filter(r => r >= 0).length`, "19"),
	)
}

func TestFilters(t *testing.T) {
	browse(t, hub(t),
		chromedp.Click("section:nth-child(1) .head:nth-of-type(2)", chromedp.ByQuery),
		is(t, `[...views[0].boxes].filter(b => !b.box.hidden).length`, "13"),
		is(t, `[...document.querySelectorAll(".run")].map(r => r.querySelectorAll(".head[aria-pressed=false]").length).join()`, "1,1"),
		keys("g"), keys("j"), keys("j"), where(t, "fails: step 3 of 19"),
		chromedp.SetValue("#object", "h.mu", chromedp.ByQuery), chromedp.Evaluate(`$("object").dispatchEvent(new Event("change"))`, nil),
		is(t, `views[0].run.Steps.every((s, n) => (s.Object === "h.mu") !== views[0].boxes[n].box.classList.contains("dim"))`, "true"),
		chromedp.Evaluate(`document.activeElement.blur()`, nil),
		keys("\u001b"),
		is(t, `document.querySelectorAll(".dim").length`, "0"),
		is(t, `[...views[0].boxes].filter(b => !b.box.hidden).length`, "19"),
	)
}

// Whatever the program calls its things is text.
func TestInert(t *testing.T) {
	const evil = `</script><script>document.title="evil"</script><img src=x onerror='document.title="evil"'>`
	s := hub(t)
	s.Test, s.Package = evil, evil
	s.Failure.Message, s.Failure.Details = evil, []string{evil, "<!--<script>"}
	for i := range s.Steps {
		s.Steps[i].Object, s.Steps[i].Value = evil, evil
	}
	s.Steps[3].Pos = evil + ":3:1"
	browse(t, s,
		is(t, `document.title === "evil"`, "false"),
		is(t, `document.images.length`, "0"),
		is(t, `document.scripts.length`, "2"),
		is(t, `document.getElementById("details").textContent.startsWith("</script>")`, "true"),
	)
}

// A schedule of 2,000 steps is drawn, and its end is a key away.
func TestLong(t *testing.T) {
	s := &wire.Schedule{Package: "p", Test: "TestLong", Failure: &wire.Failure{Kind: "steps", Message: "it goes on and on"}}
	for i := range 2000 {
		task := []string{"main", "main/1", "main/2", "main/3", "main/4"}[i/3%5]
		s.Steps = append(s.Steps, wire.Step{Task: task, Op: []string{"lock", "write", "unlock"}[i%3], Object: []string{"mu", "x", "mu"}[i%3], Pos: "a.go:1:1"})
	}
	browse(t, s,
		where(t, "fails: step 2000 of 2000"),
		is(t, `document.querySelectorAll(".step").length`, "2000"),
		is(t, `(() => { const r = document.querySelector(".chosen").getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })()`, "true"),
		keys("g"),
		is(t, `(() => { const r = document.querySelector(".chosen").getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })()`, "true"),
	)
}

// What is looked for is marked, counted and gone to; the address names the step, and a
// link to it opens it; a loop's rounds are one row; a large execution has a map; each step
// says what is held and waited for, and leads to the editor.
func TestFinding(t *testing.T) {
	s := &wire.Schedule{Package: "p", Test: "TestLoop", Failure: &wire.Failure{Kind: "deadlock", Message: "all wait"}}
	for range 100 {
		for _, op := range []string{"lock", "unlock"} {
			s.Steps = append(s.Steps, wire.Step{Task: "main", Op: op, Object: "mu", Pos: "hub.go:1:1"})
		}
	}
	s.Steps = append(s.Steps, wire.Step{Task: "main/1", Op: "lock", Object: "needle", Pos: "hub.go:2:5"},
		wire.Step{Task: "main/1", Op: "unlock", Object: "needle", Pos: "hub.go:3:5"})
	for i := range 60 {
		s.Steps = append(s.Steps, wire.Step{Task: "main/2", Op: "write", Object: fmt.Sprint("x", i*i), Pos: "hub.go:4:1"})
	}
	last := &s.Steps[len(s.Steps)-1]
	last.Blocked, last.Waits = []string{"main"}, []wire.Access{{Task: "main", Op: "lock", Object: "b", Pos: "hub.go:9:2"}}
	const hash = `location.hash`
	browse(t, s,
		where(t, "fails: step 262 of 262"),
		is(t, hash, "#262"),
		is(t, `document.querySelector(".end").textContent`, "blocked: lock b at hub.go:9"),
		is(t, `[...document.querySelectorAll("dd")].some(d => d.textContent === "main: lock b at hub.go:9")`, "true"),
		is(t, `views[0].row.filter(r => r >= 0).length`, "65"), // two steps, a row for 99 rounds, 62 steps
		is(t, `views[0].boxes[2].box.textContent`, "… 99 more rounds of the 2 steps above"),
		is(t, `views[0].boxes[2].box.dataset.at + views[0].boxes[1].box.dataset.at.replace(/\d+/, "N")`, " :N"),
		is(t, `views[0].map.hidden`, "false"),
		keys("/"), is(t, `document.activeElement.id`, "search"),
		chromedp.Evaluate(`$("search").value = ""`, nil), // a simulated key is typed even if it was taken
		chromedp.SendKeys("#search", "needle\r", chromedp.ByQuery),
		where(t, "fails: step 201 of 262"), is(t, `$("found").textContent`, "1/2"),
		is(t, `document.querySelectorAll(".found").length`, "2"),
		is(t, `[...document.querySelectorAll("dd")].map(d => d.textContent).includes("needle")`, "true"),
		is(t, `document.querySelector("#place a").href`, "vscode://file/home/me/hub/hub.go:2:5"),
		is(t, `views[0].run.Steps[200].Holds.join()`, "needle"),
		chromedp.Evaluate(`document.activeElement.blur()`, nil),
		keys("n"), where(t, "fails: step 202 of 262"),
		keys("n"), where(t, "fails: step 201 of 262"),
		keys("N"), where(t, "fails: step 202 of 262"), is(t, hash, "#202"),
		// A link to a round that is folded takes it out.
		chromedp.Evaluate(`location.hash = "#100"`, nil), chromedp.Poll(`state.step === 99`, nil),
		is(t, `views[0].row.filter(r => r >= 0).length`, "262"),
		keys("r"), is(t, `views[0].row.filter(r => r >= 0).length`, "65"),
		keys("G"), keys("e"), is(t, `views[0].row.filter(r => r >= 0).length`, "60"),
		keys("e"), is(t, `views[0].row.filter(r => r >= 0).length`, "65"),
		// All of it in sight: no map.
		keys("-"), keys("-"), keys("-"), keys("-"), keys("-"),
		is(t, `state.zoom`, "0.35"), is(t, `views[0].map.hidden`, "true"),
		keys("0"), is(t, `state.zoom`, "1"),
		is(t, `(() => { const r = document.querySelector(".chosen").getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight; })()`, "true"),
	)
}

// On a phone, and at 500 pixels, what is chosen, its diagram and its source are all to
// be seen, and nothing makes the page wider than the screen.
func TestNarrow(t *testing.T) {
	for _, width := range []int64{375, 500} {
		browse(t, hub(t),
			chromedp.EmulateViewport(width, 800), keys("p"), keys("f"),
			is(t, `document.documentElement.scrollWidth <= innerWidth`, "true"),
			is(t, `["chosen", "here"].every(c => { const r = document.querySelector("." + c).getBoundingClientRect(); return r.top > 0 && r.bottom <= innerHeight && r.left >= 0; })`, "true"),
			shot(t, "show-narrow"),
		)
	}
}

// Conflicts: a row opens its two sequences, in which the pair is marked, and the
// difference; a class can be chosen. There is no script on the page.
func TestConflicts(t *testing.T) {
	event := func(name string) wire.Event {
		return wire.Event{Task: name, Handler: "ui", Pos: "searchbox.go:20:1"}
	}
	pair := func(a, b, object string) *wire.Conflict {
		return &wire.Conflict{
			First: event(a), Second: event(b), Object: object,
			FirstAt: wire.Access{Op: "write", Pos: "searchbox.go:21:1"}, SecondAt: wire.Access{Op: "read", Pos: "searchbox.go:30:1"},
		}
	}
	r := outcome.Classify([]wire.Sequence{
		{Index: 0, Parent: -1, Events: []wire.Event{event("a"), event("b"), event("c")}, Final: &wire.Final{}},
		{Index: 1, Depth: 1, Pair: pair("a", "b", "<b>x"), Events: []wire.Event{event("b"), event("a")}, Final: &wire.Final{Failure: "panic: <b>"}},
		{Index: 2, Depth: 1, Pair: pair("a", "c", "y"), Events: []wire.Event{event("c"), event("a"), event("b")}, Final: &wire.Final{Timers: []string{"t"}}},
		{Index: 3, Depth: 1, Pair: pair("b", "c", "z"), Events: []wire.Event{event("a"), event("c"), event("b")}},
	}, nil, &wire.Result{})
	html, err := page.Conflicts([]page.Explored{{Package: "p", Test: "TestX", Verdict: "fail", Report: r, Options: report.Options{
		Source: func(name string) []byte {
			text, _ := os.ReadFile(filepath.Join("../../../testdata/examples/searchbox", name))
			return text
		},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	const shown = `[...document.querySelectorAll(".conflict")].filter(c => c.checkVisibility()).map(c => c.querySelector(".class").textContent).join()`
	open(t, html,
		is(t, shown, "different,approximately equal,equal"),
		is(t, `[...document.querySelectorAll("ol")].filter(o => o.checkVisibility()).length`, "0"),
		chromedp.Click(".different summary", chromedp.ByQuery),
		is(t, `[...document.querySelectorAll("ol")].filter(o => o.checkVisibility()).map(o => [...o.querySelectorAll(".sign")].map(b => b.textContent || "-").join("")).join()`, "①②-,②①"),
		is(t, `(() => { const [a, b] = [...document.querySelectorAll("ol")].map(o => o.getBoundingClientRect()); return a.top === b.top && a.right < b.left; })()`, "true"),
		is(t, `document.querySelector(".diff").textContent`, "- passes\n+ panic: <b>\n"),
		is(t, `[...document.querySelectorAll(".different .line.here i")].map(l => l.textContent).join()`, "21,30"),
		dark(false), shot(t, "conflicts-light"), dark(true), shot(t, "conflicts-dark"),
		chromedp.Click("#show-approximately", chromedp.ByQuery), is(t, shown, "approximately equal"),
		chromedp.Click("#show-equal", chromedp.ByQuery), is(t, shown, "equal"),
		chromedp.Click("#show-different", chromedp.ByQuery), is(t, shown, "different"),
		chromedp.Click("#show-all", chromedp.ByQuery), is(t, shown, "different,approximately equal,equal"),
		is(t, `document.scripts.length`, "0"),
	)
}

// The page asks for nothing from anywhere.
func TestSelfContained(t *testing.T) {
	html, err := page.Write(hub(t), "", func(string) ([]byte, string) { return nil, "" })
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"http://", "https://", "@import", "url("} {
		if rest := strings.ReplaceAll(string(html), "http://www.w3.org/2000/svg", ""); strings.Contains(rest, word) {
			t.Errorf("the page has %q", word)
		}
	}
}
