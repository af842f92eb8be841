package repro

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dave/dst"
	"github.com/rogpeppe/go-internal/diff"
)

//go:embed gate.tmpl
var gateText string

var gateTemplate = template.Must(template.New("gate").Parse(gateText))

// A placed gate is one whose statements have been put into the source.
type placed struct {
	gate
	Name        string
	Says        string // for people
	Order       bool
	Linger      bool
	Pause       int64 // nanoseconds
	Loops       bool  // a map is gone through in an order
	Swaps       bool  // of a shuffle
	Meets       bool  // two goroutines
	Again       bool  // who wakes stays
	Spins       bool  // see repro.spins
	First, Then point
}

// A point is what the table of package gate says of a place.
type point struct {
	Who string
	Nth int
}

// A folder is what is written.
type folder struct {
	files map[string][]byte // by slash-separated name
	gates []placed
	diff  []byte

	within bool // gates stand within expressions
	kept   bool // source.kept
}

// draw makes the folder with those gates that find a place.
func (r *repro) draw(gates []gate, trial bool) (*folder, error) {
	d := &drawing{r: r, sources: map[string]*source{}, names: map[*pkg]string{}, who: map[string]bool{}}
	f := &folder{files: map[string][]byte{}}
	var good []gate
	for _, g := range gates {
		if p, ok := d.place(g); ok {
			f.gates = append(f.gates, p)
			good = append(good, g)
		}
	}
	if len(good) < len(gates) {
		return r.draw(good, trial) // half of a gate may stand in the source
	}
	switch {
	case len(r.runs) > 0:
		if err := d.subtestsInBubbles(); err != nil {
			return nil, err
		}
	case r.bubble && len(r.own) == 0:
		if err := d.inBubble(); err != nil {
			return nil, err
		}
	}
	for target, from := range r.program.files() {
		text, err := os.ReadFile(from)
		if err != nil {
			return nil, fmt.Errorf("copying a file: %w", err)
		}
		f.files[target] = text
	}
	var all bytes.Buffer
	for _, from := range slices.Sorted(maps.Keys(d.sources)) {
		s := d.sources[from]
		f.within, f.kept = f.within || s.within, f.kept || s.kept
		text, err := s.text(r.gatePath())
		if err != nil {
			return nil, err
		}
		target := r.program.target(r.program.sources[from])
		if !bytes.Equal(text, s.original) {
			all.Write(diff.Diff("a/"+target, s.original, "b/"+target, text))
			f.files[target] = text
		}
	}
	f.diff = all.Bytes()
	if d.extra != nil {
		f.files[path.Join(r.within(), "repro_test.go")] = d.extra
	}
	made, err := r.program.goMod(r.bubble)
	if err != nil {
		return nil, err
	}
	maps.Copy(f.files, made)
	if len(f.gates) > 0 {
		if f.files["gate/gate.go"], err = r.gateFile(f.gates, slices.Sorted(maps.Keys(d.who)), d.initialises(), trial); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// gateFile is the source of package gate.
func (r *repro) gateFile(gates []placed, goroutines []string, initialises, trial bool) ([]byte, error) {
	limit, polls := r.patience()
	channels := r.bubble && !r.races
	var b bytes.Buffer
	pools := slices.ContainsFunc(gates, func(p placed) bool { return p.draw != nil && p.draw.Of == "Get" })
	err := gateTemplate.Execute(&b, map[string]any{
		"Lates":   slices.ContainsFunc(gates, func(p placed) bool { return p.late }),
		"Lingers": slices.ContainsFunc(gates, func(p placed) bool { return p.linger }),
		"Pauses":  slices.ContainsFunc(gates, func(p placed) bool { return p.pause > 0 }),
		"Pools":   pools,
		"Loops":   slices.ContainsFunc(gates, func(p placed) bool { return p.Loops }),
		"Stays":   slices.ContainsFunc(gates, func(p placed) bool { return p.Again }),
		"Spins":   slices.ContainsFunc(gates, func(p placed) bool { return p.Spins }),
		"Meets":   slices.ContainsFunc(gates, func(p placed) bool { return p.Meets }),
		"Swaps":   slices.ContainsFunc(gates, func(p placed) bool { return p.Swaps }),
		"Package": gateName, "Limit": limit, "Gates": gates, "Goroutines": goroutines, "Bubble": r.bubble, "Trial": trial,
		"Channels": channels, "Makes": channels || r.bubble && pools, "Polls": polls, "Initialises": initialises,
	})
	if err != nil {
		return nil, fmt.Errorf("writing package gate: %w", err)
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("writing package gate: %w", err)
	}
	return text, nil
}

// gateName is the name of package gate.
const gateName = "gate"

func (r *repro) gatePath() string { return r.program.main.Path + "/gate" }

// within is the folder of the tested package.
func (r *repro) within() string {
	for _, x := range r.program.packages {
		if x.ImportPath == r.program.tested {
			return path.Join(r.program.place(x.Module), x.within())
		}
	}
	return ""
}

// write writes the folder.
func (f *folder) write(root string) error {
	for name, text := range f.files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return fmt.Errorf("writing a reproduction: %w", err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return fmt.Errorf("writing a reproduction: %w", err)
		}
	}
	return nil
}

// A drawing puts gates into sources.
type drawing struct {
	r       *repro
	sources map[string]*source // by the path of the original
	who     map[string]bool    // goroutines that say who they are
	extra   []byte             // a file beside the tests, nil: there is none
	names   map[*pkg]string    // of package gate
}

// at is the source of an operation, and its place there. Of a call of the standard library that is
// the beginning of its line.
func (d *drawing) at(pos string) (s *source, line, column int, err error) {
	name, rest, ok := cutPos(pos)
	if !ok {
		if name, rest, ok = cutPos(pos + ":1"); !ok {
			return nil, 0, 0, errNoPlace
		}
	}
	of, ok := d.r.program.sources[name]
	if !ok {
		return nil, 0, 0, errNoPlace // of the standard library
	}
	if s = d.sources[name]; s == nil {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("reading a file: %w", err)
		}
		if s, err = parse(name, text, d.nameIn(of.pkg)); err != nil {
			return nil, 0, 0, err
		}
		s.old, s.lazy = of.pkg.Module.old(), d.r.lazy
		d.sources[name] = s
		d.r.program.copied[of.pkg.Module.Path] = true
	}
	l, c, _ := strings.Cut(rest, ":")
	line, _ = strconv.Atoi(l)
	column, _ = strconv.Atoi(c)
	return s, line, s.indented(line, column), nil
}

