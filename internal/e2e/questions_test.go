package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"gocheck.dev/internal/longtest"
)

var questionsOut = flag.String("questions.out", "", "write docs/measured/failures.md: what the texts of failures answer")

const questionsHead = `# What the text of a failure answers

Failures of each kind, of buggy kernels (` + "`testdata/kernels`" + `) and, for what these have none of, of
` + "`testdata/asked`" + `, printed 80, 120 and 200 columns wide. This command asks, and writes the page; what
is not answered makes it fail:

    GOCHECK_LONG=1 go test ./internal/e2e -run TestQuestions -questions.out docs/measured/failures.md

- *who*: each goroutine that the text names has a column, or a line where they do not fit; nothing
  has a name of gocheck's own;
- *where*: the failure has a place in the program;
- *waits*: whoever is blocked for ever is said to wait for something;
- *order*: the operations of the sentence are marked in the columns;
- *why*: what makes the difference to an execution that passes, or that none passes, or the pause;
- *fits*: no line of columns is wider than asked for, no row is empty, no word is broken.

All is answered, but for what is not asked: *waits* where nobody is blocked, *order* where none
matters.

`

// questions are what somebody asks who sees a failure for the first time.
var questions = []string{"who", "where", "waits", "order", "why", "fits"}

// widths are those of a small terminal, of a pipe, and of a large one.
var widths = []int{80, 120, 200}

// asked are the failures of docs/measured/failures.md: kernels of each kind, and tests of
// testdata/asked, which has what the kernels have none of.
var asked = []string{
	"busy.MissedValue", "chance.MapOrder", "communication.DroppedNotification", "eventloop.BlockingEvent", "eventloop.StaleCallback",
	"leaks.DerivedContext", "misuse.SendOnClosed", "misuse.UnlockTwice", "mixed.CondWithoutLoop", "mixed.WrongWaiter", "polls.Eventually",
	"races.ABA", "races.DoubleCheck", "resource.ThreeWay",
	"Twelve", "Long", "Subtests", "HeldUp", "Reset", "Order",
	"Group", "Flight", "Pool", "Cache", "Hub", "Limiter", "Signal",
	"Pipeline", "FanIn", "Shutdown", "Ticker", "Unsubscribe", "AfterCancel", "Batcher", "Retry",
	"Rows", "Connections", "Stampede", "OnceError", "Prio", "Semaphore", "Reload", "ConnPool",
	"JobQueue", "ResPool", "WebHub", "Actors", "CondQueue", "Heartbeat", "Projector", "Barrier", "LongPoll", "Nested",
	"Hits", "Abandoned",
}

