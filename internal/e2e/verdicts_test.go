package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// expectation is what the tests of a package are to come to: names with numbers of
// executions, with kinds of failures, and names alone.
type expectation struct{ passes, fails, unsupported string }

// holds compares, for a package of testdata.
func (e expectation) holds(t *testing.T, r report, prefix string) (wanted int) {
	t.Helper()
	for _, list := range []string{e.passes, e.fails, e.unsupported} {
		for w := range strings.FieldsSeq(list) {
			wanted++
			name, want, _ := strings.Cut(w, ":")
			got := r.results[prefix+name]
			if list == e.unsupported {
				if got.Verdict != "unsupported" {
					t.Errorf("%s: want unsupported, got %+v %+v", name, got, r.failures[prefix+name])
				}
			} else if n, err := strconv.ParseInt(want, 10, 64); err != nil {
				if got.Verdict != "fail" || r.failures[prefix+name].Kind != want {
					t.Errorf("%s: want a failure of kind %s, got %+v %+v", name, want, got, r.failures[prefix+name])
				}
			} else if got.Verdict != "pass" || !got.Exhaustive || got.Executions != n || got.Blocked != 0 {
				t.Errorf("%s: want a pass with %d executions, got %+v %s", name, n, got, r.failures[prefix+name].Message)
			}
		}
	}
	return wanted
}

