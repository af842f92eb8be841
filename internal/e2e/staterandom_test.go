package e2e

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

var stateSeeds = flag.Int("state.seeds", 1, "how many random modules TestRandomState makes")

// TestRandomState: packages with random variables, initialised by random
// expressions and functions in several files, and changed by init functions,
// other packages and a test. In each execution the state before the test is
// what a fresh process of the original finds.
func TestRandomState(t *testing.T) {
	longtest.Only(t)
	for seed := range *stateSeeds {
		dir := t.TempDir()
		g := &stateGen{rand.New(rand.NewPCG(uint64(seed), 1)), nil, nil}
		g.module(t, dir)
		cmd := exec.Command("go", "test", "./...")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("seed %d: natively: %v\n%s\n%s", seed, err, out, g.text())
		}
		got := explore(t, dir, "-save=false", "-commute=off", "./...").results["example.com/r/p3.TestState"]
		if got.Verdict != "pass" || got.Executions < 6 {
			t.Fatalf("seed %d: %+v\n%s\n%s", seed, got, runText(t, dir, "-save=false", "-commute=off", "./p3"), g.text())
		}
	}
}

// A stateGen writes a module of packages p0 to p3, each of which imports those
// before it.
type stateGen struct {
	*rand.Rand
	vars  [][]stateVar // by package
	files map[string]string
}

type stateVar struct{ name, kind string }

const statePackages = 4

func (g *stateGen) text() string {
	var b strings.Builder
	for name, text := range g.files {
		fmt.Fprintf(&b, "-- %s --\n%s", name, text)
	}
	return b.String()
}

