package annotations

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// What docs/ci.md has for VS Code reads every annotation at a position: its first line, at its
// place, under the name of its test. A pattern over the lines of a failure missed a third
// of the kinds: panics, races and loops each say their position in a way of their own.
func TestEditorPattern(t *testing.T) {
	page, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## VS Code\n")
	_, text, _ = strings.Cut(text, "```json\n")
	text, _, _ = strings.Cut(text, "```")
	var file struct {
		Tasks []struct {
			Command        string
			ProblemMatcher struct {
				Pattern struct {
					Regexp                                      string
					Severity, File, Line, Column, Code, Message int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &file); err != nil || len(file.Tasks) != 1 {
		t.Fatalf("the page's tasks: %v\n%s", err, text)
	}
	if !strings.Contains(file.Tasks[0].Command, "-annotations=github") {
		t.Errorf("the command %q makes no annotations", file.Tasks[0].Command)
	}
	p := file.Tasks[0].ProblemMatcher.Pattern
	pattern := regexp.MustCompile(p.Regexp)
	for _, tt := range []struct {
		a    Annotation
		want string // severity, file, line, column, code, message
	}{
		{Annotation{Level: "error", File: "a/b_test.go", Line: 3, Col: 4, Title: "TestX: race", Message: "n is accessed by two goroutines\nwrite at b.go:3"},
			"error a/b_test.go 3 4 TestX n is accessed by two goroutines"},
		{Annotation{Level: "error", File: "b.go", Line: 30, Title: "TestX/sub,2: test fails", Message: "got 1::2, 50% of it"},
			"error b.go 30  TestX/sub got 1::2, 50%25 of it"},
		{Annotation{Level: "warning", File: "b.go", Line: 3, Col: 14, Title: "TestX: timing", Message: "fails if main is held up"},
			"warning b.go 3 14 TestX fails if main is held up"},
		{Annotation{Level: "error", File: "b.go", Line: 1, Col: 2, Title: "gocheck", Message: "undefined: x"},
			"error b.go 1 2 gocheck undefined: x"},
		{Annotation{Level: "notice", File: "b.go", Line: 1, Title: "TestX: incomplete", Message: "after 50 executions"}, ""},
		{Annotation{Level: "error", Title: "gocheck", Message: "no file"}, ""},
	} {
		got := ""
		if m := pattern.FindStringSubmatch(strings.TrimSuffix(tt.a.GitHub(), "\n")); m != nil {
			got = strings.Join([]string{m[p.Severity], m[p.File], m[p.Line], m[p.Column], m[p.Code], m[p.Message]}, " ")
		}
		if got != tt.want {
			t.Errorf("%sis read as %q, want %q", tt.a.GitHub(), got, tt.want)
		}
	}
}
