package testbin

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// TestJudging: the command hears of a failure before it is described, and as long as that
// takes, within a bound.
func TestJudging(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "messages"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := &testRun{d: &driver{out: &output{messages: *file}}, test: rt.Test{Name: "TestX"}}
	r.judges(time.Now())
	end := r.judging(&checker.Failure{Kind: "race", Pos: "a.go:1:2", Message: "x"})
	r.judges(time.Now())
	r.judges(time.Now().Add(2 * describesFor))
	end()
	r.judges(time.Now())

	var got []string
	if _, err := file.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var m wire.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		said := m.Type + " " + m.Test
		if f := m.Failure; f != nil {
			said += " " + f.Kind + " at " + f.Pos + ": " + f.Message
		}
		got = append(got, said)
	}
	if want := []string{"judging TestX race at a.go:1:2: x", "judging TestX"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What fails is said before anything else is said of it.
func TestJudgesFirst(t *testing.T) {
	all, _ := driven(t, wire.Config{Mode: "explore", Run: "TestDeadlock$"})
	judging := slices.IndexFunc(all, func(m wire.Message) bool { return m.Type == "judging" && m.Failure != nil })
	if found := slices.IndexFunc(all, func(m wire.Message) bool { return m.Type == "found" || m.Type == "failure" }); judging < 0 || found < judging {
		t.Errorf("it is judged in message %d, found in %d:\n%s", judging, found, render(all))
	}
}
