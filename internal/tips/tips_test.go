package tips

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// said collects from the source what kinds of failures, bounds and kinds of
// warnings there are: who adds one is to write its tip.
type said struct{ kinds, bounds, warnings map[string]bool }

func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		s, _ := strconv.Unquote(l.Value)
		return s
	}
	return ""
}

// name is the last identifier of an expression like checker.Failure, x.fail.
func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func (s *said) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if name(n.Type) == "misuse" && len(n.Elts) > 0 {
			s.kinds[literal(n.Elts[0])] = true
		}
		for _, e := range n.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			switch field := name(kv.Key); {
			case field == "Kind" && name(n.Type) == "Warning":
				s.warnings[literal(kv.Value)] = true
			case field == "Kind":
				s.kinds[literal(kv.Value)] = true
			case field == "Bound":
				s.bounds[literal(kv.Value)] = true
			}
		}
	case *ast.CallExpr:
		if len(n.Args) == 0 {
			break
		}
		switch strings.ToLower(name(n.Fun)) { // exported or not
		case "fail", "failureat":
			if len(n.Args) > 2 { // kind, message, position
				s.kinds[literal(n.Args[0])] = true
			}
		case "stop":
			s.bounds[literal(n.Args[0])] = true
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if len(n.Rhs) != len(n.Lhs) {
				break
			}
			switch to := name(l); to {
			case "kind", "Kind":
				s.kinds[literal(n.Rhs[i])] = true
			case "Bound":
				s.bounds[literal(n.Rhs[i])] = true
			}
		}
	case *ast.FuncDecl:
		// checker: what the bounds of an exploration are called.
		if n.Recv == nil || !strings.EqualFold(n.Name.Name, "bound") && n.Name.Name != "name" || n.Type.Params.NumFields() > 0 {
			break
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				s.bounds[literal(r.Results[0])] = true
			}
			return true
		})
	}
	return true
}

func collect(t *testing.T) *said {
	t.Helper()
	s := &said{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, dir := range []string{"checker", "checker/race", "checker/explore", "checker/internal/*", "checker/internal/papers/*", "runtime", "runtime/testbin", "internal/worker"} {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, s.look)
		}
	}
	for _, m := range []map[string]bool{s.kinds, s.bounds, s.warnings} {
		delete(m, "")
	}
	return s
}

// Whatever gocheck can say of a test has a tip, and no tip is of something that
// it never says.
func TestEveryTopic(t *testing.T) {
	s := collect(t)
	// docs/manual.md has the kinds.
	for _, k := range []string{"panic", "fatal", "assert", "deadlock", "leak", "race", "close", "unlock", "steps", "divergence"} {
		if !s.kinds[k] {
			t.Errorf("kind %s was not found in the source: the test looks in the wrong places", k)
		}
	}
	want := map[Topic]bool{Saved: true, Stale: true, pairs: true, "verdict unsupported": true, "verdict error": true}
	for k := range s.kinds {
		want[Kind(k)] = true
	}
	for k := range s.warnings {
		want[Warning(k)] = true
	}
	for b := range s.bounds {
		switch b {
		case "failure", "stopped", "replay": // the verdict is another one than incomplete
		case "blocked": // the verdict is error
		case "divided": // of a part: who has divided the exploration begins anew
		default:
			want[Verdict(&wire.Result{Verdict: "incomplete", Bound: b})] = true
		}
	}
	for about := range want {
		if texts[about] == "" {
			t.Errorf("no tip on %q", about)
		}
	}
	for about := range texts {
		if !want[about] {
			t.Errorf("a tip on %q, which gocheck never says", about)
		}
	}
}

func TestTexts(t *testing.T) {
	seen := map[string]Topic{}
	for _, about := range slices.Sorted(maps.Keys(texts)) {
		text := texts[about]
		if text != strings.TrimSpace(text) || strings.Contains(text, "\n") || strings.HasSuffix(text, ".") {
			t.Errorf("%s: not one line of a sentence without its full stop: %q", about, text)
		}
		if n := len(text); n > 160 {
			t.Errorf("%s: %d characters are no glance", about, n)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("%s says what %s says", about, other)
		}
		seen[text] = about
	}
}

func TestOnce(t *testing.T) {
	g := &Given{}
	for about := range texts {
		if text := g.First(about); !strings.HasPrefix(text, "tip: ") {
			t.Errorf("%s: %q at first", about, text)
		}
		if text := g.First(about); text != "" {
			t.Errorf("%s: %q again", about, text)
		}
	}
	if text := g.First(Kind("nonsense")); text != "" {
		t.Errorf("%q", text)
	}
	var off *Given
	if text := off.First(Saved); text != "" {
		t.Errorf("%q although nobody wants it", text)
	}
}

func TestVerdict(t *testing.T) {
	for want, r := range map[Topic]wire.Result{
		"":                    {Verdict: "pass"},
		"bound time":          {Verdict: "incomplete", Bound: "time"},
		"bound refused":       {Verdict: "unsupported", Bound: "refused"},
		"verdict unsupported": {Verdict: "unsupported"},
		"verdict error":       {Verdict: "error", Bound: "blocked"},
	} {
		if got := Verdict(&r); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
	if got := Verdict(&wire.Result{Verdict: "fail", Bound: "failure"}); got != "" {
		t.Errorf("%q", got)
	}
}

// TestKeepsGoing: nobody is told of a flag that was given.
func TestKeepsGoing(t *testing.T) {
	for topic, text := range texts {
		if got := (&Given{KeepsGoing: true}).First(topic); strings.Contains(got, "-keep-going") {
			t.Errorf("%s: %s", topic, got)
		} else if want := "tip: " + strings.TrimSuffix(text, further); got != want {
			t.Errorf("%s: %q, want %q", topic, got, want)
		}
	}
	if got := (&Given{}).First(Kind("fatal")); !strings.Contains(got, "-keep-going") {
		t.Errorf("%q", got)
	}
}
