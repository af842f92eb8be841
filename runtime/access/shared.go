package access

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/environ"
)

// What tasks share behind the standard library: files, the environment, the
// working directory, variables of expvar. No memory of the program's is accessed,
// and package os orders what it does itself. So a call that looks at such a thing
// is an atomic load, one that may change it an atomic update, of a word that
// stands for it: both orders are explored, and neither is a data race.
//
// A call is one such operation: were it several, others could come between them
// and what the call does. So a word stands for one path, or for all paths of a
// temporary directory in programs that act on directories somewhere (RegisterWhole), or
// for all paths in those that give a file more names; for one variable, or for the whole
// environment.
type world struct {
	words map[string]*uint32
	at    map[unsafe.Pointer]*uint32
	cwd   string
}

// wholes says what the program shares as a whole.
var wholes struct {
	directories bool // it makes, removes, renames or lists some
	files       bool // it changes the working directory, or makes links
	environment bool // it asks for all variables
}

// RegisterWhole says what the program has functions for that concern more than
// one path or variable.
func RegisterWhole(directories, files, environment bool) {
	wholes.directories = wholes.directories || directories
	wholes.files = wholes.files || files
	wholes.environment = wholes.environment || environment
}

var worldKey byte

// theWorld is what the calling task shares with others behind the standard library, nil if it
// shares nothing.
func theWorld() *world {
	if rt.Alone() {
		return nil
	}
	return rt.Kept(unsafe.Pointer(&worldKey), func() any {
		return &world{words: make(map[string]*uint32), at: make(map[unsafe.Pointer]*uint32)}
	}).(*world)
}

// consults announces that what key stands for is looked at or changed.
func (w *world) consults(key string, s rt.Site, change bool) {
	word := w.words[key]
	if word == nil {
		word = new(uint32)
		w.words[key] = word
	}
	consult(word, s, change)
}

func consult(word *uint32, s rt.Site, change bool) {
	if change {
		rt.AddWord(s, word, 1)
	} else {
		rt.LoadWord(s, word)
	}
}

// ConsultsAt announces that the object of the standard library at p is looked at
// or changed.
func ConsultsAt(p unsafe.Pointer, s rt.Site, change bool) {
	w := theWorld()
	if w == nil || p == nil {
		return
	}
	word := w.at[p]
	if word == nil {
		word = new(uint32)
		w.at[p] = word
	}
	consult(word, s, change)
}

// ConsultsPath announces that what is at a path is looked at or changed.
func ConsultsPath(path string, s rt.Site, change bool) {
	if w := theWorld(); w != nil && path != "" && !isTerminal(path) {
		w.consults(w.pathKey(path), s, change)
	}
}

// ConsultsState announces that a state of the process is asked for or changed.
func ConsultsState(name string, s rt.Site, change bool) {
	if w := theWorld(); w != nil {
		w.consults(name, s, change)
	}
}

// ConsultsDirectory announces that the working directory is asked for or changed.
func ConsultsDirectory(s rt.Site, change bool) { ConsultsState(filesKey, s, change) }

// ConsultsVar announces that a variable of the environment is looked at or
// changed; "" stands for all of them.
func ConsultsVar(key string, s rt.Site, change bool) {
	environ.Asks(key)
	w := theWorld()
	if w == nil {
		return
	}
	if wholes.environment {
		key = ""
	}
	w.consults("environment "+key, s, change)
}

// isTerminal tells the files that no test looks into.
func isTerminal(path string) bool {
	return path == os.DevNull || path == "/dev/stdout" || path == "/dev/stderr" || path == "/dev/stdin"
}

const filesKey = "files"

// pathKey is what a path is known by.
func (w *world) pathKey(path string) string {
	if wholes.files {
		return filesKey
	}
	if strings.HasPrefix(path, "|") { // a pipe
		return path
	}
	if !filepath.IsAbs(path) {
		if w.cwd == "" {
			w.cwd, _ = os.Getwd()
		}
		path = filepath.Join(w.cwd, path)
	}
	path = filepath.Clean(path)
	if !wholes.directories {
		return path
	}
	for _, dir := range slices.Concat(rt.Environment().Temporaries(), []string{filepath.Clean(os.TempDir())}) {
		if rest, ok := beneath(path, dir); ok {
			first, _, _ := strings.Cut(rest, string(filepath.Separator))
			return filepath.Join(dir, first)
		}
	}
	return filesKey
}

// beneath is the rest of a path that is dir or beneath it.
func beneath(path, dir string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, dir)
	if !ok || rest == "" {
		return rest, ok
	}
	return strings.CutPrefix(rest, string(filepath.Separator))
}
