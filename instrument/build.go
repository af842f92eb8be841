package instrument

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
	"gocheck.dev/instrument/internal/layout"
	"gocheck.dev/instrument/internal/rewrite"
)

// buildsAtOnce is how many go commands build test binaries at a time. Each of
// them compiles several packages at a time already; a second one is linking
// meanwhile.
const buildsAtOnce = 2

// Build makes a test binary under gocheck's control of every package that the
// patterns name. A package that cannot be built has its Err set and does not
// keep the others from being built. The error returned is a *LoadError if
// nothing can be built for a reason on the user's side.
func Build(ctx context.Context, cfg Config) ([]Binary, error) {
	s, err := newSession(ctx, &cfg, rewrite.Unit)
	if err != nil {
		return nil, err
	}
	by, err := s.g.Runner()
	if err != nil {
		return nil, err
	}
	s.g.SayApart(cfg.Log)
	binaries, err := s.build(ctx)
	for i := range binaries {
		binaries[i].Runner = by
	}
	return binaries, s.g.Blame(err)
}

// build takes the binaries from the cache and makes those that are not there.
func (s *session) build(ctx context.Context) ([]Binary, error) {
	var missing []*target
	for _, t := range s.targets {
		if t.binary.Err == nil && !s.cached(t) {
			missing = append(missing, t)
		}
	}
	if err := s.rewriteUnits(ctx, missing); err != nil {
		return nil, err
	}
	if err := s.rewriteStandard(ctx, missing); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		s.phases.begin("compiling and linking tests", len(missing))
		if err := s.unpackOwn(); err != nil {
			return nil, err
		}
	}
	slots := make(chan struct{}, buildsAtOnce)
	errs := make([]error, len(missing))
	var wg sync.WaitGroup
	for i, t := range missing {
		if t.binary.Err != nil {
			continue
		}
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			defer s.phases.work(t.root.ImportPath)()
			errs[i] = s.make(ctx, t)
		}()
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		s.cache.Bound()
	}
	var all []Binary
	for _, t := range s.targets {
		t.binary.Key = t.key
		all = append(all, t.binary)
	}
	return all, nil
}

// unpackOwn sees to it that gocheck's own module is there to be compiled.
func (s *session) unpackOwn() (err error) {
	if s.own == "" {
		if s.own, err = layout.UnpackModule(s.cache); err != nil {
			return fmt.Errorf("unpacking gocheck's own module: %w", err)
		}
	}
	return nil
}

// cached takes a binary from the cache.
func (s *session) cached(t *target) bool {
	if !s.cache.Has("bin", t.key) {
		return false
	}
	dir := s.cache.Path("bin", t.key)
	var b Binary
	if err := cache.ReadJSON(filepath.Join(dir, "info.json"), &b); err != nil {
		os.RemoveAll(dir) // damaged: make it again
		return false
	}
	if !b.NoTests {
		b.Path = filepath.Join(dir, cache.BinaryName)
		if _, err := os.Stat(b.Path); err != nil {
			os.RemoveAll(dir)
			return false
		}
	}
	b.Instrument, b.TestFiles = t.binary.Instrument, t.binary.TestFiles
	t.binary = b
	return true
}

// make builds the binary of a target whose units are rewritten.
func (s *session) make(ctx context.Context, t *target) error {
	tmp, remove, err := s.cache.Scratch()
	if err != nil {
		return err
	}
	defer remove()
	b := t.binary
	b.NoTests = true
	if b.Plain, err = s.gr.Left(t.closure); err != nil {
		return err
	}
	if t.main != nil {
		w, err := s.workspace(t, &b)
		if err != nil {
			return err
		}
		b.NoTests = len(b.Tests) == 0
		if !b.NoTests {
			if err := w.Write(tmp); err != nil {
				return fmt.Errorf("writing the workspace: %w", err)
			}
			if err := s.compile(ctx, t, w, tmp); err != nil || t.binary.Err != nil {
				return err
			}
		}
	}
	if err := cache.WriteJSON(filepath.Join(tmp, "info.json"), b); err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	if err := s.cache.Keep(tmp, "bin", t.key); err != nil {
		return err
	}
	if !s.cached(t) {
		return fmt.Errorf("the cache lost %s", s.cache.Path("bin", t.key))
	}
	return nil
}

// compile runs go test -c in a workspace written to dir.
func (s *session) compile(ctx context.Context, t *target, w *layout.Workspace, dir string) error {
	s.countBuild()
	args := []string{"test", "-c", "-vet=off", "-overlay=" + filepath.Join(dir, "overlay.json"), "-o=" + filepath.Join(dir, cache.BinaryName)}
	for _, f := range s.g.Flags {
		if strings.HasPrefix(f, "-tags=") {
			args = append(args, f)
		}
	}
	env := []string{"GOWORK=" + filepath.Join(dir, "go.work"), "GOFLAGS=" + layout.BuildFlags(s.g.Getenv("GOFLAGS"), w.Own)}
	_, err := s.g.Run(ctx, env, append(args, t.root.ImportPath)...)
	var failed *gocmd.Error
	if !errors.As(err, &failed) {
		return err
	}
	if text := s.g.Obstacle(failed.Error()); text != "" {
		t.fail(false, "%s", text)
		return nil
	}
	// Kept under a name of its own, so that it is not taken for a binary.
	kept := s.cache.Path("failed", t.key)
	os.RemoveAll(kept)
	if err := s.cache.Keep(dir, "failed", t.key); err != nil {
		return err
	}
	if err := w.Write(kept); err != nil {
		return fmt.Errorf("writing the workspace: %w", err)
	}
	var where strings.Builder
	for _, original := range w.Changed {
		if strings.Contains(failed.Output, "/"+filepath.Base(original)+":") {
			fmt.Fprintf(&where, "\n\t%s is rewritten as %s", original, w.Overlay[original])
		}
	}
	return s.explain(ctx, t, fmt.Sprintf("the rewritten packages do not compile:\n%s%s\n\t(built in %s)", failed.Error(), where.String(), kept))
}

func (s *session) countBuild() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.built++
}

// workspace lays out the build of a target, and adds to b what its units know
// about tests and unsupported operations.
func (s *session) workspace(t *target, b *Binary) (*layout.Workspace, error) {
	var laid []*golist.Package
	for _, p := range t.closure {
		if !p.StandsAside() {
			laid = append(laid, p)
		}
	}
	w, err := layout.New(laid, t.root, s.cache, s.g, s.own, t.main.DefaultGODEBUG)
	if err != nil {
		return nil, err
	}
	for _, p := range laid {
		if !p.Rewritable() {
			continue
		}
		info, err := s.unitOf(p)
		if err != nil {
			return nil, err
		}
		if err := w.Replace(p, info.Files, info.Extra); err != nil {
			return nil, err
		}
		if info.Pipes {
			if err := w.OverlayPipes(s.cache, s.g.Getenv("GOROOT")); err != nil {
				return nil, err
			}
		}
		b.Tests = append(b.Tests, info.Tests...)
		b.Directives = append(b.Directives, info.Directives...)
		b.Unsupported = append(b.Unsupported, info.Unsupported...)
	}
	if err := s.overlayStandard(w, t); err != nil {
		return nil, err
	}
	return w, nil
}
