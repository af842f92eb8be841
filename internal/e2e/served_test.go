package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// served holds the tests of a package to a word for each: the kind of failure, unsupported,
// passed (so far: within so many executions none may fail), or how many executions it has.
func served(t *testing.T, pkg string, executions int, wanted string) report {
	t.Helper()
	r := explore(t, root, "-save=false", "-rand=seeded", "-budget=0", "-executions="+strconv.Itoa(executions), pkg)
	prefix := "gocheck.dev/" + strings.TrimPrefix(filepath.ToSlash(pkg), "./") + ".Test"
	n := 0
	for w := range strings.FieldsSeq(wanted) {
		n++
		name, want, _ := strings.Cut(w, ":")
		got, kind := r.results[prefix+name], r.failures[prefix+name].Kind
		switch exact, err := strconv.ParseInt(want, 10, 64); {
		case want == "unsupported" && got.Verdict == want:
		case want == "passed" && (got.Verdict == "pass" || got.Verdict == "incomplete") && got.Executions > 0:
		case err == nil && got.Verdict == "pass" && got.Exhaustive && got.Executions == exact:
		case got.Verdict == "fail" && kind == want:
		default:
			t.Errorf("%s: want %s, got %+v %+v", name, want, got, r.failures[prefix+name])
		}
	}
	if len(r.results) != n {
		t.Errorf("%d tests have results, want %d", len(r.results), n)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
	return r
}

// TestSockets: sockets under control are like Linux's, where the same tests pass.
func TestSockets(t *testing.T) {
	r := served(t, "./testdata/sockets", 300, "Echo:1 Refused:1 TwoWrites:1 Unread:2 WriteToClosed:1 Backlog:1 Deadlines:1 Interrupted:passed Unix:1 Localhost:1 RoundTrip:1 RoundTripUDP:1 RoundTripLate:fatal RoundTripUDPLate:fatal RoundTripHeldUp:passed Order:fatal"+
		" RaceWrite:race RaceRead:race RaceReceived:race RaceReadFrom:race RaceBufio:race RaceMany:race ExploredRead:fatal ExploredReadPartly:fatal ExploredReceived:fatal ExploredWrite:fatal"+
		" NoRaceWrite:passed NoRaceShort:passed NoRaceEOF:passed NoRaceClosed:passed NoRaceMany:passed NoRaceBuffers:passed NoRacePublished:passed NoRacePooled:passed"+
		" FaultOfDials:3 FaultsOfDials:7 FaultOfTasks:3 FaultOfWrites:5 FaultsAreHeard:26 FaultOfDatagram:3 FaultOfDatagrams:6 FaultRetried:fatal FaultOfNone:fatal"+
		" AsyncOne:1 AsyncTwo:2 AsyncConnections:1 AsyncEnd:2 AsyncReset:2 AsyncDatagrams:passed AsyncTogether:fatal SplitTwo:3 SplitFull:3 SplitMessage:fatal"+
		" LinuxLinger:1 LinuxCloseRead:1 LinuxCloseWrite:1 LinuxClose:1 LinuxWrite:1 LinuxRead:1 LinuxResets:1 UnixCloseRead:1 UnixCloseWrite:1 UnixClose:1 UnixWrite:1 UnixRead:1 BehindCloseWrite:7 BehindClose:6 BehindDescriptor:8 Shut:1 ClosedByAll:3 Descriptor:1 DescriptorDropped:1 DescriptorWaits:5 DescriptorLate:2 EndOfPart:5 EndTwice:8 DescriptorReset:1 UDP:1 UDPRefused:passed UDPFamilies:passed Unixgram:1 Lookup:1 UDPOrder:fatal"+
		" UnixFiles:1 UnixgramFiles:1 UnixFixed:1 FixedMoved:1 FixedLinks:1 FixedListed:1 FixedWalked:unsupported FixedOpened:unsupported FixedRoot:unsupported FixedFS:unsupported FixedOrder:fatal FixedSyscalls:1 FixedDirectory:1 FixedThrough:1 FixedMovedOrder:fatal FileOrder:fatal Options:1 OptionsKept:1 OptionLinger:1 OptionPeer:1 OptionArrived:1 OptionTime:unsupported WriteBuffer:1 LateDial:1 Shared:unsupported SharedUDP:unsupported")
	const without = "gocheck.dev/testdata/sockets.TestUDPOrder" // no faults are asked for
	if text := strings.Join(r.output[without], ""); !strings.Contains(text, "bind :") || strings.Contains(text, "no fault") {
		t.Errorf("faults are spoken of:\n%s", text)
	}
	if text := strings.Join(r.output["gocheck.dev/testdata/sockets.TestFaultOfNone"], ""); !strings.Contains(text, `write 1 byte "b"`) || regexp.MustCompile(`no fault|FAULT|\d faults?\b`).MatchString(text) ||
		!regexp.MustCompile(`passes when ② write 1 byte "b" .* comes before ① read 1 byte "a" `).MatchString(text) {
		t.Errorf("what fails without a fault:\n%s", text)
	}
	// A race is at the program's own lines, also of what the network reads: two for each of six.
	if n := len(regexp.MustCompile(`(?m)^ {8}(read|write) at \S*races_test\.go:\d+ by `).FindAllString(r.text, -1)); n != 12 {
		t.Errorf("%d sides of races have a place:\n%s", n, r.text)
	}
	if !regexp.MustCompile(`timing: fails if goroutine 2 at \S*clock_test\.go:\d+ is held up`).MatchString(r.text) {
		t.Errorf("who is held up where?\n%s", r.text)
	}
	if longtest.N(0, 1) == 0 {
		return
	}
	// Natively who has asked may be held up, before it reads the clock, until the answer is there.
	native := exec.Command("go", "test", "-skip=Order$|RoundTrip", "./testdata/sockets")
	native.Dir = root
	if out, err := native.CombinedOutput(); err != nil {
		t.Errorf("natively: %v\n%s", err, out)
	}
}

// TestSocketsBeside: which numbers the file system gives to the files of sockets is not up to the
// test, but to who makes files beside it.
func TestSocketsBeside(t *testing.T) {
	for i := range longtest.N(3, 12) {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			r := explore(t, root, "-save=false", "-budget=0", "-run=^TestUnix(gram)?(Files|Fixed)$", "./testdata/sockets")
			for name, got := range r.results {
				if got.Verdict != "pass" || got.Executions != 1 {
					t.Errorf("%s: %+v", name, got)
				}
			}
			if len(r.results) != 3 {
				t.Errorf("%d tests have results, want 3", len(r.results))
			}
		})
	}
}