// nameIn is what package gate is called in the files of a package: a word that they do not have.
func (d *drawing) nameIn(p *pkg) string {
	if d.names[p] == "" {
		var all []byte
		for path, of := range d.r.program.sources {
			if of.pkg.Dir == p.Dir {
				text, _ := os.ReadFile(path) // what cannot be read is told where it is copied
				all = append(append(all, text...), '\n')
			}
		}
		name := gateName
		for regexp.MustCompile(`\b` + name + `\b`).Match(all) {
			name += "s"
		}
		d.names[p] = name
	}
	return d.names[p]
}

// place puts the statements of a gate. false: there is no place for one of them.
func (d *drawing) place(g gate) (placed, bool) {
	switch {
	case g.draw != nil:
		return d.draw(g)
	case g.meets[0] != "":
		return d.meet(g)
	case g.pause > 0 && g.first < 0:
		return d.hold(g)
	}
	t := d.r.trace
	p := placed{gate: g, Name: g.name, Order: !g.choice && !g.linger, Linger: g.linger, Spins: d.r.spins(g)}
	if g.linger {
		p.Says = "the test waits at its end, up to a second, for what it has started to fail"
		if g.over {
			return p, d.outlast(&p)
		}
		return p, d.linger(g.name)
	}
	if g.choice {
		op := &t.ops[g.then]
		s, line, column, err := d.at(op.Pos)
		if err != nil {
			return p, false
		}
		if op.Op == "choose" {
			p.Then, p.Says = d.point(g.then), fmt.Sprintf("%s: %d", d.r.says(g.then), op.Choice)
			return p, s.number(line, column, g.name, strconv.Itoa(int(op.Choice))) == nil
		}
		if s.choose(line, column, g.name, int(op.Choice)) != nil {
			return p, false
		}
		p.Then, p.Says = d.point(g.then), fmt.Sprintf("%s: case %d of the select", d.r.says(g.then), op.Choice+1)
		return p, true
	}
	if g.again {
		p.Again, p.Says = true, fmt.Sprintf("%s, asked for before %s", d.r.says(g.first), d.r.says(g.then))
		return p, d.wakeLate(g, &p)
	}
	var ok bool
	if p.First, ok = d.done(g); !ok {
		return p, false
	}
	if g.late {
		s, line, column, err := d.at(t.ops[g.then].Pos)
		if err != nil || s.late(line, column, g.name) != nil {
			return p, false
		}
		p.Then = d.point(g.then)
		p.Says = fmt.Sprintf("the queue is unordered: %s comes late, after %s", d.r.says(g.then), d.r.says(g.first))
		return p, true
	}
	if p.Then, ok = d.wait(g); !ok {
		return p, false
	}
	p.Says = fmt.Sprintf("%s before %s", d.r.says(g.first), d.r.says(g.then))
	if g.nobody {
		_, first, _ := strings.Cut(d.r.says(g.first), ", ")
		_, then, _ := strings.Cut(d.r.says(g.then), ", ")
		p.Says = fmt.Sprintf("number %d to %s before number %d to %s", p.First.Nth, first, p.Then.Nth, then)
	}
	if g.pause > 0 {
		p.Pause = int64(g.pause)
		p.Says += fmt.Sprintf("; then %s is held up for %s", d.r.lanes.Name(t.ops[g.first].Task), g.pause)
	}
	return p, true
}

