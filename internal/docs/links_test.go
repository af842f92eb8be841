package docs

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	span    = regexp.MustCompile("`[^`\n]*`")
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	webby   = regexp.MustCompile(`^[a-z]+:`)
)

// A link within the repository leads to a file or folder that exists, and to a
// heading that the page has.
func TestLinks(t *testing.T) {
	all := pages(t)
	links := 0
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(span.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), -1) {
			if webby.MatchString(m[1]) {
				continue
			}
			links++
			file, anchor, anchored := strings.Cut(m[1], "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if !files()[target] {
				t.Errorf("%s: a link to %s, which does not exist", name, m[1])
				continue
			}
			if anchored && !anchors(all[target])[anchor] {
				t.Errorf("%s: a link to %s, but %s has no such heading", name, m[1], target)
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links", links)
	}
}

// anchors are those that GitHub gives to the headings of a page.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		all[anchorOf(m[1])] = true
	}
	return all
}

// anchorOf is a heading in lower case, with hyphens for blanks, and without what is
// neither letter, digit, hyphen nor underscore.
func anchorOf(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
}

func TestAnchors(t *testing.T) {
	for title, want := range map[string]string{
		"Event loops":                     "event-loops",
		"Sampling: `-algo=random`, `pct`": "sampling--algorandom-pct",
		"1. One rule for all_kinds":       "1-one-rule-for-all_kinds",
	} {
		if got := anchorOf(title); got != want {
			t.Errorf("%q: %s, want %s", title, got, want)
		}
	}
	if has := anchors("# A\n```\n# not one\n```\n## B c\n"); !has["a"] || !has["b-c"] || len(has) != 2 {
		t.Errorf("%v", has)
	}
}

// Every page beneath docs is in its index.
func TestIndex(t *testing.T) {
	index := read(t, "docs/README.md")
	for name := range pages(t) {
		if rest, ok := strings.CutPrefix(name, "docs/"); ok && rest != "README.md" && !strings.Contains(index, "]("+rest+")") {
			t.Errorf("docs/README.md has no link to %s", name)
		}
	}
}
