package instrument

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/directives"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
	"gocheck.dev/instrument/internal/layout"
	"gocheck.dev/instrument/internal/load"
)

// A session is one run over one list of packages.
type session struct {
	g             *gocmd.Command
	cache         *cache.Cache
	log           io.Writer
	warns         io.Writer
	sockets       map[string][]byte // files of a changed package net; nil: nobody needs it yet
	unknownNet    bool              // of this release of Go: sockets are outside of control
	unknownHashes bool              // and so are hashes
	gr            *golist.Graph
	keys          *keyer
	loader        *load.Loader
	rewrite       func(*load.Unit) (*load.Rewritten, error)
	own           string // gocheck's own module, unpacked; "": nothing is to be built yet
	symmetry      bool
	source        bool // the source is what is wanted: rewrite packages without tests, too
	targets       []*target

	phases *phases

	mu     sync.Mutex
	counts counts
}

// counts is what a session has done instead of finding it in the cache.
type counts struct {
	loaded    int // packages parsed and type-checked
	rewritten int // units rewritten
	built     int // test binaries built
}

// A target is a named package on its way to a test binary.
type target struct {
	root    *golist.Package
	main    *golist.Package // the generated main package of the test binary; nil without test files
	closure []*golist.Package
	key     string
	binary  Binary

	network  *golist.Package   // package net, if the target needs sockets
	standard []*golist.Package // rewritten packages of the standard library
}

// fail records why the package of t cannot be run.
func (t *target) fail(own bool, format string, args ...any) {
	t.binary.Err = &BuildError{ImportPath: t.root.ImportPath, Text: fmt.Sprintf(format, args...), Own: own}
}

// newSession lists the packages and computes their keys, the part of the work
// that is done however warm the cache is.
func newSession(ctx context.Context, cfg *Config, rewrite func(*load.Unit) (*load.Rewritten, error)) (_ *session, err error) {
	at := &phases{report: cfg.Phase}
	at.begin("listing packages", 0)
	c, err := cache.Open(cfg.Cache)
	if err != nil {
		return nil, err
	}
	log, warns := io.Discard, io.Discard
	if cfg.Log != nil {
		warns = cfg.Log
	}
	if cfg.Verbose {
		log = warns
	}
	g, err := gocmd.New(ctx, gocmd.Options{Dir: cfg.Dir, Env: cfg.Env, Tags: cfg.Tags, Cache: c.Dir, Log: log})
	if err != nil {
		return nil, err
	}
	defer func() { err = g.Blame(err) }()
	if err := layout.CopyWorkspace(g, c); err != nil {
		return nil, err
	}
	gr, err := golist.Load(ctx, g, cfg.Patterns)
	if err != nil {
		return nil, err
	}
	in, err := golist.ParseScope(cfg.Instrument, g.Dir, gr.Order)
	if err != nil {
		return nil, err
	}
	for _, w := range in.Narrow(gr) {
		fmt.Fprintf(warns, "gocheck: warning: %s\n", w)
	}
	keys, err := newKeyer(g, gr)
	if err != nil {
		return nil, err
	}
	if cfg.Symmetry {
		keys.kind = "symmetry\n"
	}
	s := &session{symmetry: cfg.Symmetry, g: g, cache: c, log: log, warns: warns, gr: gr, keys: keys, loader: load.New(g, gr, c, keys.base), rewrite: rewrite, phases: at}
	for _, root := range gr.Roots {
		t := &target{root: root, main: gr.TestMain(root)}
		t.binary = Binary{ImportPath: root.ImportPath, Dir: root.Dir, Instrument: in.Text, TestFiles: t.main != nil}
		if root.Module != nil {
			t.binary.ModuleDir = root.ModuleRoot()
		}
		from := root
		if t.main != nil {
			from = t.main
		}
		t.closure = gr.Closure(from)
		t.binary.Local = golist.LocalModules(root, t.closure)
		s.targets = append(s.targets, t)
		switch {
		case root.Standard:
			t.fail(false, "%s is in the standard library: gocheck rewrites packages of modules only", root.ImportPath)
		case root.Own():
			t.fail(false, "%s is a part of what gocheck links into test binaries, and cannot be explored itself", root.ImportPath)
		case golist.Broken(t.closure):
			if err := s.explain(ctx, t, "the go command found errors in it: "+golist.Errors(t.closure)); err != nil {
				return nil, err
			}
		case t.main != nil && t.main.Error != nil && strings.Contains(t.main.Error.Err, "_test.go:"):
			// A test function of a wrong signature. Other errors of a test main are none of the
			// source: it gets no stamp of a version control system, for one.
			t.fail(false, "%s", t.main.Error.Err)
		default:
			t.key = keys.binaryKey(root, t.closure, t.main)
		}
	}
	return s, nil
}

