package closure

import (
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/trace"
)

// This file asks for traces up to the names of tasks that are alike: docs/design/symmetry.md.

// UpToNames is Algorithm for Options.Symmetry. It folds nothing and has no parts.
var UpToNames = engine.Algorithm{Algorithm: Algorithm.Algorithm, Explore: explore, Skims: true}

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
	if c.alike.Ever() == 1 && !c.alike.Grouped() {
		c.x.Forsake()
		return false
	}
	return true
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
		c.like = c.alike.End()
	} else {
		c.like = c.alike.Fragment(&c.Trace, a, &c.rev.Tmp, c.view.Past, r.certain)
	}
	return c.alike.Contains(&c.like, in, !c.unsure)
}
