package report

import (
	"fmt"
	"path"
	"strings"

	"gocheck.dev/internal/wire"
)

// Fault is what fails in a step.
func Fault(s *wire.Step) string {
	if s.Says == "" {
		return "something fails"
	}
	return s.Says
}

// describe is a step's text without its position.
func describe(s *wire.Step, l *Lanes) string {
	if s.Fails() {
		return "FAULT: " + Fault(s)
	}
	if s.Says != "" {
		return s.Says
	}
	if s.MayFail() {
		return "no fault"
	}
	if test, ok := strings.CutPrefix(s.Object, "the end of "); ok && s.Op == "write" {
		return "end of " + test
	} else if ok && s.Op == "read" {
		return "use t of " + test
	}
	words := []string{opName(s)}
	if s.Object != "" && s.Op != "begin" {
		words = append(words, s.Object)
	}
	switch {
	case s.Value == "" || isContext(s):
	case s.Op == "sendclosed":
		words[0] = "close of closed"
	case s.Op == "add" && s.Value == "-1":
		words[0] = "done"
	case s.Op == "inc" || s.Op == "mask" || s.Op == "merge":
		words = append(words, "→ "+s.Value)
	case s.Op == "write" || s.Op == "read":
		words = append(words, "= "+s.Value)
	default:
		words = append(words, s.Value)
	}
	switch s.Op {
	case "choose":
		words = append(words, fmt.Sprintf("→ %d", s.Choice))
	case "signal":
		if s.Partner == "" {
			words = append(words, "→ nobody")
		} else {
			words = append(words, "→ "+l.Name(s.Partner))
		}
	}
	return strings.Join(words, " ")
}

// opNames are the operations whose name among the checker's kinds is not what
// a Go programmer calls them.
var opNames = map[string]string{
	"spawn":        "go",
	"postfront":    "post in front",
	"closehandler": "close handler",
	"postclosed":   "post to a closed handler",
	"cas":          "compare and swap",
	"await":        "receive",
	"rlock":        "read-lock",
	"runlock":      "read-unlock",
	"arrive":       "ask for the write lock",
	"trylock":      "try-lock",
	"tryrlock":     "try-read-lock",
	"lockbusy":     "try-lock fails",
	"badunlock":    "unlock of an unlocked lock",
	"recv":         "receive",
	"recvclosed":   "receive from closed",
	"sendclosed":   "send on closed",
	"default":      "select: default",
	"addnegative":  "add below zero",
	"enqueue":      "wait begins",
	"wake":         "woken",
	"oncefirst":    "once: first",
	"onceend":      "once: done",
	"oncedone":     "once: was done",
	"timerset":     "set timer",
	"timerstop":    "stop timer",
	"timerfire":    "timer fires",
	"timerrecv":    "receive from timer",
	"inc":          "add to",
	"mask":         "clear bits of",
	"merge":        "set bits of",
	"yield":        "Gosched",
	"spin":         "goes round",
	"sleep":        "sleep is over",
	"join":         "goes on",
}

// contextOps are the same for contexts, which are flags to the checker.
var contextOps = map[string]string{"write": "cancel", "read": "check", "await": "receive Done of"}

func opName(s *wire.Step) string {
	if n, ok := contextOps[s.Op]; ok && isContext(s) {
		return n
	}
	if s.Op == "begin" {
		if s.Object != "" {
			return "event"
		}
		return "starts"
	}
	if s.Op == "read" && strings.HasSuffix(s.Value, wire.Again) {
		return "write"
	}
	if n, ok := opNames[s.Op]; ok {
		return n
	}
	return s.Op
}

// isContext reports whether a step is on a context, which is named by its variable, or else by what
// made it.
func isContext(s *wire.Step) bool {
	return strings.HasPrefix(s.Object, "context ") || strings.HasPrefix(s.Object, "context.With")
}

// shortPos is a position for a narrow column: x.go:12 of dir/x.go:12:5.
func shortPos(pos string) string {
	if nowhere(pos) {
		return ""
	}
	file, rest := splitPos(pos)
	if line, _, ok := strings.Cut(rest, ":"); ok {
		rest = line
	}
	if file = path.Base(strings.ReplaceAll(file, `\`, "/")); file == "." {
		return ""
	}
	if rest == "" {
		return file
	}
	return file + ":" + rest
}

// nowhere says whether a position is that of what the network or package linear does by itself:
// its steps have words, and the file stands for no place.
func nowhere(pos string) bool {
	file, rest := splitPos(pos)
	switch file {
	case "net/net.go":
		return strings.HasSuffix(rest, ":1")
	case "linear/check.go", "linear/run.go", "linear/judge.go":
		return len(rest) == len("1:1") && strings.HasSuffix(rest, ":1")
	}
	return false
}

// splitPos splits file:line:col after the file, which may contain a colon of
// its own on some systems.
func splitPos(pos string) (file, rest string) {
	i := strings.LastIndex(pos, ".go:")
	if i < 0 {
		return pos, ""
	}
	return pos[:i+len(".go")], pos[i+len(".go:"):]
}

// ForReading names files of schedules that are of other modules, or of the standard library, by
// module and version, or by package.
func ForReading(s string) string { return forReading.Replace(s) }

var forReading = strings.NewReplacer("$GOROOT/src/", "", "$GOMODCACHE/", "")

// libraryOf is the package of a position in code that is not the user's: a module of the cache
// or a vendor folder, or the standard library; "" if it is the user's.
func libraryOf(pos string) string {
	file, _ := splitPos(strings.ReplaceAll(pos, `\`, "/"))
	dir := path.Dir(file)
	for _, root := range []string{"$GOMODCACHE/", "/pkg/mod/", "$GOROOT/src/", "/vendor/"} {
		if _, rest, ok := strings.Cut("/"+dir, root); ok {
			return withoutVersion(rest)
		}
	}
	return ""
}

// withoutVersion is example.com/lib/sub of example.com/lib@v1.2.3/sub.
func withoutVersion(dir string) string {
	before, after, ok := strings.Cut(dir, "@")
	if before == "golang.org/toolchain" { // Go itself, downloaded
		_, std, _ := strings.Cut(after, "/src/")
		return std
	}
	if !ok {
		return dir
	}
	_, sub, below := strings.Cut(after, "/")
	if !below {
		return before
	}
	return before + "/" + sub
}