// explain asks the compiler what is wrong with the package of t as the user
// wrote it: nobody else's words are as exact. When there is nothing wrong, the
// fault is ours, and otherwise says what it was; unless it is the machine's.
func (s *session) explain(ctx context.Context, t *target, otherwise string) error {
	if text := s.g.Obstacle(otherwise); text != "" {
		t.fail(false, "%s", text)
		return nil
	}
	verb := []string{"build"}
	if t.main != nil {
		verb = []string{"test", "-c", "-vet=off"}
	}
	_, err := s.g.User(ctx, append(verb, "-o="+os.DevNull), t.root.ImportPath)
	var failed *gocmd.Error
	switch {
	case errors.As(err, &failed):
		t.fail(false, "%s", cmp.Or(s.g.Obstacle(failed.Error()), failed.Error()))
	case err != nil:
		return err
	default:
		t.fail(true, "gocheck's own fault, since the go command compiles %s: %s", t.root.ImportPath, otherwise)
	}
	return nil
}

// A unitInfo describes the cache entry of a rewritten unit. The files lie
// beside it under their base names, changed ones in files/, new ones in extra/.
type unitInfo struct {
	Files       map[string]string // original name → name in the entry
	Extra       map[string]string // base name in the unit's directory → name in the entry
	Unsupported []load.Diagnostic
	Tests       []Test
	Directives  []directives.Directive
	Pipes       bool // it makes an io.Pipe
	Network     bool // it mentions what listens
}

// rewriteUnits fills the cache with the rewritten units of targets, and marks
// the targets that fail on the way.
func (s *session) rewriteUnits(ctx context.Context, targets []*target) error {
	cached := make(map[string]bool)
	needed := make(map[string]bool) // to be loaded
	for _, t := range targets {
		missing := t.main == nil
		for _, p := range t.closure {
			id := p.ImportPath
			if _, ok := cached[id]; !ok {
				cached[id] = !p.Rewritable() || s.cache.Has("unit", s.keys.key(p))
			}
			missing = missing || !cached[id]
		}
		if !missing {
			continue
		}
		// One package that changed needs the types of all that it imports.
		for _, p := range t.closure {
			needed[p.ImportPath] = true
		}
	}
	if len(needed) == 0 {
		return nil
	}
	var wanted []*golist.Package
	for _, p := range s.gr.Order {
		if needed[p.ImportPath] {
			wanted = append(wanted, p)
		}
	}
	wants := make(map[string]bool) // to be rewritten
	for _, t := range targets {
		for _, p := range t.closure {
			if (t.main != nil || s.source) && p.Rewritable() && !cached[p.ImportPath] {
				wants[p.ImportPath] = true
			}
		}
	}
	failed, err := s.loadAndRewrite(ctx, wanted, cached, wants)
	if err != nil {
		return err
	}
	for _, t := range targets {
		for _, p := range t.closure {
			id := p.ImportPath
			if err := s.loader.Failed[id]; err != nil {
				if err := s.explain(ctx, t, "go/types reports: "+err.Error()); err != nil {
					return err
				}
				break
			}
			if err := failed[id]; err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if text := s.g.Obstacle(err.Error()); text != "" {
					t.fail(false, "%s", text)
				} else {
					t.fail(true, "gocheck's own fault: rewriting %s: %v", id, err)
				}
				break
			}
		}
	}
	return nil
}

