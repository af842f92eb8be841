package rewrite

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/decls"
	"gocheck.dev/instrument/internal/loadtest"
	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/internal/longtest"
)

// programHead is what random programs are made of.
const programHead = `package main

import "unsafe"

type T struct {
	a, b int
	p    *T
	xs   []int
	m    map[int]int
	arr  [2]int
}

var g0, g1 int
var gt T
var gp = fresh()
var gs = []int{1, 2}
var gm = map[int]int{}
var gf func()
var gi any = gp
var gtab = []T{{}, {}}
var garr [2]T
var gwords = [][2]int{{}, {}}
var i0, i1 int
var itab = []int{1, 2}

func fresh() *T { return &T{xs: []int{1, 2}, m: map[int]int{}} }

func (t *T) next() *T {
	if t.p == nil {
		t.p = fresh()
	}
	return t.p
}
func (t T) sum() int    { return t.a + t.b }
func same(t *T) *T      { return t }
func keep(t *T)         { gp = t }
func look(t *T) int     { return t.a }
func run(f func())      { f() }
func later(f func())    { gf = f }
func (t *T) bump()      { t.b++ }
func (t *T) set(v int)  { t.a = v }
func one(p *int) *int   { return (*int)(unsafe.Pointer(p)) }

func each(yield func(int) bool)  { go func() { yield(1) }() }
func here(yield func(int) bool)  { yield(1) }
`

// A gen writes one random program: what tasks can see of each other's
// variables, by capture, address, alias, argument, global, interface.
type gen struct {
	*rand.Rand
	b      strings.Builder
	ints   []string // variables in scope, by type
	ptrs   []string
	slices []string
	maps   []string
	n      int
	tasks  int
}

func (g *gen) pick(list []string) string { return list[g.IntN(len(list))] }

func (g *gen) name() string { g.n++; return fmt.Sprintf("v%d", g.n) }

func (g *gen) pointer() string {
	p := g.pick(g.ptrs)
	switch g.IntN(8) {
	case 0:
		return p + ".next()"
	case 1:
		return "same(" + p + ")"
	case 2:
		return "gi.(*T)"
	}
	return p
}

func (g *gen) slice() string {
	if g.IntN(3) == 0 {
		return g.pointer() + ".xs"
	}
	return g.pick(g.slices)
}

func (g *gen) mapping() string {
	if g.IntN(3) == 0 {
		return g.pointer() + ".m"
	}
	return g.pick(g.maps)
}

func (g *gen) place() string {
	switch g.IntN(9) {
	case 7:
		return g.pick([]string{"gtab[0].a", "gtab[1].arr[0]", "garr[0].b", "garr[1].arr[1]", "gwords[0][1]", "itab[0]", "i0"})
	case 8:
		return "*(*int)(unsafe.Pointer(&" + g.pick(g.ints) + "))"
	case 0:
		return g.pointer() + g.pick([]string{".a", ".b", ".arr[1]"})
	case 1:
		return g.slice() + "[" + g.pick([]string{"0", "1"}) + "]"
	case 2:
		return g.mapping() + "[1]"
	case 3:
		return g.pick([]string{"gt.a", "gt.arr[0]", "g0", "g1"})
	}
	return g.pick(g.ints)
}

func (g *gen) value() string {
	switch g.IntN(6) {
	case 0:
		return "1"
	case 1:
		return g.place() + " + " + g.place()
	case 2:
		return "look(" + g.pointer() + ")"
	case 3:
		return g.pointer() + ".sum() + len(" + g.slice() + ") + len(" + g.mapping() + ")"
	}
	return g.place()
}

func (g *gen) block(depth, n int) {
	ints, ptrs, slices, maps := len(g.ints), len(g.ptrs), len(g.slices), len(g.maps)
	for range n {
		g.stmt(depth)
	}
	g.ints, g.ptrs, g.slices, g.maps = g.ints[:ints], g.ptrs[:ptrs], g.slices[:slices], g.maps[:maps]
}