// TestServed: unmodified tests of servers and clients run, over TLS and HTTP/2, too; with
// those of the standard library's packages rewritten that have tasks.
func TestServed(t *testing.T) {
	longtest.Only(t)
	r := served(t, "./testdata/served", 60, "Kept:passed Own:passed Shutdown:passed Proxy:passed RPC:passed ClientTimeout:passed Get:passed TLS:passed HeaderTimeout:passed Reached:passed HTTP2:passed Stream:passed Late:passed"+
		" Counted:race ClosedEarly:fatal Default:passed Outside:unsupported"+
		" ShutdownDrops:fatal ShutdownRetried:passed ShutdownWaits:passed HijackLoses:fatal HijackKeeps:passed BodyRaces:race BodyWaits:passed"+
		" RetryTwice:fatal RetryOnce:passed PoolLoses:deadlock PoolPasses:passed"+
		" HalfClose:passed Framing:fatal Pool:passed PoolEarly:fatal RPCTimeout:passed CloseListener:fatal DeadlineStays:fatal BigBoth:deadlock CancelHeard:passed BodyLate:fatal StreamEnds:passed Jar:passed Mutual:passed"+
		" RPCPipe:passed JSONPipe:passed JSONDial:passed RPCRegistered:passed RPCRequest:1 RPCRacy:race RPCLost:fatal"+
		" Pipelined:passed PipelinedAnyhow:fatal Broker:passed BrokerUnheard:fatal Idle:1 IdleOnce:fatal CopyBoth:passed CopyBothClosed:fatal Resolver:passed ResolverNoID:fatal Renamed:1 RenamedEarly:fatal"+
		" PipeLate:fatal PipeStuck:deadlock PipeRaced:race PipeUnread:fatal PipeWaits:deadlock"+
		" Twice:passed DialLeft:fatal DialCancelled:fatal UsedAgain:fatal Cancelled:fatal")
	// What is done to a pipe is said, and where: it is made in a function of its own.
	for test, words := range map[string]string{
		"PipeLate":  `comes before ① the deadline has passed for the pipe of kinds_test\.go:\d+`,
		"PipeStuck": `main .*waits to write 1 byte "x" to the pipe of kinds_test\.go:\d+ at \S*kinds_test\.go:\d+\n`,
		"PipeRaced": `read at \S*kinds_test\.go:\d+ by goroutine \d+ \(\S*\)\n\s+\d+ \| go io\.ReadAll\(b\)`,
		"PipeWaits": `waits to write 1 byte "." to the pipe of kinds_test\.go:\d+ at \S+\n\s+.* waits to begin to write to the pipe of kinds_test\.go:\d+ at \S*kinds_test\.go:\d+\n`,
	} {
		_, text, _ := strings.Cut(r.text, "--- FAIL: Test"+test+" (")
		text, _, _ = strings.Cut(text, "\n--- ")
		if !regexp.MustCompile(words).MatchString(text) || regexp.MustCompile(`net/net\.go|aside:|holds|for io\.Pipe`).MatchString(text) {
			t.Errorf("%s: want %s in\n%s", test, words, text)
		}
	}
	// Handlers that packages register are put back without a step.
	if text := strings.Join(r.output["gocheck.dev/testdata/served.TestFraming"], ""); !strings.Contains(text, "FAILS") || strings.Contains(text, "mux") {
		t.Errorf("a test without a ServeMux has steps of one:\n%s", text)
	}
}

