package docs

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lines of packages into the drawings")

const treePage = "docs/design/architecture.md"

// numbered is a package and its lines in a drawing: trace 3,600.
var numbered = regexp.MustCompile(`([a-z][a-z0-9/]*) ((?:\d+,)?\d+)\b`)

// TestTree holds the drawings of architecture.md to the packages: each that is named with
// a number exists, and has about as many lines outside tests; and none is left out beneath
// checker, instrument and runtime. With -update the numbers are written.
func TestTree(t *testing.T) {
	lines := linesOfPackages(t)
	drawn := map[string]bool{}
	page := redraw(t, read(t, treePage), lines, drawn)
	for dir := range lines {
		floor, _, below := strings.Cut(dir, "/")
		if !slices.Contains([]string{"checker", "instrument", "runtime"}, floor) || drawn[dir] {
			continue
		}
		if below && !undrawn[dir] {
			t.Errorf("%s: %s, of %d lines, is in none of the drawings", treePage, dir, lines[dir])
		}
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(treePage)), []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// undrawn are what tests need.
var undrawn = map[string]bool{
	"checker/lang": true, "checker/lang/gen": true, "checker/oracle": true, "checker/oracle/trial": true, "checker/oracle/retake": true,
	"instrument/internal/loadtest": true,
}

// redraw is the page with the numbers of its drawings as they are.
func redraw(t *testing.T, page string, lines map[string]int, drawn map[string]bool) string {
	var floor string
	fenced := false
	out := strings.Split(page, "\n")
	for i, line := range out {
		if _, after, ok := strings.Cut(line, "**The packages of "); ok {
			floor, _, _ = strings.Cut(after, "**")
		}
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			if !fenced {
				floor = ""
			}
		}
		if !fenced || floor == "" {
			continue
		}
		out[i] = numbered.ReplaceAllStringFunc(line, func(s string) string {
			name, was, _ := strings.Cut(s, " ")
			dir := packageBeneath(floor, name, lines)
			if dir == "" {
				t.Errorf("%s:%d: %s is none of the packages beneath %s, or several", treePage, i+1, name, floor)
				return s
			}
			drawn[dir] = true
			n, err := strconv.Atoi(strings.ReplaceAll(was, ",", ""))
			if err != nil {
				t.Error(err)
			}
			if !*update && !near(n, lines[dir]) {
				t.Errorf("%s:%d: %s has %d lines, not %d: go test ./internal/docs -run TestTree -update",
					treePage, i+1, dir, lines[dir], n)
			}
			if near(n, lines[dir]) {
				return s
			}
			return name + " " + thousands((lines[dir]+5)/10*10)
		})
	}
	return strings.Join(out, "\n")
}

// near reports whether a number that was drawn still says how large a package is: a page
// that changes with each line of code would be in everybody's way.
func near(drawn, n int) bool {
	off := max(drawn-n, n-drawn)
	return off <= 100 || off <= n/10
}

// packageBeneath is the only package that is called so there.
func packageBeneath(floor, name string, lines map[string]int) string {
	var found []string
	for dir := range lines {
		if dir == name {
			return dir
		}
		if strings.HasPrefix(dir, floor+"/") && strings.HasSuffix(dir, "/"+name) {
			found = append(found, dir)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	if n >= 1000 {
		s = s[:len(s)-3] + "," + s[len(s)-3:]
	}
	return s
}

// What is drawn wrongly is told and written.
func TestRedraw(t *testing.T) {
	lines := map[string]int{"runtime": 12000, "runtime/internal/names": 1234}
	page := "names 7\n**The packages of runtime**\n```\nruntime 12,050  internal/names 10, the rest\n```\nnames 7"
	want := "names 7\n**The packages of runtime**\n```\nruntime 12,050  internal/names 1,230, the rest\n```\nnames 7"
	was := *update
	*update = true
	defer func() { *update = was }()
	drawn := map[string]bool{}
	if got := redraw(t, page, lines, drawn); got != want || len(drawn) != 2 {
		t.Errorf("%s\n%v", got, drawn)
	}
	if near(1000, 2000) || near(500, 601) || !near(12000, 12900) || !near(90, 10) {
		t.Error("near")
	}
}
