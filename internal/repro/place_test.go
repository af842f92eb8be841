package repro

import (
	"fmt"
	"go/format"
	"strings"
	"testing"
)

// TestPlaces puts gates at steps of each kind of statement, and compares what comes out. § is the
// position of the step.
func TestPlaces(t *testing.T) {
	done := func(s *source, line, column int) error { return s.done(line, column, "A", 1) }
	wait := func(s *source, line, column int) error {
		_, err := s.before(line, column, "Wait", "A", 1)
		return err
	}
	again := func(s *source, line, column int) error {
		_, err := s.before(line, column, "Wait", "A", 2)
		return err
	}
	choose := func(s *source, line, column int) error { return s.choose(line, column, "A", 1) }
	doneIn := func(s *source, line, column int) error { return s.doneWithin(line, column, "A") }
	waitIn := func(s *source, line, column int) error { return s.waitWithin(line, column, "A") }
	goes := func(s *source, line, column int) error {
		if !s.goes(line, column, "x.go:4:1") {
			return errNoPlace
		}
		body, err := s.started(line, column)
		if err == nil {
			put(body, 0, exprOf(s.call("Wait", quoted("A"))))
		}
		return err
	}
	for name, c := range map[string]struct {
		put       func(s *source, line, column int) error
		body, out string
	}{
		"after a call":         {done, "// takes it\n§mu.Lock()\n\n// goes on\nf()", "// takes it\nmu.Lock()\ngate.Done(\"A\")\n\n// goes on\nf()"},
		"before a call":        {wait, "f()\n\n// takes it\n§mu.Lock() // now", "f()\n\ngate.Wait(\"A\")\n// takes it\nmu.Lock() // now"},
		"before a deferred":    {wait, "defer §mu.Unlock()\nf()", "defer mu.Unlock()\ndefer gate.Wait(\"A\")\nf()"},
		"after a deferred":     {done, "defer §mu.Unlock()\nf()", "defer gate.Done(\"A\")\ndefer mu.Unlock()\nf()"},
		"in a deferred":        {wait, "defer func() { §mu.Unlock() }()", "defer func() { gate.Wait(\"A\"); mu.Unlock() }()"},
		"in one line":          {done, "go func() { §c <- 1; f() }()", "go func() { c <- 1; gate.Done(\"A\"); f() }()"},
		"before a loop's look": {wait, "for n.§Load() < 3 || b {\n\tf()\n}", "for gate.Wait(\"A\") && (n.Load() < 3 || b) {\n\tf()\n}"},
		"after a loop's look":  {done, "for n.§Load() < 3 {\n\tf()\n}", "for gate.After(\"A\", n.Load() < 3) {\n\tf()\n}"},
		"before a range":       {wait, "for v := §range c {\n\tg(v)\n}", "gate.Wait(\"A\")\nfor v := range c {\n\tg(v)\n}"},
		"in its next round":    {again, "for v := §range c {\n\tg(v)\n}", "for v := range c {\n\tg(v)\n\tgate.Wait(\"A\")\n}"},
		"after an init":        {done, "if v := §<-c; v > 0 {\n\tf()\n}", "if v := <-c; gate.Done(\"A\") && v > 0 {\n\tf()\n}"},
		"after a condition":    {done, "if mu.§TryLock() {\n\tf()\n}", "if gate.After(\"A\", mu.TryLock()) {\n\tf()\n}"},
		"in an else-if":        {wait, "if b {\n\tf()\n} else if mu.§TryLock() {\n\tf()\n}", "gate.Wait(\"A\")\nif b {\n\tf()\n} else if mu.TryLock() {\n\tf()\n}"},
		"after a select":       {done, "§select {\ncase <-c:\n\tf()\ndefault:\n\tf()\ncase d <- 1:\n\tf()\n}", "select {\ncase <-c:\n\tf()\ndefault:\n\tf()\ncase d <- 1:\n\tgate.Done(\"A\")\n\tf()\n}"},
		"choosing":             {choose, "§select {\ncase v := <-c:\n\tg(v)\ncase d <- 1:\ncase <-(e):\n}", "gate.Choose(\"A\")\nselect {\ncase v := <-gate.Off(\"A\", c):\n\tg(v)\ncase d <- 1:\ncase <-gate.Off(\"A\", (e)):\n}"},
		"after a return":       {done, "return §<-c", "return gate.After(\"A\", <-c)"},
		"below a label":        {wait, "loop:\n\t§for v := range c {\n\t\tg(v)\n\t\tcontinue loop\n\t}", "gate.Wait(\"A\")\nloop:\n\tfor v := range c {\n\t\tg(v)\n\t\tcontinue loop\n\t}"},
		"after an argument":    {doneIn, "n.Store(§n.Load() + 1)", "n.Store(gate.After(\"A\", n.Load()) + 1)"},
		"before a store":       {waitIn, "§n.Store(n.Load() + 1)", "n.Store(gate.Before(\"A\", n.Load()+1))"},
		"before what is made":  {waitIn, "§n.Store(f())", "n.Store(gate.Before(\"A\", f()))"},
		"before it is sent":    {waitIn, "c §<- f()", "c <- gate.Before(\"A\", f())"},
		"before a second look": {waitIn, "g(n.Load(), §m.Load())", "g(n.Load(), gate.Before(\"A\", m.Load)())"},
		"before an update":     {waitIn, "g(n.Load(), §m.Add(1))", "g(n.Load(), gate.Before(\"A\", m.Add)(1))"},
		"before a receive":     {waitIn, "g(n.Load(), §<-c)", "g(n.Load(), <-gate.Before(\"A\", c))"},
		"before a write":       {waitIn, "§v = n.Load() + 1", "v = gate.Before(\"A\", n.Load()+1)"},
		"after one of two":     {doneIn, "return §n.Load() + m.Load()", "return gate.After(\"A\", n.Load()) + m.Load()"},
		"a goroutine's step":   {goes, "go §loop.Post(func() { f() })", "go func() { gate.Wait(\"A\"); loop.Post(func() { f() }) }()"},
		"in a case":            {done, "switch {\ncase b:\n\t§mu.Lock()\n}", "switch {\ncase b:\n\tmu.Lock()\n\tgate.Done(\"A\")\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\nfunc x() int {\n" + c.body + "\n}\n"
			before, _, _ := strings.Cut(text, "§")
			line, column := lineOf(before)
			s, err := parse("x.go", []byte(strings.Replace(text, "§", "", 1)), "gate")
			if err != nil {
				t.Fatal(err)
			}
			if err := c.put(s, line, column); err != nil {
				t.Fatal(err)
			}
			comesOut(t, s, "func x() int {\n"+c.out+"\n}\n")
		})
	}
}