func (g *stateGen) module(t *testing.T, dir string) {
	g.files = map[string]string{"go.mod": "module example.com/r\n\ngo 1.25\n"}
	for p := range statePackages {
		g.packageOf(p)
	}
	for name, text := range g.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// stateHelpers are the functions of each package that initialisers call.
const stateHelpers = `
type T struct {
	N int
	S []int
	P *T
}

func (t *T) Inc() int { t.N++; return t.N }

var counter int

func Next() int                    { counter++; return counter }
func slice(n int) []int            { return []int{n, Next()} }
func table(n int) map[string]int   { return map[string]int{"a": n, "b": Next()} }
func pointer(n int) *int           { n += Next(); return &n }
func object(n int) T               { return T{N: n, S: slice(n)} }
func closure(n int) func() int     { return func() int { n++; return n } }
func queue(n int) chan int         { c := make(chan int, 3); c <- n + Next(); return c }
func pair(n int) (int, []int)      { return n + Next(), slice(n) }
func add(p *int, n int)            { *p += n }
func first(o *sync.Once) (f bool)  { o.Do(func() { f = true }); return f }
func deref(p *int) int             { if p == nil { return -1 }; return *p }
func call(f func() int) int        { if f == nil { return -1 }; return f() }
`

func (g *stateGen) packageOf(p int) {
	head := fmt.Sprintf("package p%d\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n\t\"sync/atomic\"\n", p)
	uses := "\nvar (\n\t_ = fmt.Sprint\n\t_ sync.Once\n\t_ atomic.Int64\n"
	for q := range p {
		head += fmt.Sprintf("\n\t\"example.com/r/p%d\"", q)
		uses += fmt.Sprintf("\t_ = p%d.Next\n", q)
	}
	head += ")\n" + uses + ")\n\n"
	bodies := make([]string, 3)
	g.vars = append(g.vars, nil)
	declare := func(line string) { bodies[g.IntN(3)] += line }
	for i := range 8 + g.IntN(8) {
		name := fmt.Sprintf("V%d", i)
		if g.IntN(8) == 0 {
			g.vars[p] = append(g.vars[p], stateVar{name, "int"}, stateVar{name + "s", "[]int"})
			declare(fmt.Sprintf("var %s, %ss = pair(%d)\n", name, name, g.IntN(9)))
			continue
		}
		kind := stateKinds[g.IntN(len(stateKinds))]
		if init := g.init(p, kind); init == "" {
			declare(fmt.Sprintf("var %s %s\n", name, kind))
		} else {
			declare(fmt.Sprintf("var %s %s = %s\n", name, kind, init))
		}
		g.vars[p] = append(g.vars[p], stateVar{name, kind})
	}
	for range g.IntN(3) {
		declare(fmt.Sprintf("var _ = %s\n", []string{"Next()", "slice(1)", "func() int { add(&counter, 2); return 0 }()"}[g.IntN(3)]))
	}
	for range g.IntN(3) {
		declare("func init() {\n" + g.changes(p, 1+g.IntN(4)) + "}\n")
	}
	dump, all := "func Dump() (s string) {\n\ts = fmt.Sprintln(counter)\n", ""
	for _, v := range g.vars[p] {
		dump += fmt.Sprintf("\ts += fmt.Sprintln(%q, %s)\n", v.name, fmt.Sprintf(stateDumps[v.kind], v.name))
		if g.IntN(3) == 0 { // others change by other ways, or never
			all += g.change("", v)
		}
	}
	bodies[0] += stateHelpers + dump + "\treturn s\n}\n\nfunc Change() {\n" + all + g.changes(p, 4) + "}\n"
	for i, body := range bodies {
		g.files[fmt.Sprintf("p%d/%c.go", p, "cab"[i])] = head + body
	}
	if p == statePackages-1 {
		g.files[fmt.Sprintf("p%d/p_test.go", p)] = stateTest
	}
}

// init is an initialiser, "" for none.
func (g *stateGen) init(p int, kind string) string {
	n := g.IntN(100)
	if n < 15 {
		return ""
	}
	if n < 40 { // another variable, of this package or of an earlier one
		q := g.IntN(p + 1)
		for range 5 {
			if len(g.vars[q]) == 0 {
				break
			}
			v := g.vars[q][g.IntN(len(g.vars[q]))]
			name := v.name
			if q != p {
				name = fmt.Sprintf("p%d.%s", q, name)
			}
			switch {
			case v.kind == kind && kind != "sync.Once" && kind != "atomic.Int64" && (q == p || !strings.HasSuffix(kind, "T")):
				return name
			case q == p && kind == "*int" && v.kind == "int", kind == "*T" && v.kind == "T" && q == p:
				return "&" + name
			case kind == "func() int" && v.kind == "T":
				return name + ".Inc"
			case kind == "int" && v.kind == "[]int":
				return "len(" + name + ")"
			}
		}
	}
	all := stateInits[kind]
	if len(all) == 0 {
		return ""
	}
	init := all[g.IntN(len(all))]
	if init[0] == '{' {
		init = kind + init
	}
	return strings.ReplaceAll(init, "#", fmt.Sprint(g.IntN(9)))
}

// changes changes n random variables that package p sees.
func (g *stateGen) changes(p, n int) (s string) {
	for range n {
		q, prefix := g.IntN(p+1), ""
		if q != p {
			prefix = fmt.Sprintf("p%d.", q)
		}
		s += g.change(prefix, g.vars[q][g.IntN(len(g.vars[q]))])
	}
	return s
}

func (g *stateGen) change(prefix string, v stateVar) string {
	all := stateChanges[v.kind]
	s := all[g.IntN(len(all))]
	return "\t" + strings.NewReplacer("V", prefix+v.name, "#", fmt.Sprint(10+g.IntN(90))).Replace(s) + "\n"
}

var stateKinds = []string{"int", "int", "string", "[]int", "map[string]int", "*int", "T", "*T", "func() int", "any", "chan int", "sync.Once", "atomic.Int64", "[2]int", "[]func() int"}

var stateInits = map[string][]string{
	"int": {"#", "Next()", "Next() + #", "func() int { return # }()"}, "string": {`"x#"`, "fmt.Sprint(Next())"},
	"[]int": {"{#, 2}", "slice(#)", "make([]int, 2)"}, "map[string]int": {`{"a": #}`, "table(#)"}, "*int": {"new(int)", "pointer(#)"},
	"T": {"T{N: #}", "object(#)", "T{P: &T{N: #}}"}, "*T": {"&T{N: #}", "&T{S: slice(#)}"},
	"func() int": {"closure(#)", "func() int { return # }", "Next", "(&T{N: #}).Inc", "sync.OnceValue(Next)"}, "any": {"#", "slice(#)", "object(#)"},
	"chan int": {"make(chan int, 3)", "queue(#)"}, "[2]int": {"{1: #}", "{Next(), #}"}, "[]func() int": {"{closure(#), Next}", "{func() int { return # }}"},
}

var stateDumps = map[string]string{
	"int": "%s", "string": "%s", "[]int": "%s", "map[string]int": "%s", "*int": "deref(%s)", "T": "%s.N, %[1]s.S, %[1]s.P != nil", "*T": "%s != nil && %[1]s.Inc() > 5",
	"func() int": "call(%s)", "any": "%s", "chan int": "len(%s)", "sync.Once": "first(&%s)", "atomic.Int64": "%s.Add(1)", "[2]int": "%s", "[]func() int": "len(%s)",
}

var stateChanges = map[string][]string{
	"int": {"V = #", "V++", "func(p *int) { *p += # }(&V)"}, "string": {`V += "y"`}, "[]int": {"V = append(V, #)", "if len(V) > 0 { V[0] = # }", "clear(V)"},
	"map[string]int": {`if V != nil { V["#"] = # }`, "clear(V)", `V = map[string]int{"z": #}`}, "*int": {"if V != nil { *V = # }", "V = nil"},
	"T": {"V.N = #", "V.Inc()", "V.S = nil", "if len(V.S) > 0 { V.S[0] = # }"}, "*T": {"if V != nil { V.N = # }", "V = nil"}, "func() int": {"if V != nil { V() }", "V = nil"},
	"any": {"V = #", "if s, ok := V.([]int); ok { s[0] = # }"}, "chan int": {"select { case V <- #: default: }", "select { case <-V: default: }", "V = nil"},
	"sync.Once": {"V.Do(func() {})"}, "atomic.Int64": {"V.Store(#)"}, "[2]int": {"V[1] = #", "V = [2]int{}"}, "[]func() int": {"if len(V) > 0 { V[0]() }", "V = nil"},
}

// stateTest writes down the state that it finds, or compares it.
const stateTest = `package p3

import (
	"os"
	"sync/atomic"
	"testing"

	"example.com/r/p0"
	"example.com/r/p1"
	"example.com/r/p2"
)

func TestState(t *testing.T) {
	found := p0.Dump() + p1.Dump() + p2.Dump() + Dump()
	if want, err := os.ReadFile("found"); err != nil {
		os.WriteFile("found", []byte(found), 0o666)
	} else if string(want) != found {
		t.Errorf("found\n%s\nwant\n%s", found, want)
	}
	p0.Change()
	p1.Change()
	p2.Change()
	Change()
	var n atomic.Int32
	done := make(chan bool, 2)
	for range 2 {
		go func() { n.Add(1); n.Add(1); done <- true }()
	}
	<-done
	<-done
}
`
