package docs

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const longest = 100 // characters; a tab is one

// generated are the pages that commands and tests write. Their source is in Go,
// whose comments are held to the same, but not its texts.
var generated = map[string]bool{
	"docs/manual.md":             true, // go test ./internal/cli -run TestManual -update
	"docs/measured/bugs.md":      true, // make bugs
	"docs/measured/explained.md": true, // go test ./internal/e2e -run TestExplained
	"docs/measured/gotest.md":    true, // make gotest
	"docs/measured/litmus.md":    true, // make litmus
	"testdata/litmus/README.md":  true, // make litmus
	"docs/measured/native.md":    true, // make native
	"docs/measured/packages.md":  true, // make packages
	"docs/measured/platforms.md": true, // make platforms
	"docs/measured/tables.md":    true, // make tables
}

// No line of a page is longer, but for rows of tables, code blocks, and lines that
// cannot be broken: a word or link with a blank only before it.
func TestPageLines(t *testing.T) {
	for name, text := range pages(t) {
		if generated[name] {
			continue
		}
		fenced, indented, blank := false, false, true
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
				t.Errorf("%s:%d: a conflict that a merge has left", name, i+1)
			}
			if line != "" {
				indented = (indented || blank) && (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"))
			}
			blank = line == ""
			if fenced || indented || strings.HasPrefix(line, "|") {
				continue
			}
			if n := utf8.RuneCountInString(line); n > longest && breakable(line) {
				t.Errorf("%s:%d: %d characters, want at most %d", name, i+1, n, longest)
			}
		}
	}
}

var marker = regexp.MustCompile(`^\s*(//|[-*]|\d+\.)?\s*`)

// breakable reports whether a line could be broken: it has a blank behind its
// marker (of a comment or of a list) and within the length.
func breakable(line string) bool {
	rest := line[len(marker.FindString(line)):]
	return strings.ContainsAny(rest, " \t")
}

var directive = regexp.MustCompile(`^//[a-z]+:[a-z]`)

// No line that is a comment is longer, but for directives, code (indented by a tab),
// and lines that cannot be broken. Of a comment behind code its own length counts.
func TestCommentLines(t *testing.T) {
	for _, c := range allComments(t) {
		if strings.TrimSpace(c.lead) != "" {
			c.lead = ""
		}
		for i, line := range strings.Split(c.text, "\n") {
			if i == 0 {
				line = c.lead + line
			}
			if directive.MatchString(c.text) || strings.HasPrefix(c.text, "//\t") {
				continue
			}
			if n := utf8.RuneCountInString(line); n > longest && breakable(line) {
				t.Errorf("%s:%d: %d characters, want at most %d", c.file, c.line+i, n, longest)
			}
		}
	}
}

func TestBreakable(t *testing.T) {
	for line, want := range map[string]bool{
		"two words": true, "// two words": true, "- two words": true, "1. two words": true,
		"word": false, "  // word": false, "* [link](target)": false, "": false,
	} {
		if got := breakable(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
