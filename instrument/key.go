package instrument

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"sync"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// A keyer computes cache keys. A package's key is a hash of everything that its
// rewritten form depends on: this command (its own executable, which contains
// the rewriter and the embedded module), the go command and its environment,
// the package's files, and the keys of its dependencies.
type keyer struct {
	gr    *golist.Graph
	base  string // command and environment
	kind  string // how packages are rewritten besides: "" or a line
	keys  map[string]string
	files map[string]string // content hashes, by name
}

func newKeyer(g *gocmd.Command, gr *golist.Graph) (*keyer, error) {
	command, err := commandHash()
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "command %s\n", command)
	g.Identify(h)
	return &keyer{gr: gr, base: cache.Sum(h), keys: make(map[string]string), files: make(map[string]string)}, nil
}

// commandHash identifies the running command by content. A version would not
// do: while gocheck is worked on, it stays the same.
var commandHash = sync.OnceValues(func() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding gocheck's executable: %w", err)
	}
	if id := buildID(exe); id != "" {
		return id, nil
	}
	content, err := cache.HashFile(exe)
	if err != nil {
		return "", fmt.Errorf("reading gocheck's executable: %w", err)
	}
	return content, nil
})

// goBuildID is what the go command gives to what it has linked: four hashes, of all that
// it is made of and of what has come of it. Whoever sets another one by a flag of the
// linker gets no such name.
var goBuildID = regexp.MustCompile(`^[\w-]{20}(/[\w-]{20}){3}$`)

// buildID is the name that the go command has given to an executable; "": it is not
// known, as that of other formats than Linux's. To read it takes a tenth of a
// millisecond, to hash the executable tens of them, in each run of the command. It is a note near
// the beginning; package debug/elf would be 2 % of what it takes to compile gocheck.
func buildID(exe string) string {
	f, err := os.Open(exe)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	head = head[:n]
	at := bytes.Index(head, []byte(goNote))
	if at < 4 || !bytes.HasPrefix(head, []byte("\x7fELF")) {
		return ""
	}
	size, id := binary.LittleEndian.Uint32(head[at-4:]), head[at+len(goNote):]
	if uint64(size) > uint64(len(id)) || !goBuildID.Match(id[:size]) {
		return ""
	}
	return string(id[:size])
}

// goNote is how the note begins: its type and its name, behind the lengths of both.
const goNote = "\x04\x00\x00\x00Go\x00\x00"

// key returns the key of a package outside the standard library.
func (k *keyer) key(p *golist.Package) string {
	if key, ok := k.keys[p.ImportPath]; ok {
		return key
	}
	h := sha256.New()
	fmt.Fprintf(h, "package %s\nbase %s\n%sdir %s\n", p.ImportPath, k.base, k.kind, p.Dir)
	if p.Module != nil {
		fmt.Fprintf(h, "module %s %s go %s\n", p.Module.Path, p.Module.Version, p.Module.GoVersion)
	}
	if p.Plain {
		fmt.Fprintln(h, "plain") // its importers, too, are rewritten otherwise then
	}
	k.addFiles(h, p.Dir, p.Files())
	if p.UnderTest() {
		// Which variant the test main goes to depends on both.
		plain := k.gr.ByID[p.ForTest]
		k.addFiles(h, plain.Dir, slices.Concat(plain.TestGoFiles, plain.XTestGoFiles))
	}
	imports := append([]string(nil), p.Imports...)
	sort.Strings(imports)
	for _, id := range imports {
		if q := k.gr.ByID[id]; q != nil && !q.Standard {
			fmt.Fprintf(h, "import %s %s\n", id, k.key(q))
		}
	}
	key := cache.Sum(h)
	k.keys[p.ImportPath] = key
	return key
}

// addFiles adds names and contents. A file that cannot be read counts by its
// error: the go command will say what is wrong with it.
func (k *keyer) addFiles(h hash.Hash, dir string, names []string) {
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, name)
		}
		content, ok := k.files[path]
		if !ok {
			var err error
			if content, err = cache.HashFile(path); err != nil {
				content = "unreadable: " + err.Error()
			}
			k.files[path] = content
		}
		fmt.Fprintf(h, "file %s %s\n", name, content)
	}
}

// binaryKey returns the key of the test binary of a package, or of the fact
// that it has none.
func (k *keyer) binaryKey(root *golist.Package, closure []*golist.Package, main *golist.Package) string {
	h := sha256.New()
	fmt.Fprintf(h, "binary %s\nbase %s\n%s", root.ImportPath, k.base, k.kind)
	if main != nil {
		fmt.Fprintf(h, "godebug %s\n", main.DefaultGODEBUG)
	}
	for _, p := range closure {
		fmt.Fprintf(h, "%s %s\n", p.ImportPath, k.key(p))
	}
	return cache.Sum(h)
}