func (g *gen) stmt(depth int) {
	p := func(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
	declare := func(list *[]string, format string, args ...any) {
		v := g.name()
		p(v+" := "+format+"; _ = "+v, args...)
		*list = append(*list, v)
	}
	nested := func(head, tail string) {
		if depth == 0 {
			return
		}
		p("%s", head)
		g.block(depth-1, 3)
		p("%s", tail)
	}
	switch g.IntN(36) {
	case 22:
		head := "for range each {"
		if g.IntN(3) == 0 {
			head = "for range here {"
		}
		nested(head, "}")
	case 23:
		nested("for "+g.pick(g.ints)+" = range each {", "}")
	case 24:
		x := g.name()
		g.ints = append(g.ints, x)
		nested("for "+x+" := range each { _ = "+x, "}")
		g.ints = g.ints[:len(g.ints)-1]
	case 25:
		r := g.name()
		p("func() (%s int) {", r)
		g.ints = append(g.ints, r)
		switch g.IntN(3) {
		case 0:
			nested("go func() {", "}()")
		case 1:
			nested("for range each {", "return "+g.value()+"}")
		default:
			nested("defer func() {", "}()")
		}
		g.ints = g.ints[:len(g.ints)-1]
		p("return %s }()", g.value())
	case 26:
		v := g.name()
		nested(v+" := func() {", "}; "+g.pick([]string{"run(", "later("})+v+")")
	case 27:
		p("%s(%s.bump)", g.pick([]string{"run", "later"}), g.pointer())
	case 28:
		p("go %s.set(%s)", g.pointer(), g.value())
	case 29:
		v := g.name()
		p("var %s T; %s(%s.bump); %s.b++", v, g.pick([]string{"run", "later"}), v, v)
		g.ints = append(g.ints, v+".b")
	case 30:
		p("for _, v := range %s { _ = v }", g.pick([]string{"gtab", "garr", "&garr", "gwords", "gs", "itab", "gtab[1].arr"}))
	case 31:
		nested("func() { defer func() {", "}() }()")
	case 32:
		v := g.name()
		p("%s := unsafe.Slice(&%s, 1); %s[0]++", v, g.pick(g.ints), v)
	case 33:
		declare(&g.ints, "*unsafe.SliceData(%s)", g.slice())
	case 34:
		v := g.name()
		g.ptrs = append(g.ptrs, v)
		nested("switch "+v+" := gi.(type) { case *T: _ = "+v, "}")
		g.ptrs = g.ptrs[:len(g.ptrs)-1]
	case 35:
		v := g.name()
		p("%s := []T{{}}; %s[0].arr[0] = %s", v, v, g.value())
		g.ints = append(g.ints, v+"[0].arr[0]", v+"[0].a")
		if g.IntN(2) == 0 {
			p("gtab = %s", v)
			p("gtab = append(gtab, T{})")
		}
	case 0:
		declare(&g.ints, "%s", g.value())
	case 1:
		declare(&g.ptrs, "fresh()")
	case 2:
		v := g.name()
		p("%s := T{xs: []int{3, 4}, m: map[int]int{}}; _ = %s", v, v)
		g.ints = append(g.ints, v+".a", v+".arr[1]")
		if g.IntN(2) == 0 {
			declare(&g.ptrs, "&%s", v)
		}
	case 3:
		declare(&g.ptrs, "%s", g.pointer())
	case 4:
		declare(&g.ptrs, "&T{xs: %s, m: %s}", g.slice(), g.mapping())
	case 5:
		declare(&g.slices, "make([]int, 2, 8)")
	case 6:
		declare(&g.slices, "%s[:2]", g.slice())
	case 7:
		declare(&g.maps, "map[int]int{}")
	case 8:
		declare(&g.maps, "%s", g.mapping())
	case 9:
		p("%s = append(%s, %s)", g.pick(g.slices), g.slice(), g.value())
	case 10:
		p("copy(%s, %s)", g.slice(), g.slice())
	case 11:
		p("delete(%s, %s)", g.mapping(), g.value())
	case 12:
		p("*%s = *%s", g.pointer(), g.pointer())
	case 13:
		p("keep(%s)", g.pointer())
	case 14:
		p("gi = %s", g.pointer())
	case 15, 16:
		if g.tasks < 6 {
			g.tasks++
			nested("go func() {", "}()")
		}
	case 17:
		nested(g.pick([]string{"run(func() {", "later(func() {"}), "})")
	case 18:
		nested("func() {", "}()")
	case 19:
		i := g.name()
		g.ints = append(g.ints, i)
		nested(fmt.Sprintf("for %s := 0; %s < 2; %s++ {", i, i, i), "if "+i+" > 1000 { return }; "+i+" |= 1 }")
		g.ints = g.ints[:len(g.ints)-1]
	case 20:
		v := g.name()
		g.ints = append(g.ints, v)
		nested(fmt.Sprintf("for _, %s := range %s[:2] { _ = %s", v, g.slice(), v), "}")
		g.ints = g.ints[:len(g.ints)-1]
	case 21:
		p("%s, %s = %s, %s", g.place(), g.place(), g.value(), g.value())
	default:
		p("%s %s %s", g.place(), g.pick([]string{"=", "+="}), g.value())
	}
}

func randomProgram(seed uint64) string {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 1)), ints: []string{"g0"}, ptrs: []string{"gp"}, slices: []string{"gs"}, maps: []string{"gm"}}
	g.b.WriteString(programHead + "\nfunc init() {\ngo func() {\n")
	g.ints, g.tasks = []string{"i0", "i1"}, 6
	g.block(1, 4)
	g.b.WriteString("}()\n")
	g.block(1, 6)
	g.b.WriteString("}\n\nfunc main() {\n")
	g.ints, g.tasks = []string{"g0"}, 0
	g.block(3, 36)
	g.b.WriteString("if gf != nil { go gf() }\nreport()\n}\n")
	return g.b.String()
}