// done puts a gate's Done after its first step; or, where nothing can stand there, before the next
// step of the same goroutine.
func (d *drawing) done(g gate) (point, bool) {
	t := d.r.trace
	op := &t.ops[g.first]
	if e := event(op); e == "arrive" || e == "enqueue" {
		s, line, column, err := d.at(op.Pos)
		if err != nil {
			return point{}, false
		}
		_, err = s.before(line, column, "Soon", g.name, 1)
		return d.point(g.first), err == nil
	}
	if body := d.body(g.first); body != nil {
		s, _, _, _ := d.at(op.Pos)
		put(body, len(*body), exprOf(s.call("Done", quoted(g.name))))
		return d.point(g.first), true
	}
	if s, line, column, err := d.at(op.Pos); err == nil {
		if (d.beside(s, g.first, 1) || !d.r.whole && s.isOperand(line, column)) && s.doneWithin(line, column, g.name) == nil {
			return d.point(g.first), true
		}
		if s.done(line, column, g.name, int(op.Choice)) == nil {
			p := d.point(g.first)
			p.Nth -= t.elsewhere(g.first, p.Who == "")
			return p, true
		}
	}
	for _, i := range t.tasks[op.Task].ops {
		if i <= g.first {
			continue
		}
		if i > g.then && g.then < t.pending {
			break
		}
		s, line, column, err := d.at(t.ops[i].Pos)
		if err != nil {
			continue
		}
		p := d.point(i)
		less, err := s.before(line, column, "Done", g.name, p.Nth)
		p.Nth -= less
		return p, err == nil
	}
	return point{}, false
}

// wait puts a gate's Wait before its second step. That a Cond.Wait is woken and has the lock again
// comes by itself: who would wait before the call would keep the lock from all others.
func (d *drawing) wait(g gate) (point, bool) {
	s, line, column, err := d.at(d.r.trace.ops[g.then].Pos)
	if err != nil || d.r.trace.relocks(g.then) || event(&d.r.trace.ops[g.then]) == "wake" {
		return point{}, false
	}
	p := d.point(g.then)
	if d.first(s, g.then, "Wait", g.name) {
		return p, true
	}
	if (d.beside(s, g.then, -1) || !d.r.whole && s.takesCalls(line, column)) && s.waitWithin(line, column, g.name) == nil {
		return p, true
	}
	less, err := s.before(line, column, "Wait", g.name, p.Nth)
	p.Nth -= less
	return p, err == nil
}

// point says who comes to an operation, and how often. Where only one goroutine does, nobody has
// to say who it is.
func (d *drawing) point(i int) point {
	t := d.r.trace
	op := &t.ops[i]
	if t.alone(i) {
		return point{"", t.nth(i, false)}
	}
	if by := t.tasks[op.Task]; by.event || !d.named(by) {
		return point{"", t.nth(i, true)}
	}
	return point{d.r.who(t.tasks[op.Task]), t.nth(i, false)}
}

// body is the body of the goroutine that makes an operation, if that is all that its go statement
// says of it: go f().
func (d *drawing) body(i int) *[]dst.Stmt {
	t := d.r.trace
	op := &t.ops[i]
	c := t.tasks[op.Task].created
	if c < 0 || creates(op) && t.ops[c].Pos == op.Pos {
		return nil
	}
	s, line, column, err := d.at(op.Pos)
	if err != nil || t.ops[c].Pos != op.Pos && !s.goes(line, column, t.ops[c].Pos) {
		return nil
	}
	body, err := s.started(line, column)
	if err != nil {
		return nil
	}
	return body
}

// named lets a goroutine say who it is.
func (d *drawing) named(by *task) bool {
	t := d.r.trace
	who := d.r.who(by)
	base, _, several := strings.Cut(who, " #")
	if d.who[who] {
		return true
	}
	if by.created < 0 {
		s, body := d.test()
		if s == nil {
			return false
		}
		put(body, 0, exprOf(s.call("Is", quoted(who))))
	} else {
		s, line, column, err := d.at(t.ops[by.created].Pos)
		if err != nil || s.name(line, column, base, several) != nil {
			return false
		}
	}
	d.who[who] = true
	d.who[base] = true
	return true
}

// says is an operation for people.
func (r *repro) says(i int) string {
	t := r.trace
	op := &t.ops[i]
	what := event(op)
	at := t.steps(r.Schedule.Steps)
	if k := slices.Index(at, i); k >= 0 {
		what = r.lanes.Describe(&r.Schedule.Steps[k])
	} else if op.Object > 0 {
		what += " " + r.Trace.Objects[op.Object-1].Name
	}
	return fmt.Sprintf("%s, %s (%s)", r.lanes.Name(op.Task), what, lineIn(op.Pos))
}
