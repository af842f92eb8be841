package e2e

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

var (
	socketPrograms = flag.Int("sockets.programs", longtest.N(5, 40), "how many random programs TestRandomSockets makes")
	socketSeed     = flag.Uint64("sockets.seed", 0, "the first one's seed")
)

// TestRandomSockets: random programs of two or three goroutines over one TCP connection meet
// natively only what they meet under control, where all algorithms find the same outcomes in as
// many executions; with faults, too. Of a program that does not, the least one is shown.
func TestRandomSockets(t *testing.T) {
	var all []socketProgram
	for i := range *socketPrograms {
		all = append(all, randomSockets(rand.New(rand.NewPCG(*socketSeed+uint64(i), 21))))
	}
	for i, wrong := range judgeSockets(t, all) {
		if wrong == "" {
			continue
		}
		p := all[i]
		for smaller := p.smaller(); len(smaller) > 0; {
			said := judgeSockets(t, smaller)
			at := slices.IndexFunc(said, func(s string) bool { return s != "" })
			if at < 0 {
				break
			}
			p, wrong = smaller[at], said[at]
			smaller = p.smaller()
		}
		t.Errorf("seed %d: %s\n%s", *socketSeed+uint64(i), wrong, p.source("TestLeast"))
	}
}

// socketProgram has what is done before, and what each goroutine does: operations as Go
// expressions of what they have come to.
type socketProgram [][]string

func randomSockets(r *rand.Rand) socketProgram {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	letters := "abcdefghijklmnop"
	bytes := func(n int) string {
		s := letters[:n]
		letters = letters[n:]
		return fmt.Sprintf("%q", s)
	}
	var before []string
	for range one("", " ", "  ")[:] {
		before = append(before, fmt.Sprintf("write(%s, %s)", one("c", "s"), bytes(1)))
	}
	if r.IntN(6) == 0 {
		before = append(before, fmt.Sprintf(`word(%s.SetLinger(0))`, one("c", "s")))
	}
	p := socketProgram{before}
	tasks := 2 + r.IntN(3)/2
	for task := range tasks {
		e := []string{"c", "s", one("c", "s")}[task]
		var ops []string
		for range 1 + r.IntN(5-tasks) {
			op := ""
			switch n := r.IntN(50); {
			case n < 15:
				op = fmt.Sprintf("write(%s, %s)", e, bytes(1))
			case n < 18:
				op = fmt.Sprintf("write(%s, %s)", e, bytes(2))
			case n < 28:
				op = fmt.Sprintf("read(%s, %s)", e, one("1", "1", "2", "4"))
			case n < 33:
				op = fmt.Sprintf("raw(%s, %s)", e, one("1", "2", "4"))
			case n < 40:
				op = fmt.Sprintf(`"close " + word(%s.Close())`, e)
			case n < 44:
				op = fmt.Sprintf(`"shut " + word(%s.CloseWrite())`, e)
			case n < 46:
				op = fmt.Sprintf(`"deafen " + word(%s.CloseRead())`, e)
			case n < 48:
				op = fmt.Sprintf(`"late " + word(%s.SetReadDeadline(time.Unix(1, 0)))`, e)
			case n < 49:
				op = fmt.Sprintf(`"cut " + word(%s.SetLinger(0))`, e)
			default:
				op = fmt.Sprintf(`"timely " + word(%s.SetReadDeadline(time.Time{}))`, e)
			}
			ops = append(ops, op)
		}
		p = append(p, ops)
	}
	return p
}

// smaller are the programs without one of its operations.
func (p socketProgram) smaller() (all []socketProgram) {
	for i := range p {
		for j := range p[i] {
			q := slices.Clone(p)
			q[i] = slices.Delete(slices.Clone(p[i]), j, j+1)
			all = append(all, q)
		}
	}
	return all
}

