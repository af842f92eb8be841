package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"gocheck.dev/internal/longtest"
)

var updateStale = flag.Bool("stale.update", false, "write the table of docs/design/stale.md")

// tries is the column of the table that depends on the order of the search.
var tries = regexp.MustCompile(`\| \d+ (\|\n)`)

// A staleProgram is a test that fails, and what its author may do to it. It is
// written in testdata/stale/NAME.txtar: the section "program", then a section
// for each edit, whose name is what it does, "| gone" if the failure goes with
// it. An edit is texts to be replaced and what comes in their place, as pairs of
// lines that begin with "-" and "+" (several in a row are one text).
type staleProgram struct {
	name, text string
	edits      []staleEdit
}

type staleEdit struct {
	name, text string
	gone       bool
}

// savedLine is the "saved" action of -json.
type savedLine struct {
	Action, Test, Schedule            string
	Failed, Same, Exact               bool
	Steps, Followed, New, Left, Tried int
}

// TestStale: the schedules of failing tests find the same failures in programs
// that were edited since, and none where the edit has mended the program.
func TestStale(t *testing.T) {
	longtest.Only(t)
	paths, err := filepath.Glob("testdata/stale/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/stale\n\ngo 1.26.0\n\nrequire gocheck.dev v0.0.0\nreplace gocheck.dev => "+root+"\n")
	var programs []*staleProgram
	for _, path := range paths {
		p := readStale(t, path)
		programs = append(programs, p)
		write(p.name+"_test.go", p.variant(p.text, ""))
		for i, e := range p.edits {
			write(fmt.Sprintf("%s%d_test.go", p.name, i), p.variant(e.text, fmt.Sprint(i)))
		}
	}
	var bases []string
	for _, p := range programs {
		bases = append(bases, p.test(""))
	}
	r := explore(t, dir, "-run", "^("+strings.Join(bases, "|")+")$")

	// The schedule of the program is that of each edited one, but for the names of
	// test and file (where the edit does not change that, too).
	of := map[string][2]int{}
	var files []string
	for n, p := range programs {
		f := r.failures["example.com/stale."+p.test("")]
		if f.Schedule == "" {
			t.Fatalf("%s does not fail:\n%s", p.name, r.text)
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Schedule))
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range p.edits {
			text := strings.Replace(string(data), "\ntest "+p.test("")+"\n", "\ntest "+p.test(fmt.Sprint(i))+"\n", 1)
			if e.name != "file renamed" {
				text = strings.ReplaceAll(text, p.name+"_test.go", fmt.Sprintf("%s%d_test.go", p.name, i))
			}
			name := fmt.Sprintf("testdata/gocheck/%s/saved", p.test(fmt.Sprint(i)))
			write(name, text)
			files = append(files, name)
			of[p.test(fmt.Sprint(i))] = [2]int{n, i}
		}
	}
	saved, failed, text := replayAll(t, dir, files)
	var table strings.Builder
	table.WriteString("| program | edits | mended by | failing | found | in the first execution |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, p := range programs {
		gone, found, first := 0, 0, 0
		for i, e := range p.edits {
			s := saved[p.test(fmt.Sprint(i))]
			switch {
			case s.Action == "":
				t.Errorf("%s, %s: no result", p.name, e.name)
			case e.gone && (s.Failed || failed[p.test(fmt.Sprint(i))]):
				t.Errorf("%s, %s: reported as failing, but the failure is gone", p.name, e.name)
			case e.gone:
				gone++
			case !s.Same:
				t.Errorf("%s, %s: the failure is not found again: %+v", p.name, e.name, s)
			default:
				found++
				if s.Tried == 1 {
					first++
				}
			}
			t.Logf("%s, %s: %d of %d steps still made, %d new, %d executions", p.name, e.name, s.Followed, s.Steps, s.New, s.Tried)
		}
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d | %d |\n", p.name, len(p.edits), gone, len(p.edits)-gone, found, first)
	}
	if t.Failed() || testing.Verbose() {
		t.Logf("%s\n%s", table.String(), text)
	}
	compareTable(t, filepath.Join(root, "docs", "design", "stale.md"), table.String(), tries, *updateStale, "stale.update")
}

// replayAll replays schedules of one package.
func replayAll(t *testing.T, dir string, files []string) (saved map[string]savedLine, failed map[string]bool, text string) {
	t.Helper()
	cmd := exec.Command(command, append([]string{"replay", "-json"}, files...)...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	saved, failed = map[string]savedLine{}, map[string]bool{}
	var said strings.Builder
	said.WriteString(errs.String())
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		var l struct {
			savedLine
			Output string
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		switch l.Action {
		case "saved":
			saved[l.Test] = l.savedLine
		case "failure":
			failed[l.Test] = true
		case "output":
			said.WriteString(l.Output)
		}
	}
	return saved, failed, said.String()
}

func (p *staleProgram) test(id string) string {
	return "Test" + strings.ToUpper(p.name[:1]) + p.name[1:] + id
}

// variant is the file of a program with an identifier.
func (p *staleProgram) variant(text, id string) string {
	text = strings.ReplaceAll(text, "TestX(", p.test(id)+"(")
	return strings.ReplaceAll(text, "_ID", "_"+p.name+id)
}

func readStale(t *testing.T, path string) *staleProgram {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil || len(a.Files) < 2 || a.Files[0].Name != "program" {
		t.Fatalf("%s: %v", path, err)
	}
	p := &staleProgram{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), text: string(a.Files[0].Data)}
	for _, f := range a.Files[1:] {
		name, mark, _ := strings.Cut(f.Name, " | ")
		e := staleEdit{name: name, text: p.text, gone: mark == "gone"}
		var old, new strings.Builder
		flush := func() {
			if old.Len()+new.Len() == 0 {
				return
			}
			if strings.Count(e.text, old.String()) != 1 || old.Len() == 0 {
				t.Fatalf("%s: %s: %q is not there, or more than once", path, e.name, old.String())
			}
			e.text = strings.Replace(e.text, old.String(), new.String(), 1)
			old.Reset()
			new.Reset()
		}
		for line := range strings.Lines(string(f.Data)) {
			switch {
			case strings.HasPrefix(line, "-"):
				if new.Len() > 0 {
					flush()
				}
				old.WriteString(line[1:])
			case strings.HasPrefix(line, "+"):
				new.WriteString(line[1:])
			default:
				t.Fatalf("%s: %s: a line that is no edit: %q", path, e.name, line)
			}
		}
		flush()
		p.edits = append(p.edits, e)
	}
	return p
}
