package instrument

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gocheck.dev/instrument/internal/golist"
	"gocheck.dev/instrument/internal/layout"
	"gocheck.dev/instrument/internal/load"
)

// rewriteStandard fills the cache with the rewritten standard packages of targets that
// need sockets or execute templates, and notes of each target which ones it has. To each of
// them all others are what export data says of them, so they do not concern who imports them.
func (s *session) rewriteStandard(ctx context.Context, targets []*target) error {
	var wanted []*golist.Package
	for _, t := range targets {
		if t.binary.Err != nil || t.main == nil {
			continue
		}
		if err := s.controlSockets(t); err != nil {
			return err
		}
		var paths []string
		if t.network != nil {
			paths = layout.RewrittenStandard
		}
		if imports(t, "text/template", "html/template") {
			paths = slices.Concat(paths, layout.RewrittenTemplates)
		}
		if imports(t, "database/sql") {
			paths = slices.Concat(paths, layout.RewrittenDatabases)
		}
		if len(paths) == 0 {
			continue
		}
		reached := s.gr.Standard(t.main)
		for _, path := range paths {
			if p := reached[path]; p != nil {
				t.standard = append(t.standard, p)
				if !slices.Contains(wanted, p) && !s.cache.Has("unit", s.keys.key(p)) {
					wanted = append(wanted, p)
				}
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	s.phases.begin("loading and rewriting what tests need of the standard library, once", len(wanted))
	units, err := s.loader.Standard(ctx, wanted)
	if err != nil {
		return fmt.Errorf("loading the standard library: %w", err)
	}
	for i, p := range wanted {
		done := s.phases.work(p.Path())
		if err := s.rewriteUnit(ctx, units[i], s.keys.key(p)); err != nil {
			return fmt.Errorf("rewriting %s of the standard library: %w", p.Path(), err)
		}
		done()
	}
	return nil
}

// controlSockets gives a target that needs sockets a changed package net, where there is one.
func (s *session) controlSockets(t *target) error {
	if !layout.SystemsWithSockets[s.g.Getenv("GOOS")] || s.unknownNet {
		return nil
	}
	needs, err := s.needsNetwork(t)
	if err != nil || !needs {
		return err
	}
	if s.sockets == nil {
		if s.sockets, err = layout.ChangeNet(s.gr.ByID["net"]); errors.Is(err, layout.ErrUnknownNet) {
			fmt.Fprintf(s.warns, "gocheck: warning: sockets are not under control with this release of Go (%v): tests that use them are unsupported\n", err)
			s.unknownNet = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("changing package net: %w", err)
		}
	}
	t.network = s.gr.ByID["net"]
	return nil
}

// imports says whether a package of the target's that is rewritten imports one of those.
func imports(t *target, paths ...string) bool {
	return slices.ContainsFunc(t.closure, func(p *golist.Package) bool {
		return p.Rewritable() && slices.ContainsFunc(p.Imports, func(path string) bool { return slices.Contains(paths, path) })
	})
}

// needsNetwork says whether a package of the target's mentions what needs sockets.
func (s *session) needsNetwork(t *target) (bool, error) {
	for _, p := range t.closure {
		if !p.Rewritable() {
			continue
		}
		info, err := s.unitOf(p)
		if err != nil {
			return false, err
		}
		if info.Network {
			return true, nil
		}
	}
	return false, nil
}

// overlayStandard lays a target's sockets, what draws below crypto, hashes, and its rewritten
// standard packages into its workspace.
func (s *session) overlayStandard(w *layout.Workspace, t *target) error {
	if err := w.OverlayCrypto(s.cache, s.g.Getenv("GOROOT")); err != nil {
		return err
	}
	known, err := w.OverlayHashes(s.cache, s.g.Getenv("GOROOT"))
	if err != nil {
		return err
	}
	if !known && !s.unknownHashes {
		fmt.Fprintln(s.warns, "gocheck: warning: hashes are not under control with this release of Go (package hash/maphash is not as gocheck knows it): tests that depend on them may come to something else each time")
		s.unknownHashes = true
	}
	if t.network != nil {
		if err := w.OverlaySockets(s.cache, t.network, s.sockets); err != nil {
			return err
		}
	}
	for _, p := range t.standard {
		info, err := s.unitOf(p)
		if err != nil {
			return err
		}
		// A changed package io, for which all of the standard library is compiled again, is
		// for those who call what makes pipes there (std.MakePipes).
		delete(info.Extra, load.PipesFile)
		w.ReplaceStandard(p, info.Files, info.Extra)
	}
	return nil
}