// TestServers: servers as they are written, and their clients, each with a mistake and without;
// what comes of each was judged by reading, and natively none passes here that fails there.
func TestServers(t *testing.T) {
	longtest.Only(t)
	served(t, "./testdata/servers", 300, "SSE:passed SSEBad:close Poll:passed PollBad:fatal NDJSON:passed NDJSONBad:race Chat:1 ChatBad:close"+
		" Limit:passed LimitBad:fatal Session:passed SessionBad:fatal Upgrade:passed UpgradeBad:fatal Health:passed HealthBad:fatal Jobs:passed JobsBad:fatal LimitListener:passed LimitListenerBad:deadlock"+
		" Upload:passed UploadBad:fatal Timeout:passed TimeoutTie:fatal TimeoutRaced:race MaxBytes:passed Expect:passed ExpectRefused:passed ConnState:passed ConnStateBad:fatal Later:passed LaterBad:fatal"+
		" Trailer:passed OnShutdown:passed OnShutdownBad:fatal Abort:passed Controller:passed"+
		" Balance:passed BalanceBad:race IdleRace:fatal Redirect:passed MaxConns:passed MaxConnsBad:fatal Gzip:passed FS:passed ServeFile:passed Gone:passed GoneBad:fatal BodyTimeout:passed Logs:passed LogsBare:passed HTTP2Stream:passed"+
		" Beat:passed BeatBad:fatal Drain:passed DrainLate:passed BacklogDropped:fatal PortAgain:1 After:passed AfterBad:fatal TLSRaw:passed TwoClose:passed DeadlineRenewed:passed Frames:passed FramesBad:fatal"+
		" SMTP:passed GobUnix:passed Mux:passed MuxBad:deadlock Buffers:passed ListenConfig:passed Lease:passed LeaseBad:fatal")
}

// TestQuiet: orders of steps within net/http that nobody can tell are one execution: a GET with a
// connection of its own took 64, one whose connection is kept 2,088, two of these 10,912; one whose
// client waits no longer had no end, as the client may be told so any number of times.
func TestQuiet(t *testing.T) {
	longtest.Only(t)
	const pkg = "./testdata/served"
	r := explore(t, root, "-save=false", "-algo=closure", "-rand=seeded", "-pause=0", "-pools=own", "-maps=sorted", "-budget=0", "-executions=3000", "-run=^Test(Kept|Own|Reached|Twice)$", pkg)
	for test, most := range map[string]int64{"Kept": 60, "Own": 20, "Reached": 450, "Twice": 230} {
		if got := r.results["gocheck.dev/testdata/served.Test"+test]; got.Verdict != "pass" || !got.Exhaustive || got.Executions > most {
			t.Errorf("%s: want at most %d executions, got %+v\n%s", test, most, got, r.text)
		}
	}
}

// TestRegister: three nodes over TCP, of which two bugs are found with a fault and none without;
// the repaired ones stand it as far as they are explored.
func TestRegister(t *testing.T) {
	bugs := []struct{ test, message, difference string }{
		{"Votes", "two leaders of term 1", `^passes when the connection of client :\d+ to server :\d+ is not reset \(register\.go:\d+\)$`},
		{"Stale", `node a has read "old" after "new" was written`, `^passes when the dial to server :\d+ is not refused \(register\.go:\d+\)$`},
	}
	const module = "gocheck.dev/testdata/register"
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "testdata/register"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+module+"\n\ngo 1.25\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-faults=1", "-budget=1m", "-run=Votes|Stale"}
	if !longtest.Asked() {
		args = append(args, "-minimize=off", "-save=false")
	}
	r := explore(t, dir, args...)
	for _, b := range bugs {
		f := r.failures[module+".Test"+b.test]
		if f.Kind != "fatal" || !strings.Contains(f.Message, b.message) {
			t.Errorf("%s: want %q, got %+v\n%s", b.test, b.message, f, r.text)
		}
		if !longtest.Asked() {
			continue
		}
		if !regexp.MustCompile(b.difference).MatchString(f.Difference) {
			t.Errorf("%s: %s", b.test, f.Difference)
		}
		if again := replay(t, dir, f.Schedule); again.failures[module+".Test"+b.test].Message != f.Message {
			t.Errorf("%s, replayed: %+v", b.test, again.failures)
		}
	}
	if !longtest.Asked() {
		return
	}
	for _, args := range [][]string{{"-executions=100"}, {"-faults=1", "-executions=500", "-run=Election|Change"}} {
		r := explore(t, dir, append(args, "-budget=0", "-save=false")...)
		for test, got := range r.results {
			// Where nothing is lost, and one node changes the value, each node is asked by one goroutine
			// over a connection of its own, and takes no lock that another one wants: one execution.
			if args[0] == "-executions=100" && (strings.HasSuffix(test, ".TestStale") || strings.HasSuffix(test, ".TestChange")) {
				if got.Verdict != "pass" || got.Executions != 1 {
					t.Errorf("%s with %s: %+v %+v", test, args, got, r.failures[test])
				}
				continue
			}
			if got.Verdict != "incomplete" || got.Executions == 0 {
				t.Errorf("%s with %s: %+v %+v", test, args, got, r.failures[test])
			}
		}
	}
}
