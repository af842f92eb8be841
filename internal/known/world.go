package known

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/wire"
)

// A world is where tests read: the environment of this process, and the folders below which
// files count.
type world struct {
	roots  []string
	hashes map[string]string // that were computed
}

// largest is the size of a file up to which it is hashed. A test that reads a larger one is
// explored each time.
const largest = 64 << 20

// fresh is how long ago a file must have changed before a run: clocks of file systems are
// coarse, and what was changed while the run went on was perhaps read before.
const fresh = 2 * time.Second

// counts reports whether something read has to do with the verdict.
func (w *world) counts(what string) bool {
	word, name, _ := strings.Cut(what, " ")
	if word == wire.ReadsVariable {
		return !ours(name) && (!strings.HasPrefix(name, wire.ReadsWord) || asked[what] != nil)
	}
	for _, root := range w.roots {
		if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// ours reports whether the worker sets a variable: to a folder that the program's key names, or to
// what is its own.
func ours(name string) bool { return name == "PWD" || name == wire.Env }

// hash is of what is there now. What it cannot be told of is "", which no record has.
func (w *world) hash(what string) string {
	h, ok := w.hashes[what]
	if !ok {
		h = hashOf(what)
		w.hashes[what] = h
	}
	return h
}

func hashOf(what string) string {
	h := sha256.New()
	word, name, _ := strings.Cut(what, " ")
	if word == which {
		if !numbers(h, name) {
			return ""
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	if ask := asked[what]; ask != nil {
		ask(h)
		return hex.EncodeToString(h.Sum(nil))
	}
	if word == wire.ReadsVariable {
		value, ok := os.LookupEnv(name)
		fmt.Fprint(h, ok, value)
		return hex.EncodeToString(h.Sum(nil))
	}
	// Who does not look through a link sees the link.
	if to, err := os.Readlink(name); err == nil {
		fmt.Fprintf(h, "%q ", to)
	}
	fi, err := os.Stat(name)
	switch {
	case word == wire.ReadsLink:
	case os.IsNotExist(err):
		fmt.Fprint(h, "absent")
	case err != nil:
		fmt.Fprint(h, "error ", err)
	case word == wire.ReadsFacts:
		facts(h, fi)
	case fi.IsDir():
		entries, err := os.ReadDir(name)
		if err != nil {
			return ""
		}
		for _, e := range entries {
			fmt.Fprintf(h, "%q ", e.Name())
			if fi, err := e.Info(); err == nil {
				facts(h, fi)
			}
		}
	case !fi.Mode().IsRegular() || fi.Size() > largest:
		return ""
	default:
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprint(h, "error ", err)
			break
		}
		defer f.Close()
		fmt.Fprint(h, fi.Mode(), " ")
		if _, err := io.Copy(h, f); err != nil {
			return ""
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// asked is what programs can ask for that is no file, and no variable by its name.
var asked = map[string]func(w io.Writer){
	wire.ReadsAllVariables: func(w io.Writer) {
		for _, v := range slices.Sorted(slices.Values(os.Environ())) {
			if name, _, _ := strings.Cut(v, "="); !ours(name) {
				fmt.Fprintf(w, "%q ", v)
			}
		}
	},
	wire.ReadsMachine: func(w io.Writer) {
		name, err := os.Hostname()
		fmt.Fprint(w, name, err)
	},
	wire.ReadsProcessors: func(w io.Writer) { fmt.Fprint(w, runtime.NumCPU(), runtime.GOMAXPROCS(0)) },
	wire.ReadsWhich:      func(io.Writer) {}, // of each file: see which
	wire.ReadsUser: func(w io.Writer) { // package os/user may need a C compiler
		groups, _ := os.Getgroups()
		fmt.Fprintf(w, "%d %d %d %d %v %q %q", os.Getuid(), os.Geteuid(), os.Getgid(), os.Getegid(), groups, os.Getenv("USER"), os.Getenv("HOME"))
	},
}

// which is the word of records for which file it is that has a name: whoever gave it to another
// file of the same content has changed that.
const which = "which"

// numbers writes which files they are that a name leads to, and those of a folder. false: this
// system does not say so.
func numbers(w io.Writer, name string) bool {
	all := []string{name}
	entries, _ := os.ReadDir(name) // of what is no folder there are none
	for _, e := range entries {
		all = append(all, filepath.Join(name, e.Name()))
	}
	for _, name := range all {
		for _, look := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
			switch fi, err := look(name); {
			case err != nil:
				fmt.Fprint(w, "absent ")
			case !number(w, fi):
				return false
			}
		}
	}
	return true
}

func facts(w io.Writer, fi os.FileInfo) {
	fmt.Fprintln(w, fi.Size(), fi.Mode(), fi.ModTime().UnixNano())
}

// changedSince reports whether a file that was read has changed since then, or a little before.
func changedSince(what string, began time.Time) bool {
	word, name, _ := strings.Cut(what, " ")
	if word == wire.ReadsVariable {
		return false
	}
	if fi, err := os.Lstat(name); err == nil && fi.ModTime().After(began.Add(-fresh)) {
		return true // a link
	}
	fi, err := os.Stat(name)
	return err == nil && fi.ModTime().After(began.Add(-fresh))
}