func (p socketProgram) source(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc %s(t *testing.T) {\n\tc, s := pair(t)\n\tdefer time.Sleep(time.Millisecond)\n\tmet := make([]string, %d)\n\tvar wg sync.WaitGroup\n", name, len(p)-1)
	for _, op := range p[0] {
		fmt.Fprintf(&b, "\t%s\n", op)
	}
	for i, ops := range p[1:] {
		b.WriteString("\twg.Go(func() {\n")
		for _, op := range ops {
			fmt.Fprintf(&b, "\t\tmet[%d] += %s + \", \"\n", i, op)
		}
		b.WriteString("\t})\n")
	}
	// What waits for ever goes on in the end.
	b.WriteString("\tgo func() {\n\t\ttime.Sleep(30 * time.Millisecond)\n\t\tc.Close()\n\t\ts.Close()\n\t}()\n\twg.Wait()\n\ttell(t, met)\n}\n")
	return b.String()
}

//go:embed testdata/sockets_random.txt
var socketsHead string

// judgeSockets says of each program what is wrong with it.
func judgeSockets(t *testing.T, all []socketProgram) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "random")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	text := socketsHead
	for i, p := range all {
		text += p.source(fmt.Sprintf("Test%d", i))
	}
	for name, text := range map[string]string{
		"random_test.go": text,
		"go.mod":         "module random\n\ngo 1.25\n\nrequire gocheck.dev v0.0.0\n\nreplace gocheck.dev => " + root + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wrong := make([]string, len(all))
	say := func(i int, format string, args ...any) {
		if wrong[i] == "" {
			wrong[i] = fmt.Sprintf(format, args...)
		}
	}
	native := nativeSockets(t, dir)
	// The papers' algorithms take what stores the same once more for a write, as all do with
	// -commute=off.
	for _, with := range []struct {
		faults, commute string
		algorithms      []string
	}{
		{"0", "on", []string{"closure", "revisit", "dfs"}},
		{"0", "off", []string{"closure", "optimal"}},
		{"1", "on", []string{"closure", "revisit", "dfs"}},
	} {
		faults, algorithms := with.faults, with.algorithms
		var first map[string]metSockets
		for _, a := range algorithms {
			met := exploreSockets(t, dir, "-algo="+a, "-faults="+faults, "-commute="+with.commute)
			if first == nil {
				first = met
			}
			for i := range all {
				name := fmt.Sprintf("Test%d", i)
				got, want := met[name], first[name]
				switch {
				case got.Verdict != "pass" && got.Verdict != "incomplete":
					say(i, "%s, faults %s: %s", a, faults, got.Verdict)
				case !got.Exhaustive || !want.Exhaustive:
				case !maps.Equal(got.outcomes(), want.outcomes()):
					say(i, "%s, faults %s: %v\n%s: %v", algorithms[0], faults, want.sorted(), a, got.sorted())
				case a != "dfs" && got.Executions-got.Redundant != want.Executions:
					say(i, "%s, faults %s: %d executions, %s: %d", algorithms[0], faults, want.Executions, a, got.Executions)
				}
				for o := range native[name] {
					if got.Exhaustive && !got.outcomes()[o] {
						say(i, "%s, faults %s: %v\nnatively: %s", a, faults, got.sorted(), o)
					}
				}
			}
		}
	}
	return wrong
}

// nativeSockets are the outcomes of a few native runs.
func nativeSockets(t *testing.T, dir string) map[string]map[string]bool {
	t.Helper()
	file := filepath.Join(t.TempDir(), "met")
	cmd := exec.Command("go", "test", "-mod=mod", "-count=10", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "SOCKETS_MET="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("natively: %v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	native := make(map[string]map[string]bool)
	for l := range strings.Lines(string(text)) {
		name, o, _ := strings.Cut(strings.TrimSuffix(l, "\n"), " ")
		if native[name] == nil {
			native[name] = make(map[string]bool)
		}
		native[name]["met="+o] = true
	}
	return native
}

// metSockets is what a test has come to.
type metSockets struct {
	Action, Test, Verdict string
	Exhaustive            bool
	Executions, Redundant int64
	Outcomes              []struct{ Observed []string }
}

func (m metSockets) outcomes() map[string]bool {
	all := make(map[string]bool)
	for _, o := range m.Outcomes {
		all[strings.Join(o.Observed, " ")] = true
	}
	return all
}

func (m metSockets) sorted() []string { return slices.Sorted(maps.Keys(m.outcomes())) }

func exploreSockets(t *testing.T, dir string, args ...string) map[string]metSockets {
	t.Helper()
	cmd := exec.Command(command, append([]string{"-json", "-count=1", "-save=false", "-minimize=off", "-rand=seeded", "-pause=0", "-pools=own",
		"-maps=sorted", "-leaks=off", "-count-redundant", "-keep-going", "-budget=0", "-executions=3000"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	all := make(map[string]metSockets)
	for l := range strings.Lines(string(out)) {
		var m metSockets
		if json.Unmarshal([]byte(l), &m) == nil && m.Action == "result" && m.Test != "" {
			all[m.Test] = m
		}
	}
	if len(all) == 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	return all
}