// TestQuestions: the text of these failures answers what is asked of it, at three widths.
// With -questions.out it writes the page.
func TestQuestions(t *testing.T) {
	longtest.Only(t)
	own := filepath.Join(t.TempDir(), "asked")
	if err := os.CopyFS(own, os.DirFS(filepath.Join(root, "testdata", "asked"))); err != nil {
		t.Fatal(err)
	}
	var kernels []string
	packages := map[string]bool{}
	for _, name := range asked {
		if pkg, test, ok := strings.Cut(name, "."); ok {
			kernels, packages["./testdata/kernels/"+pkg] = append(kernels, "Test"+test+"Buggy"), true
		}
	}
	args := []string{"-save=false", "-executions=1000", "-run=^(" + strings.Join(kernels, "|") + ")$"}
	for pkg := range packages {
		args = append(args, pkg)
	}
	kindOf, stepsOf, texts := map[string]string{}, map[string]int{}, map[string]map[int]string{}
	for _, width := range widths {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, r := range []report{explore(t, root, args...), explore(t, own, "-save=false", ".")} {
			for name, f := range r.failures {
				short := strings.TrimSuffix(strings.TrimPrefix(name, "gocheck.dev/testdata/kernels/"), "Buggy")
				short = strings.TrimPrefix(strings.Replace(short, ".Test", ".", 1), "gctest/asked.")
				if short == "Group" && !filepath.IsAbs(f.Pos) {
					t.Errorf("a program that opens files is told of %s", f.Pos) // which the text names for reading
				}
				if !slices.Contains(asked, short) {
					continue // two packages may have a test of one name
				}
				if texts[short] == nil {
					texts[short] = map[int]string{}
					e := explainedBy(t, &r, name, name)
					kindOf[short], stepsOf[short] = f.Kind, e.steps
				}
				texts[short][width] = strings.Join(r.output[name], "")
			}
		}
	}
	kinds, notAsked := map[string]int{}, map[string]int{}
	var steps []int
	for _, name := range asked {
		if len(texts[name]) != len(widths) {
			t.Errorf("%s: seen at %d widths", name, len(texts[name]))
			continue
		}
		kinds[kindOf[name]]++
		steps = append(steps, stepsOf[name])
		if why := startsElsewhere(own, texts[name][widths[len(widths)-1]]); why != "" {
			t.Errorf("%s: %s", name, why)
		}
		for _, q := range questions {
			all := ""
			for _, width := range widths {
				a := answer(q, texts[name][width], texts[name][widths[len(widths)-1]], width)
				if a != "yes" && a != "–" {
					t.Errorf("%s, %d columns wide: %s? %s\n%s", name, width, q, a, texts[name][width])
				}
				all = a
			}
			if all == "–" {
				notAsked[q]++
			}
		}
	}
	if *questionsOut == "" || t.Failed() {
		return
	}
	page := fmt.Sprintf("%s%d failures of %d to %d steps:\n%s.\nNot asked: %s.\n", questionsHead,
		len(asked), slices.Min(steps), slices.Max(steps), numbers(kinds), numbers(notAsked))
	if err := os.WriteFile(filepath.Join(root, *questionsOut), []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
}

// startsElsewhere says of a test in one of these files that its first row is not the test's own
// first line.
func startsElsewhere(dir, text string) string {
	m := aStart.FindStringSubmatch(text)
	if m == nil {
		return "there is no row in which it starts"
	}
	if m[1] == "" {
		m[1] = strings.TrimPrefix(allIn.FindString(text), "are in ")
	}
	source, err := os.ReadFile(filepath.Join(dir, m[1]))
	if err != nil {
		return "" // a kernel, in a folder of its own
	}
	n, _ := strconv.Atoi(m[2])
	if line := strings.Split(string(source), "\n")[n-1]; !strings.HasPrefix(line, "func Test") {
		return "it starts at " + m[0] + ": " + line
	}
	return ""
}

// numbers are words with their numbers, the words in order.
func numbers(of map[string]int) string {
	var all []string
	for _, word := range slices.Sorted(maps.Keys(of)) {
		all = append(all, fmt.Sprintf("%s %d", word, of[word]))
	}
	return strings.Join(all, ", ")
}

var (
	aGoroutine = regexp.MustCompile(`\bgoroutine (\d+)\b`)
	aPlace     = regexp.MustCompile(`(?:^|\s)at (\S+\.go):\d+`)
	aRange     = regexp.MustCompile(`goroutine (\d+) +to (\d+) `)
	ofNobody   = regexp.MustCompile(`main/\d|gocheck\.dev/runtime|gocheck_|gocheck[A-Z]|/pkg/mod/|/usr/local/go`)
	// Of two failures of a test the first may be of every execution, in this way or another.
	aDifference = regexp.MustCompile(`what makes the difference: (passes|every execution fails, in another way \(.*\)) when `)
	aStart      = regexp.MustCompile(`\bstarts +(\S+\.go)?:(\d+)`)
	allIn       = regexp.MustCompile(`are in \S+\.go`)
	withPlace   = regexp.MustCompile(`\S*:\d+\)?$`)
)

// answer says what the text of a failure answers: yes, – if it is not asked, or what is wrong.
func answer(question, text, widest string, width int) string {
	head, table, _ := strings.Cut(text, "\n\n")
	table, _, _ = strings.Cut(table, "\n\n")
	switch question {
	case "who": // every goroutine that is named has a column, or a line
		if word := ofNobody.FindString(text); word != "" {
			return "it speaks of " + word
		}
		for _, m := range aGoroutine.FindAllStringSubmatch(head, -1) {
			if !named(table, m[1]) {
				return m[0] + " is not in the columns"
			}
		}
	case "where": // the failure is in a file of the program
		if m := aPlace.FindStringSubmatch(head); m == nil {
			return "there is no place"
		}
	case "waits": // who is blocked for ever is said to wait for something
		if !strings.Contains(table, "blocked for ever") {
			return "–"
		}
		if strings.Count(table, "blocked: ") < strings.Count(table, "blocked for ever") {
			return "somebody is blocked for ever by nothing"
		}
		if !strings.Contains(head, " waits ") && !strings.Contains(head, " goes round ") {
			return "nothing is said of it before the columns"
		}
	case "order": // what the sentence is about is to be seen
		for _, mark := range []string{"①", "②"} {
			if strings.Contains(head, mark) && !strings.Contains(table, mark) {
				return mark + " is not in the columns"
			}
		}
		if !strings.Contains(head, "①") {
			return "–"
		}
	case "why":
		if !aDifference.MatchString(head) && !strings.Contains(head, everySentence) && !strings.Contains(head, "it takes a pause: ") {
			return "there is no sentence"
		}
	case "fits": // no line of columns is too long, no row is empty, no word is broken
		whole := map[string]bool{}
		for word := range strings.FieldsSeq(widest) {
			whole[word] = true
		}
		for line := range strings.Lines(table) {
			line = strings.TrimRight(line, "\n")
			if !strings.HasPrefix(strings.TrimSpace(line), "|") {
				continue
			}
			if utf8.RuneCountInString(line) > width {
				return "too long: " + line
			}
			if strings.Trim(line, " |") == "" {
				return "a row without a word"
			}
			for word := range strings.FieldsSeq(line) {
				if !whole[word] && !withPlace.MatchString(word) && strings.Trim(word, "-") != "" {
					return "broken: " + word
				}
			}
		}
	}
	return "yes"
}

// named says whether a goroutine has a column or a line, or is one of those that share a line.
func named(table, number string) bool {
	if regexp.MustCompile(`\bgoroutine ` + number + `\b`).MatchString(table) {
		return true
	}
	n, _ := strconv.Atoi(number)
	for _, m := range aRange.FindAllStringSubmatch(table, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		if from <= n && n <= to {
			return true
		}
	}
	return false
}