var (
	sharingPrograms = flag.Int("sharing.programs", longtest.N(3, 16), "random programs of TestSharingRandom")
	sharingSeed     = flag.Uint64("sharing.seed", 1, "seed of the first of them")
)

// TestSharingRandom holds the claim of the analysis against what happens:
// random programs are rewritten with everything taken for shared, and run with
// a runtime that notes who accesses what. Every site that takes part in sharing
// must be a site of the program as it is normally rewritten, too.
func TestSharingRandom(t *testing.T) {
	programs := *sharingPrograms
	files := make(map[string]string)
	report := "package main\n\nimport \"gocheck.dev/runtime\"\n\nfunc report() { runtime.Report() }\n"
	for i := range programs {
		files[fmt.Sprintf("p%d/in.go", i)] = randomProgram(*sharingSeed + uint64(i))
		files[fmt.Sprintf("p%d/report.go", i)] = report
	}
	m := newModule(t, files)
	stub := t.TempDir()
	s := &loadtest.Module{T: t, Dir: stub}
	s.Write("go.mod", "module gocheck.dev\n\ngo 1.26\n")
	s.Write("runtime/runtime.go", auditor)
	s.Write("runtime/access/drivers/drivers.go", "package drivers\n\nimport \"reflect\"\n\nfunc Register(f reflect.Value, args []reflect.Value) []reflect.Value { return f.Call(args) }\n")
	s.Write("runtime/access/draws/draws.go", "package draws\n\nfunc Order[K any](keys []K) []K { return keys }\n\nfunc Text(any, int) string { return \"\" }\n")
	for _, name := range []string{"access/access.go", "access/insertions.go", "access/keys.go", "internal/scatter/scatter.go"} {
		src, err := os.ReadFile(filepath.Join("..", "..", "..", "runtime", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		s.Write("runtime/"+name, string(src))
	}
	m.Write("go.work", "go 1.26.0\n\nuse .\n\nuse "+stub+"\n")
	units := m.Load()
	normal := make(map[string]string)
	for _, u := range units {
		r, err := Unit(u)
		if err != nil {
			t.Fatal(err)
		}
		normal[u.ImportPath] = string(r.Extra[decls.SitesFile])
		all := sharing.Of(u)
		all.All = true
		if r, err = rewriteShared(u, all); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Base(u.ImportPath)
		for name, text := range r.Files {
			if filepath.Base(name) == "in.go" {
				m.Write(dir+"/in.go", string(text))
			}
		}
		m.Write(dir+"/"+decls.SitesFile, string(r.Extra[decls.SitesFile]))
	}
	if out, err := m.Run("build", "-o", filepath.Join(m.Dir, "bin")+"/", "./..."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shared := 0
	for i := range programs {
		name := fmt.Sprintf("p%d", i)
		cmd := exec.Command(filepath.Join(m.Dir, "bin", name))
		cmd.Env = append(os.Environ(), "GOGC=off")
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sites := make(map[string]bool)
		for _, line := range strings.Split(normal["example.com/m/"+name], "\n") {
			_, after, _ := strings.Cut(line, "`")
			if after == "" {
				after = line
			}
			sites[after] = true
		}
		for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			if line == "" {
				continue
			}
			shared++
			if !sites[line] {
				t.Errorf("%s: tasks share what is accessed at %q, but that access stays plain in\n%s", name, line, files[name+"/in.go"])
			}
		}
	}
	t.Logf("%d sites take part in sharing, in %d programs", shared, programs)
	if shared < 20*programs {
		t.Errorf("too little sharing to prove anything: %d sites", shared)
	}
}