// TestNames lets goroutines say who they are.
func TestNames(t *testing.T) {
	for name, c := range map[string]struct {
		several   bool
		body, out string
	}{
		"a literal":  {false, "§go func() {\n\tf()\n}()", "go func() {\n\tgate.Is(\"x\")\n\tf()\n}()"},
		"in a loop":  {true, "for range 2 {\n\t§go func() { f() }()\n}", "for range 2 {\n\twho := gate.Next(\"x\")\n\tgo func() { gate.Is(who); f() }()\n}"},
		"a function": {false, "§go f(1)", "go func() { gate.Is(\"x\"); f(1) }()"},
		"a variable": {false, "for v := range vs {\n\t§go f(v)\n}", "for v := range vs {\n\tvNow := v\n\tgo func() { gate.Is(\"x\"); f(vNow) }()\n}"},
		"a field":    {false, "§go f(1, x.y, g(), &x, nil)", "yNow := x.y\ngNow := g()\ngo func() { gate.Is(\"x\"); f(1, yNow, gNow, &x, nil) }()"},
		"results":    {false, "§go f(g())", "go func() { gate.Is(\"x\"); f(g()) }()"},
		"one result": {false, "§go f(len(s.all))", "lenNow := len(s.all)\ngo func() { gate.Is(\"x\"); f(lenNow) }()"},
		"a method":   {false, "v := g()\n§go v.run()", "v := g()\nrunNow := v.run\ngo func() { gate.Is(\"x\"); runNow() }()"},
		"another":    {false, "yNow := 1\n§go f(yNow, x.y)", "yNow := 1\nyNowNow := yNow\nyNow2 := x.y\ngo func() { gate.Is(\"x\"); f(yNowNow, yNow2) }()"},
		"parameters": {false, "func(n int, p *T, q *T, v T) {\n\tq = nil\n\t§go p.run(n, p, q, v)\n}(1, x, x, y)",
			"func(n int, p *T, q *T, v T) {\n\tq = nil\n\tqNow := q\n\tvNow := v\n\tgo func() { gate.Is(\"x\"); p.run(n, p, qNow, vNow) }()\n}(1, x, x, y)"},
		"a value's": {false, "v := g()\n§wg.Go(v.run)", "v := g()\nrunNow := v.run\nwg.Go(func() { gate.Is(\"x\"); runNow() })"},
		"a group":   {false, "§wg.Go(func() { f() })", "wg.Go(func() { gate.Is(\"x\"); f() })"},
		"subtests":  {true, "t.Run(n, func(t *testing.T) {\n\t§t.Parallel()\n})", "t.Run(n, func(t *testing.T) {\n\tgate.Is(gate.Next(\"x\"))\n\tt.Parallel()\n})"},
		"a subtest": {false, "§t.Parallel()", "gate.Is(\"x\")\nt.Parallel()"},
		"a value":   {false, "§wg.Go(f)", "wg.Go(func() { gate.Is(\"x\"); f() })"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\nfunc x() {\n" + c.body + "\n}\n"
			before, _, _ := strings.Cut(text, "§")
			line, column := lineOf(before)
			s, err := parse("x.go", []byte(strings.Replace(text, "§", "", 1)), "gate")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.name(line, column, "x", c.several); err != nil {
				t.Fatal(err)
			}
			comesOut(t, s, "func x() {\n"+c.out+"\n}\n")
		})
	}
}

// TestNobodyStarts: what sets a timer that calls nothing starts nobody who could say who he is.
func TestNobodyStarts(t *testing.T) {
	for _, body := range []string{"§<-time.After(1)", "c := time.§NewTimer(1).C", "for range time.§Tick(1) {\n}", "t.§Reset(1)", "t := §time.NewTicker(1)"} {
		text := "package p\n\nfunc x() {\n" + body + "\n}\n"
		before, _, _ := strings.Cut(text, "§")
		line, column := lineOf(before)
		s, err := parse("x.go", []byte(strings.Replace(text, "§", "", 1)), "gate")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.name(line, column, "x", false); err == nil {
			t.Errorf("a gate stands in %s", body)
		}
	}
}

// comesOut compares a source with gates with one that imports package gate and has that function.
func comesOut(t *testing.T, s *source, function string) {
	t.Helper()
	got, err := s.text("example.com/gate")
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source([]byte("package p\n\nimport \"example.com/gate\"\n\n" + function))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// lineOf is the position after a text.
func lineOf(text string) (line, column int) {
	return strings.Count(text, "\n") + 1, len(text) - strings.LastIndex(text, "\n")
}

// position is the same, in a file.
func position(path, text string) string {
	line, column := lineOf(text)
	return fmt.Sprintf("%s:%d:%d", path, line, column)
}