// TestVerdicts: what the tests of testdata/verdicts come to.
func TestVerdicts(t *testing.T) {
	longtest.Only(t) // a test binary of much of the library, and one by itself
	r := explore(t, root, "-save=false", "-p=1", "./testdata/verdicts/...")
	const prefix = "gocheck.dev/testdata/verdicts"
	wanted := expectation{
		passes: "Exit0Recovered:1 GoexitElsewhere:1 SendCloseOrdered:2 SendCloseAcknowledged:1" +
			" Garbage:1 Collects:1 Year:1 BubbleDeadline:1 LogOrders:1 SlowEnd:2" +
			" Cheaprand:483 CheaprandAsValue:16 MkdirTemp:15 CreateTemp:1 CreateTempFails:1 Pid:1 Address:1" +
			" FprintfIntoPipe:8 FprintfIntoNetPipe:8 DiscardPipe:8 SlogTime:6 LogTime:1 BubbleLen:1 BubbleOutside:1 BubbleAfterAll:1 BubbleBeforeAll:1 BubbleWaits:1 BubbleServed:1 BubbleBeside:1 BubbleArrived:1 BubbleMet:1" +
			" EndedOutput:1 EndedWriter:1 EndedLog:1 LateNot:4 LateAttr:1",
		fails: "Exit0:panic Exit0Sometimes:panic Exit0Subtest:panic Exit0Cleanup:panic Exit3:fatal LogFatal:fatal Goexit:panic" +
			" OutsideTooLate:fatal PanicPanics:panic" +
			" SendClose:race SendCloseUnbuffered:race SelectClose:race SendCloseRecovered:race SendCloseFails:close SendCloseWaits:close SelectCloseFails:close" +
			" SelectDefaultCloseFails:close SendsCloseFails:close SendCloseTold:fatal SendCloseWrapped:panic RaceAndError:race ErrorAndRace:fatal SlowLeak:leak" +
			" BubbleSend:panic BubbleRecv:panic BubbleClose:panic BubbleDefault:panic BubbleSelect:panic BubbleGoroutine:panic BubbleTimer:panic BubbleStop:panic" +
			" GoNil:panic GoNilNamed:panic GoNilArgs:panic" +
			" SecondPanic:panic SecondPanicCalled:panic SecondPanicOfRuntime:panic ThirdPanic:panic SecondPanicGoroutine:panic SecondPanicRecovered:panic" +
			" PanicPassedOn:panic PanicPassedOnTwice:panic PanicRecoveredWithin:panic PanicOfGoexit:panic PanicOfSkip:panic" +
			" FailsPanics:fatal FailsPanicsLater:fatal FailsPanicsInCleanup:fatal FailsPanicsInSub:fatal FailsPanicsElsewhere:fatal FailsPanicRecovered:fatal" +
			" EndedFail:fatal EndedError:fatal EndedAttr:fatal EndedErrorOf:fatal HelperOf:fatal" +
			" LateLog:panic LateOutput:panic LateWrite:panic LateWriter:panic LateOutputOf:panic LateLogOf:panic LateLogfOf:panic",
		unsupported: "OutsideDeferred OutsideRecover OutsidePanic OutsideNil OutsideExit OutsideCleanup OutsideGoroutine OutsideSubtest",
	}.holds(t, r, prefix+".Test")
	wanted += expectation{
		passes: "Closes:1 Returns:1 Outside:1 Sleep:1 Wait:1 Twice:1 Elsewhere:1",
		fails:  "Opens:fatal Sometimes:fatal Fails:fatal Fatal:fatal Panics:panic PanicsAfter:panic Deadlock:deadlock TwiceFails:fatal Skips:fatal",
	}.holds(t, r, prefix+"/testmain.Test")
	// Natively these fail, in an order that is not explored.
	for _, name := range []string{"", "Wait", "Mutex", "Later", "Sleep", "Arrival", "ArrivalWait", "ArrivalAfter", "ArrivalServed"} {
		wanted++
		if got := r.results[prefix+".TestOutpaced"+name]; got.Verdict != "incomplete" || got.Exhaustive {
			t.Errorf("Outpaced%s: %+v", name, got)
		}
	}
	// How hashes collide is by chance.
	wanted++
	if got := r.results[prefix+".TestMaphash"]; got.Verdict != "pass" || len(got.Warnings) > 0 {
		t.Errorf("Maphash: %+v", got)
	}
	for _, what := range []string{"the process's number", "an address (%p)"} {
		if !strings.Contains(r.text, "warning: "+what+", asked for at testdata/verdicts/chance_test.go:") {
			t.Errorf("there is no warning of %s", what)
		}
	}
	if f := r.failures[prefix+".TestPanicPanics"]; f.Message != "panic while printing panic value: no words" || !strings.HasPrefix(f.Pos, "testdata/verdicts/exit_test.go:") {
		t.Errorf("PanicPanics: %+v", f)
	}
	if !strings.Contains(r.text, "ended_test.go:135: told where the helper is called") {
		t.Error("a helper that is called through an interface is not left out")
	}
	for _, name := range []string{"RaceAndError", "ErrorAndRace"} {
		if got := r.results[prefix+".Test"+name]; got.Failing != 1 || !strings.Contains(r.text, "--- FAIL: Test"+name) {
			t.Errorf("%s: %+v", name, got)
		}
		for _, kind := range []string{"race", "fatal"} {
			if !r.has(prefix+".Test"+name, kind) {
				t.Errorf("%s: no failure of kind %s", name, kind)
			}
		}
	}
	panicPlaces(t, r)
	if len(r.results) != wanted {
		t.Errorf("%d tests have results, want %d", len(r.results), wanted)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}

// panicPlaces: of several panics the one that ends the program is reported, where it was raised,
// and also if the test has failed before.
func panicPlaces(t *testing.T, r report) {
	t.Helper()
	const file = "testdata/verdicts/panics_test.go"
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	panics := 0
	for _, f := range r.all {
		place, ok := strings.CutPrefix(f.Pos, file+":")
		if !ok || f.Kind != "panic" {
			continue
		}
		panics++
		line, _, _ := strings.Cut(place, ":")
		if n, err := strconv.Atoi(line); err != nil || !strings.HasSuffix(lines[n-1], "// ends it") {
			t.Errorf("%s: %s at %s, where nothing ends it", f.Test, f.Message, f.Pos)
		}
	}
	if want := 16; panics != want {
		t.Errorf("%d panics are reported, want %d", panics, want)
	}
}

// TestSendCloseSampled: a send and a close without order are reported as a send on a closed
// channel in whatever order the one execution has them that is made.
func TestSendCloseSampled(t *testing.T) {
	longtest.Only(t)
	const name = "gocheck.dev/testdata/verdicts.TestSendCloseFails"
	sampled := func(args ...string) report {
		args = append(args, "-save=false", "-p=1", "-minimize=off", "-run=^TestSendCloseFails$", "./testdata/verdicts")
		return explore(t, root, args...)
	}
	sendFirst := 0
	for seed := 1; seed <= 100 && sendFirst == 0; seed++ {
		args := []string{"-algo=pos", "-executions=1", "-seed=" + strconv.Itoa(seed)}
		if off := sampled(append(args, "-races=off")...); off.results[name].Verdict != "fail" {
			sendFirst++
		}
		if r := sampled(args...); !r.has(name, "close") || r.has(name, "race") {
			t.Errorf("seed %d:\n%s", seed, r.text)
		}
	}
	if sendFirst == 0 {
		t.Error("no execution has the send first")
	}
	// Of all executions there is one failure, although some have the send first.
	if r := sampled("-keep-going"); !r.has(name, "close") || r.has(name, "race") || r.results[name].Failing != 2 {
		t.Errorf("-keep-going: %+v\n%s", r.results[name], r.text)
	}
}
