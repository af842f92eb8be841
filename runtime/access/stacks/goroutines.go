package stacks

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	rt "gocheck.dev/runtime"
)

// Which goroutines there are is the program's: the runtime keeps others to run tasks on.

// stacks are goroutines as runtime.Stack prints them.
func stacks(all []rt.Goroutine) []byte {
	var b bytes.Buffer
	for i := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(all[i].String())
	}
	return b.Bytes()
}

// GoroutineProfile is runtime.GoroutineProfile.
func GoroutineProfile(s rt.Site, p []runtime.StackRecord) (int, bool) {
	all, ok := rt.Goroutines(s, false)
	if !ok {
		return runtime.GoroutineProfile(p)
	}
	if len(all) > len(p) {
		return len(all), false
	}
	for i := range all {
		p[i] = runtime.StackRecord{}
		copy(p[i].Stack0[:], callers(all[i].PCs))
	}
	return len(all), true
}

// PprofProfileCount is the method Count of pprof.Profile.
func PprofProfileCount(p *pprof.Profile, s rt.Site) int {
	if p.Name() == "goroutine" {
		if all, ok := rt.Goroutines(s, false); ok {
			return len(all)
		}
	}
	return p.Count()
}

// PprofProfileWriteTo is the method WriteTo of pprof.Profile.
func PprofProfileWriteTo(p *pprof.Profile, s rt.Site, w io.Writer, debug int) error {
	switch name := p.Name(); {
	case name == "goroutineleak", name == "goroutine" && debug <= 0:
		rt.Unsupported(s, "runtime/pprof's profile of goroutines in its binary form")
	case name == "goroutine":
		if all, ok := rt.Goroutines(s, false); ok {
			text := stacks(all)
			if debug == 1 {
				text = counted(all)
			}
			_, err := w.Write(text)
			return err
		}
	}
	return p.WriteTo(w, debug)
}

// PprofDo is pprof.Do.
func PprofDo(s rt.Site, ctx context.Context, labels pprof.LabelSet, f func(context.Context)) {
	rt.Labelled(labelsOf(pprof.WithLabels(ctx, labels)))
	defer rt.Labelled(labelsOf(ctx))
	pprof.Do(ctx, labels, f)
}

// PprofSetGoroutineLabels is pprof.SetGoroutineLabels.
func PprofSetGoroutineLabels(s rt.Site, ctx context.Context) {
	rt.Labelled(labelsOf(ctx))
	pprof.SetGoroutineLabels(ctx)
}

// labelsOf are the labels in a context as people read them, in the order of their keys.
func labelsOf(ctx context.Context) string {
	var all []string
	pprof.ForLabels(ctx, func(key, value string) bool {
		all = append(all, key+"="+value)
		return true
	})
	slices.Sort(all)
	return strings.Join(all, " ")
}

// counted are goroutines as their profile lists them: those with the same calls once.
func counted(all []rt.Goroutine) []byte {
	type group struct {
		calls string
		n     int
	}
	var groups []group
	for i := range all {
		calls := all[i].Profiled()
		if at := slices.IndexFunc(groups, func(g group) bool { return g.calls == calls }); at >= 0 {
			groups[at].n++
		} else {
			groups = append(groups, group{calls, 1})
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.n, a.n) })
	var b bytes.Buffer
	fmt.Fprintf(&b, "goroutine profile: total %d\n", len(all))
	for _, g := range groups {
		fmt.Fprintf(&b, "%d @\n%s\n", g.n, g.calls)
	}
	return b.Bytes()
}
