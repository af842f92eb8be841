package racegen

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/verdicts"
)

var (
	programs = flag.Int("programs", 0, "how many random programs; by default a few dozen, and 250 of the long tests")
	seed     = flag.Uint64("seed", 1, "of the random programs")
	keep     = flag.String("keep", "", "folder for the programs, which is kept")
)

// perPackage programs are one test binary.
const perPackage = 500

// A judged program is one with what was said of it.
type judged struct {
	*program
	name    string
	native  bool // go test -race reports a race
	checked *verdicts.Test
}

// wrong says what must not be; empty: nothing.
func (j *judged) wrong() string {
	racy := j.racy()
	switch {
	case j.checked == nil:
		return "gocheck has no verdict"
	case j.native && !racy:
		return "go test -race reports a race, where there is none by construction"
	case j.checked.Verdict == "unsupported" && j.native:
		return "gocheck says that it does not support what go test -race reports"
	case j.checked.Verdict == "incomplete" || j.checked.Verdict == "unsupported":
		return ""
	case j.checked.Kind() == "race" && !racy:
		return "gocheck reports a race where there is none by construction"
	case j.checked.Verdict == "pass" && j.native:
		return "gocheck passes what go test -race reports"
	case j.checked.Verdict == "pass" && racy:
		return "gocheck passes what has a race by construction"
	case j.checked.Verdict == "fail" && j.checked.Kind() != "race":
		return "gocheck fails by something else: " + j.checked.Kind()
	case j.checked.Verdict != "pass" && j.checked.Verdict != "fail":
		return "gocheck's verdict is " + j.checked.Verdict
	}
	return ""
}

// A judge runs programs.
type judge struct {
	dir     string
	gocheck *verdicts.Command
}

// judge judges programs, all in one module.
func (j *judge) judge(ctx context.Context, name string, all []*program) ([]*judged, error) {
	dir := filepath.Join(j.dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module racegen\n\ngo 1.26\n"), 0o644); err != nil {
		return nil, err
	}
	var list []*judged
	for i, p := range all {
		list = append(list, &judged{program: p, name: fmt.Sprintf("Test%d", i)})
	}
	found := map[string]*verdicts.Test{}
	for part := range slices.Chunk(list, perPackage) {
		pkg := fmt.Sprintf("p%s", strings.TrimPrefix(part[0].name, "Test"))
		if err := writePackage(filepath.Join(dir, pkg), pkg, part); err != nil {
			return nil, err
		}
		racy, err := verdicts.Races(ctx, filepath.Join(dir, pkg), 5)
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			p.native = racy[p.name]
		}
	}
	tests, err := j.gocheck.Run(ctx, dir, nil, "-budget=5s", "-minimize=off", "./...")
	if err != nil {
		return nil, err
	}
	for i, t := range tests {
		found[t.Name] = &tests[i]
	}
	for _, p := range list {
		p.checked = found[p.name]
	}
	return list, nil
}

// imports are those of the forms.
var imports = strings.Fields(`bytes container/list context crypto/sha256 encoding/base64 encoding/binary encoding/hex encoding/json
	errors fmt hash/crc32 io iter maps reflect runtime slices sort strconv strings sync sync/atomic testing unicode/utf8 unsafe`)

func writePackage(dir, pkg string, part []*judged) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var tests strings.Builder
	for _, p := range part {
		tests.WriteString("\n" + p.source(p.name))
	}
	for file, body := range map[string]string{"prelude_test.go": prelude, "programs_test.go": tests.String()} {
		text, err := verdicts.Source(pkg, imports, body)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	j := &judge{dir: *keep}
	if j.dir == "" {
		j.dir = t.TempDir()
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	if j.gocheck, err = verdicts.Build(t.Context(), j.dir); err != nil {
		t.Fatal(err)
	}
	j.gocheck.Cache = "" // the user's
	return j
}

// shrink makes the program smaller, as long as the same is wrong with it.
func (j *judge) shrink(ctx context.Context, name string, p *judged) (*judged, error) {
	for round := 0; ; round++ {
		var candidates []*program
		for t, items := range p.tasks {
			for i, it := range items {
				candidates = append(candidates, p.without(t, i))
				for w := range it.wraps {
					candidates = append(candidates, p.plainer(t, i, w))
				}
			}
		}
		if len(candidates) == 0 {
			return p, nil
		}
		tried, err := j.judge(ctx, fmt.Sprintf("%s-%d", name, round), candidates)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(tried, func(q *judged) bool { return q.wrong() == p.wrong() })
		if at < 0 {
			return p, nil
		}
		p = tried[at]
	}
}

// TestForms tries each form of an access against a plain write, in every kind of variable, and each
// form of a write against a plain read. Those of known_test.go are missed, and no others.
func TestForms(t *testing.T) {
	longtest.Only(t)
	j := newJudge(t)
	var all []*program
	var forms []string
	for k, kind := range kinds {
		try := func(form string, write bool, other item) {
			p := &program{kinds: []int{k}}
			p.tasks[0] = []item{{form: form, write: write}}
			p.tasks[1] = []item{other}
			all, forms = append(all, p), append(forms, kind.name+": "+form)
		}
		for _, form := range kind.reads {
			try(form, false, item{form: kind.writes[0], write: true})
		}
		for _, form := range kind.writes {
			try(form, true, item{form: kind.writes[0], write: true})
			try(form, true, item{form: kind.reads[0]})
		}
	}
	list, err := j.judge(t.Context(), "forms", all)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range list {
		why, ok := known[forms[i]]
		switch wrong := p.wrong(); {
		case wrong != "" && !ok:
			t.Errorf("%s: %s", forms[i], wrong)
		case wrong == "" && ok:
			t.Logf("%s is seen now: it can leave known_test.go (%s)", forms[i], why)
		}
	}
}

// TestPrograms holds gocheck to go test -race, and both to what is known by construction.
func TestPrograms(t *testing.T) {
	n := *programs
	if n == 0 {
		n = longtest.N(30, 250)
	}
	j := newJudge(t)
	r := rand.New(rand.NewPCG(*seed, 0))
	var all []*program
	for range n {
		all = append(all, random(r))
	}
	list, err := j.judge(t.Context(), "programs", all)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	shrunk := map[string]int{}
	for _, p := range list {
		count["all"]++
		if p.racy() {
			count["racy"]++
		}
		if p.native {
			count["reported by go test -race"]++
		}
		if p.checked != nil {
			count["gocheck: "+p.checked.Verdict]++
			if p.native && p.checked.Verdict != "fail" {
				count["reported by go test -race, gocheck: "+p.checked.Verdict]++ // incomplete: of its budget
			}
		}
		wrong := p.wrong()
		if wrong == "" {
			continue
		}
		if count[wrong]++; shrunk[wrong] >= 5 {
			t.Errorf("%s of seed %d: %s", p.name, *seed, wrong)
			continue
		}
		shrunk[wrong]++
		small, err := j.shrink(t.Context(), "small-"+p.name, p)
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s of seed %d: %s (%v):\n%s", p.name, *seed, wrong, small.checked, small.source(p.name))
	}
	text, err := json.Marshal(count)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", text)
	if count["racy"] < n/5 || count["racy"] > n*4/5 || count["reported by go test -race"] < count["racy"]*4/5 {
		t.Errorf("the programs are no good: %s", text)
	}
}
