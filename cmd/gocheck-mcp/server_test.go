package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// session is a client of a server for a module in a folder, whose commands are written down.
func session(t *testing.T, root string, ran Ran) (*mcp.ClientSession, *[][]string) {
	t.Helper()
	var all [][]string
	s := &Server{
		Version: "v1", Root: root, Module: "example.com/m", Topics: []string{"verdicts"},
		Command: func(_ context.Context, args []string) Ran { all = append(all, args); return ran },
		Saved:   func() []string { return []string{"testdata/gocheck/TestX/1", "testdata/gocheck/TestX/damaged"} },
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.server().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, &all
}

// call calls a tool. The answer is its text, its data as JSON, and whether it is an error's.
func call(t *testing.T, c *mcp.ClientSession, tool string, args any) (text, data string, failed bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return err.Error(), "", true
	}
	for _, x := range r.Content {
		text += x.(*mcp.TextContent).Text
	}
	b, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return text, string(b), r.IsError
}

func TestExplore(t *testing.T) {
	c, ran := session(t, t.TempDir(), Ran{Status: 1, Stderr: "gocheck: a note\n", Stdout: `{"Action":"output","Package":"p","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"failure","Package":"p","Test":"TestX","Kind":"race","Message":"n","Pos":"x.go:1:2","Schedule":"testdata/gocheck/TestX/1","Execution":1,"Difference":"none"}
{"Action":"output","Package":"p","Test":"TestX","Output":"--- FAIL: TestX\n"}
{"Action":"result","Package":"p","Test":"TestX","Verdict":"fail","Executions":7,"Bound":"failure"}
`})
	text, data, failed := call(t, c, "explore", map[string]any{"packages": []string{"./x/..."}, "run": "TestX", "seconds": 1.5, "save": true, "preemptions": 0})
	if failed || text != "gocheck: a note\n--- FAIL: TestX\n" {
		t.Errorf("%q, %t", text, failed)
	}
	const want = `{"tests":[{"bound":"failure","executions":7,"exhaustive":false,"failures":[{"difference":"none","kind":"race","message":"n","pos":"x.go:1:2","schedule":"testdata/gocheck/TestX/1"}],"package":"p","test":"TestX","verdict":"fail"}]}`
	if data != want {
		t.Errorf("%s", data)
	}
	if want := strings.Fields("-json -progress=off -budget=1.5s -save=true -keep-going=false -run=TestX -preemptions=0 ./x/..."); !slices.Equal((*ran)[0], want) {
		t.Errorf("%q", (*ran)[0])
	}
}

// TestOutside: what is not of the module, or would be a flag, reaches no command.
func TestOutside(t *testing.T) {
	root := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "1")
	if err := os.WriteFile(elsewhere, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(root, "link")); err != nil {
		t.Skip(err)
	}
	c, ran := session(t, root, Ran{})
	for _, p := range []string{"..", "../x", "./../x", "./a/../../x", "/etc", "-toolexec=x", "std", "all", "example.com/mm", "", "-", "net/http"} {
		if text, _, failed := call(t, c, "explore", map[string]any{"packages": []string{p}}); !failed {
			t.Errorf("explore %q: %s", p, text)
		}
	}
	for _, p := range []string{"../1", elsewhere, "link", "/etc/passwd", "-v", "none", ""} {
		for _, tool := range []string{"show", "replay"} {
			if text, _, failed := call(t, c, tool, map[string]any{"schedule": p}); !failed {
				t.Errorf("%s %q: %s", tool, p, text)
			}
		}
	}
	if text, _, failed := call(t, c, "explain", map[string]any{"topic": "-v"}); !failed {
		t.Errorf("explain -v: %s", text)
	}
	if len(*ran) > 0 {
		t.Errorf("ran %q", *ran)
	}
}

func TestSchedules(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "testdata", "gocheck", "TestX")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s := &wire.Schedule{Package: "example.com/m", Test: "TestX", Failure: &wire.Failure{Kind: "race", Message: "m", Pos: "x.go:1:2"}, Steps: []wire.Step{{Task: "main", Op: "begin"}}}
	for name, text := range map[string]string{"1": string(schedule.Format(s)), "damaged": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, ran := session(t, root, Ran{Stdout: "columns"})
	_, data, _ := call(t, c, "schedules", nil)
	if !strings.Contains(data, `{"kind":"race","message":"m","package":"example.com/m","path":"testdata/gocheck/TestX/1","pos":"x.go:1:2","test":"TestX"}`) || !strings.Contains(data, `"damaged":"`) {
		t.Errorf("%s", data)
	}
	if text, _, failed := call(t, c, "show", map[string]any{"schedule": "testdata/gocheck/TestX/1"}); failed || text != "columns" {
		t.Errorf("%q", text)
	}
	call(t, c, "replay", map[string]any{"schedule": schedule.Line(s)})
	if want := []string{"show", "." + string(filepath.Separator) + filepath.Join("testdata", "gocheck", "TestX", "1")}; !slices.Equal((*ran)[0], want) {
		t.Errorf("%q", (*ran)[0])
	}
	if got := (*ran)[1]; got[0] != "replay" || !schedule.IsLine(got[len(got)-1]) {
		t.Errorf("%q", got)
	}
}

// TestLongAnswer: an assistant cannot read megabytes.
func TestLongAnswer(t *testing.T) {
	c, _ := session(t, t.TempDir(), Ran{Stdout: strings.Repeat("é", mostText)})
	text, _, _ := call(t, c, "explain", map[string]any{"topic": "verdicts"})
	if len(text) > mostText+100 || !strings.HasSuffix(text, "narrow it down with run\n") {
		t.Errorf("%d bytes", len(text))
	}
}
