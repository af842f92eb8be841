package docs

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestProblemMatcher applies the problem matcher of docs/ci.md to what README.md and the tutorial
// show of failures, which tests hold to what gocheck prints.
func TestProblemMatcher(t *testing.T) {
	_, text, _ := strings.Cut(read(t, "docs/ci.md"), "```json\n")
	text, _, _ = strings.Cut(text, "```")
	var tasks struct {
		Tasks []struct {
			ProblemMatcher struct {
				Pattern []struct {
					Regexp              string
					File, Line, Message int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &tasks); err != nil {
		t.Fatal(err)
	}
	pattern := tasks.Tasks[0].ProblemMatcher.Pattern
	for _, screen := range []string{"README.md", "docs/tutorial.md"} {
		lines := strings.Split(read(t, screen), "\n")
		failures := 0
		for i, line := range lines {
			if !strings.HasPrefix(line, "--- FAIL: ") || i+len(pattern) > len(lines) || strings.HasPrefix(lines[i+1], "…") || strings.HasPrefix(lines[i+2], "…") {
				continue
			}
			failures++
			for k, p := range pattern {
				m := regexp.MustCompile(p.Regexp).FindStringSubmatch(lines[i+k])
				if m == nil {
					t.Errorf("%s:%d: %q does not match %s", screen, i+k+1, lines[i+k], p.Regexp)
				} else if p.File > 0 && (!strings.HasSuffix(m[p.File], ".go") || m[p.Line] == "") {
					t.Errorf("%s:%d: file %q, line %q", screen, i+k+1, m[p.File], m[p.Line])
				}
			}
		}
		if failures == 0 {
			t.Errorf("%s shows no failure", screen)
		}
	}
}
