package testbin

import (
	"bytes"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// What a test reads of the world outside of its binary (variables of the environment, files and
// folders) decides whether its verdict still holds in a later run. Package os says what it
// reads to a log that package testing can set, for the go command's cache of test results. Here
// the same log is kept for each test.

// maxReads is how many things a test may read. Who reads more is explored each time.
const maxReads = 2000

// testLogger is what testing.MainStart was given: only the standard library can set the log.
type testLogger interface {
	StartTestLog(io.Writer)
	StopTestLog() error
}

// reads is the log. A nil one keeps nothing, and the command takes no verdict for known then.
type reads struct {
	by      testLogger
	in      string // the current directory at the beginning
	own     string // the folder for temporary files of this process alone
	dir     string // where the program is now
	partial []byte // a line that is not complete
	seen    map[string]bool
	many    bool
	on      bool // between begin and end
}

// newReads begins the log of what is read before there is a test.
func newReads(m *testing.M, dir, own string) *reads {
	f := reflect.ValueOf(m).Elem().FieldByName("deps")
	if !f.IsValid() || f.Kind() != reflect.Interface {
		return nil // another Go
	}
	by, ok := reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem().Interface().(testLogger)
	if !ok {
		return nil
	}
	r := &reads{by: by, in: dir, own: own}
	r.begin()
	return r
}

// begin begins a log.
func (r *reads) begin() {
	if r == nil {
		return
	}
	r.dir, r.partial, r.seen, r.many, r.on = r.in, nil, map[string]bool{}, false, true
	r.by.StartTestLog(r)
}

// end ends the log and returns what was read, in an order that is always the same; nil if
// there is no log.
func (r *reads) end() *wire.Reads {
	if r == nil || !r.on {
		return nil
	}
	r.on = false
	if err := r.by.StopTestLog(); err != nil || r.many {
		return &wire.Reads{Many: true}
	}
	all := &wire.Reads{}
	for what := range r.seen {
		all.What = append(all.What, what)
	}
	slices.Sort(all.What)
	return all
}

// Write takes lines of the log: a word, a blank, a name.
func (r *reads) Write(p []byte) (int, error) {
	r.partial = append(r.partial, p...)
	for {
		line, rest, whole := bytes.Cut(r.partial, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		r.line(string(line))
		r.partial = rest
	}
}

func (r *reads) line(s string) {
	what, name, _ := strings.Cut(s, " ")
	switch what {
	case "chdir":
		if !filepath.IsAbs(name) { // by package syscall
			name = filepath.Join(r.dir, name)
		}
		r.dir = name
		return
	case wire.ReadsVariable:
		line, own := strings.CutPrefix(name, wire.ReadsWord)
		if word, _, _ := strings.Cut(line, " "); own && slices.Contains([]string{"chdir", wire.ReadsFile, wire.ReadsFacts, wire.ReadsLink}, word) {
			r.line(line)
			return
		}
	case wire.ReadsFile, wire.ReadsFacts, wire.ReadsLink:
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.dir, name)
		}
		if rel, err := filepath.Rel(r.own, name); r.own != "" && err == nil && filepath.IsLocal(rel) {
			return // of another name in the next run; it may lie in a module
		}
	default:
		return // the log's head
	}
	if r.many = r.many || len(r.seen) == maxReads; !r.many {
		r.seen[what+" "+name] = true
	}
}

// sendReads tells the command what the test, or the program before its first one, has read. It is
// said before the result, so that who has the result knows all.
func (d *driver) sendReads(test string) {
	if all := d.reads.end(); all != nil {
		d.out.send(wire.Message{Type: "reads", Test: test, Reads: all})
	}
}