// loadAndRewrite loads packages and rewrites those that are wanted, each as
// soon as it is there and while others are loaded: rewriting takes longer than
// loading. Then nothing is kept of a package but its types, or the syntax of
// hundreds would be in memory at once. The variants with tests come last, since
// each of them depends on what the other one declares.
func (s *session) loadAndRewrite(ctx context.Context, order []*golist.Package, shell, wants map[string]bool) (failed map[string]error, err error) {
	failed = make(map[string]error)
	start := time.Now()
	if err := s.loader.Prepare(ctx, order, func(doing string) { s.phases.begin(doing, 0) }); err != nil {
		return nil, err
	}
	s.phases.begin("loading and rewriting packages", len(order))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	rewrite := func(p *golist.Package) {
		u := s.loader.Unit(p)
		key := s.keys.key(p)
		slots <- struct{}{}
		done := s.phases.work(p.Path())
		wg.Go(func() {
			defer func() { done(); <-slots }()
			err := s.rewriteUnit(ctx, u, key)
			u.Pkg.Syntax, u.Pkg.TypesInfo = nil, nil
			if err != nil {
				s.mu.Lock()
				defer s.mu.Unlock()
				failed[p.ImportPath] = err
			}
		})
	}
	err = s.loader.Load(ctx, order, func(p *golist.Package) bool { return shell[p.ImportPath] }, func(p *golist.Package) {
		pkg := s.loader.Loaded[p.ImportPath]
		switch {
		case p.UnderTest():
		case wants[p.ImportPath]:
			rewrite(p)
		default:
			pkg.Syntax, pkg.TypesInfo = nil, nil
			s.phases.work(p.Path())()
		}
	})
	wg.Wait()
	if err != nil {
		return nil, err
	}
	s.counts.loaded += len(order)
	s.logf("gocheck: loading %d packages, with rewriting most of them (%.2fs)", len(order), time.Since(start).Seconds())
	for _, p := range order {
		if p.UnderTest() && wants[p.ImportPath] && s.loader.Loaded[p.ImportPath] != nil {
			done := s.phases.work(p.Path())
			if err := s.rewriteUnit(ctx, s.loader.Unit(p), s.keys.key(p)); err != nil {
				failed[p.ImportPath] = err
			}
			done()
		}
	}
	return failed, nil
}

// logf writes a line to the log of what is done.
func (s *session) logf(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.log, format+"\n", args...)
}

// rewriteUnit makes the cache entry of a unit if there is none.
func (s *session) rewriteUnit(ctx context.Context, u *load.Unit, key string) error {
	if s.cache.Has("unit", key) {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	start := time.Now()
	s.mu.Lock()
	s.counts.rewritten++
	s.mu.Unlock()
	r, err := s.safely(u)
	s.logf("gocheck: rewriting %s (%.2fs)", u.Pkg.ID, time.Since(start).Seconds())
	if err != nil {
		return err
	}
	info := unitInfo{Files: make(map[string]string), Extra: make(map[string]string), Unsupported: r.Unsupported, Pipes: r.Pipes, Network: r.Network}
	if u.TestFor != "" {
		info.Directives = directives.Of(u.Pkg, u.Tests)
	}
	for _, t := range u.Tests {
		info.Tests = append(info.Tests, Test{t.Name, t.Pos})
	}
	content := make(map[string][]byte)
	for name, data := range r.Files {
		if !u.Rewritable(name) {
			return fmt.Errorf("%s is not a file of the package", name)
		}
		info.Files[name] = "files/" + filepath.Base(name)
		content[info.Files[name]] = data
	}
	for name, data := range r.Extra {
		info.Extra[name] = "extra/" + name
		content[info.Extra[name]] = data
	}
	_, err = s.cache.Fill("unit", key, func(dir string) error {
		if err := cache.WriteTree(dir, content); err != nil {
			return err
		}
		return cache.WriteJSON(filepath.Join(dir, "info.json"), info)
	})
	return err
}

// safely rewrites a unit; a panic of the rewriter costs this package only.
func (s *session) safely(u *load.Unit) (r *load.Rewritten, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	u.Symmetry = s.symmetry
	return s.rewrite(u)
}

// unitOf reads the cache entry of a unit; names in it are made absolute.
func (s *session) unitOf(p *golist.Package) (*unitInfo, error) {
	dir := s.cache.Path("unit", s.keys.key(p))
	var info unitInfo
	if err := cache.ReadJSON(filepath.Join(dir, "info.json"), &info); err != nil {
		return nil, fmt.Errorf("reading the cache: %w", err)
	}
	for _, names := range []map[string]string{info.Files, info.Extra} {
		for k, v := range names {
			names[k] = filepath.Join(dir, filepath.FromSlash(v))
		}
	}
	return &info, nil
}
