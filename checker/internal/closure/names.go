package closure

import (
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/trace"
)

// This file asks for traces up to the names of tasks that are alike: docs/design/symmetry.md.

// UpToNames is Algorithm for Options.Symmetry. It folds nothing.
var UpToNames = engine.Algorithm{Algorithm: Algorithm.Algorithm, Explore: explore, Skims: true, Parts: engine.Questions}

// named takes down the present trace under the names that tasks have in it. False if tasks that
// were taken for alike are not: then the exploration begins anew without that.
func (c *Search) named(end bool) bool {
	if c.alike == nil {
		return true
	}
	if first := c.alike.Insert(&c.Trace, end); first != "" {
		c.x.TellApart(first)
		return false
	}
	if c.owners == nil && c.alike.Ever() == 1 && !c.alike.Grouped() {
		c.x.Forsake()
		return false
	}
	return true
}

// known says whether the present trace, which has the key k and is nobody else's, was counted, and
// notes that it is. An owner may get a trace of which it has counted one that differs in names.
func (c *Search) known(k flat.Key) bool {
	known := c.store.Known(k)
	if c.alike == nil {
		return known
	}
	known = known || c.owners != nil && c.alike.Counted(c.alike.Last())
	c.alike.Count()
	return known
}

// whole says whether the creation of tasks that are alike is in the set as a whole, or not at all.
// Otherwise the exploration begins anew: they are not.
func (c *Search) whole(in flat.Set) bool {
	first := c.alike.Partial(&c.Trace, in)
	if first != "" {
		c.x.TellApart(first)
	}
	return first == ""
}

// renamed says whether an explored trace contains, under other names, the fragment that consists of
// in and then a, for which r is predicted. It makes c.like that fragment.
func (c *Search) renamed(in flat.Set, a *trace.Action, r *result) bool {
	if a.Op == reversal.Dead {
		c.like = alike.End()
	} else {
		c.like = c.alike.Fragment(&c.Trace, a, &c.rev.Tmp, c.view.Past, r.certain)
	}
	return c.alike.Contains(&c.like, c.alike.Last(), in, !c.unsure)
}

// liken says what the fragment of the present trace that was pushed last is up to names.
func (c *Search) liken(p *pending, f alike.Fragment) {
	if c.alike != nil {
		p.likes = append(p.likes, f)
		p.made[len(p.made)-1].graph = c.alike.Last()
	}
}

// weakestUpToNames is weakest for the steps that were planned.
func (c *Search) weakestUpToNames() []flat.Key {
	_, end := storedKey(&c.Trace)
	g := c.alike.Look(&c.Trace, end)
	if g == nil {
		return nil // it comes again, when it is its turn
	}
	return c.alike.Weakest(g, c.planned)
}
