package e2e

import (
	"encoding/json"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// findings says of each test of testdata/findings what go test -race does (passes, fails, or
// either), and what gocheck is to come to: a number of executions, passed where a bound may end it
// or the number is nobody's concern, the kind of a failure, or unsupported.
const findings = `
AppendOverflow passes 1
BubbleDeadline passes 1
BubbleParallel passes 1
BubbleRun passes 1
CopyOfTwo passes 1
EmptyBytes passes 1
EmptyStrings passes 1
GC passes passed
Garbage passes passed
Elements passes passed
Handle passes 1
SeenAsCounted fails race
Year passes 1
Cheaprand passes passed
Maphash passes passed
Alone passes 1
Inf passes 1
SlowEnd passes 2
MkdirTemp passes passed
Start passes 1
Flush passes 1
Log either 1
NaN passes passed
NaNInterface passes passed
NaNInside passes passed
Fprintf passes 8
WriteString passes 8
Write passes 8
Slog passes 6
UnhashableStore passes 1
UnhashableLoad passes 1
UnhashableDelete passes 1
UnhashableInc passes 1
UnhashableLit passes 1
UnhashableSharedLoad passes 1
ListenServer passes 4
ListenCleanup passes 1
ListenGoroutine passes 1
Lock passes 1
Lock2 passes 1
Lock3 passes 1
Lock4 passes 1
Lock5 fails race
LineRace fails race
LineOK passes 1
LoopVariable fails race
OrderAdd fails fatal
OrderLiteral fails fatal
OrderField fails fatal
OrderReturn fails fatal
OrderArgs fails fatal
ConversionString fails race
ConversionRunes fails race
ConversionArray fails race
ConversionArrayPtr fails race
ConversionStringOfSlice fails race
ConversionMapKey fails race
ConversionRangeString fails race
ConversionConsequence fails race
ExploredConv fails race
ExploredConvNew fails race
Expvar either fatal
Env either fatal
File either fatal
Mkdir either fatal
DeferredSaysSo passes unsupported
DeferredPanics passes unsupported
DeferredFlag passes unsupported
exit0.Exit0 either panic
exit0.Exit0Always fails panic
initclosure.Blank passes 1
initclosure.Blank2 passes 1
initclosure.Q passes 1
initclosure.R1 passes 1
initclosure.R2 passes 1
initclosure.R3 passes 1
initclosure.Total passes 1
initclosure.V passes 1
initclosure.W passes 1
initclosure.X passes 1
initclosure.Y passes 1
initclosure.Z passes 1
initreceive.Calls passes 1
initreceive.Calls2 passes 1
initreceive.First passes 1
initreceive.Len passes 1
shadowed.True passes 1
testmain.Opens fails fatal
`

// TestFindings: no word that go test -race would not say, and none less.
func TestFindings(t *testing.T) {
	longtest.Only(t)
	const prefix = "gocheck.dev/testdata/findings"
	r := explore(t, root, "-save=false", "-budget=5s", "./testdata/findings/...")
	native := natively(t, "./testdata/findings/...", "^TestExit0$") // it may end the process
	n := 0
	for line := range strings.Lines(strings.TrimSpace(findings)) {
		n++
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		does, want, _ := strings.Cut(rest, " ")
		if pkg, test, ok := strings.Cut(name, "."); ok {
			name = prefix + "/" + pkg + ".Test" + test
		} else {
			name = prefix + ".Test" + name
		}
		if passed, ok := native[name]; does != "either" && (!ok || passed != (does == "passes")) {
			t.Errorf("%s: natively %s, wrote %v (has a result: %v)", name, does, passed, ok)
		}
		got, failure := r.results[name], r.failures[name]
		switch exact, err := strconv.ParseInt(want, 10, 64); {
		case want == "unsupported" && got.Verdict == want:
			if said := strings.Join(r.output[name], ""); !strings.Contains(said, "_test.go:") {
				t.Errorf("%s is unsupported, and it does not say where:\n%s", name, said)
			}
		case want == "passed" && (got.Verdict == "pass" || got.Verdict == "incomplete"):
		case err == nil && got.Verdict == "pass" && got.Exhaustive && got.Executions == exact:
		case got.Verdict == "fail" && failure.Kind == want:
		default:
			t.Errorf("%s: want %s, got %+v %+v", name, want, got, failure)
		}
	}
	// And the one of a name that is too long for a file.
	for name, got := range r.results {
		if strings.HasPrefix(name, prefix+".TestNNNNNNNN") {
			n++
			if passed, ok := native[name]; !ok || passed || got.Verdict != "fail" {
				t.Errorf("%s: natively %v %v, got %+v", name, passed, ok, got)
			}
		}
	}
	if strings.Contains(r.text, "root:") {
		t.Error("shows lines of a file that the program only names")
	}
	if len(r.results) != n {
		t.Errorf("%d tests have results, want %d", len(r.results), n)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}

// natively runs the tests by go test -race, and says which have passed. Where what comes after the
// tests of a package fails, all of them have.
func natively(t *testing.T, pattern, skip string) map[string]bool {
	t.Helper()
	cmd := exec.Command("go", "test", "-race", "-vet=off", "-count=1", "-json", "-skip="+skip, pattern)
	cmd.Dir = root
	out, _ := cmd.Output() // its status says that tests have failed
	passed := map[string]bool{}
	fails := map[string]bool{}
	for text := range strings.Lines(string(out)) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("go test -json printed a line that is not JSON: %v\n%s", err, text)
		}
		switch name := l.Package + "." + l.Test; {
		case l.Test != "" && (l.Action == "pass" || l.Action == "fail"):
			passed[name] = l.Action == "pass"
			fails[l.Package] = fails[l.Package] || l.Action == "fail"
		case l.Test == "" && l.Action == "fail" && !fails[l.Package]:
			for name := range passed {
				if strings.HasPrefix(name, l.Package+".Test") {
					passed[name] = false
				}
			}
		}
	}
	return passed
}
