package closure

import (
	"cmp"
	"maps"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// This file writes what is known of tasks that are alike, and reads it.

// roots calls f for the names that graphs of others have.
func (p *pending) roots(f func(*checker.Task)) {
	for i := range p.made {
		if g := p.made[i].graph; g != nil {
			g.Roots(f)
		}
	}
}

// writeGraph writes a graph for another process, in which tasks have other numbers.
func writeGraph(w *engine.PartWriter, g *alike.Graph, there engine.Numbers) {
	w.Flag(g.Events() > 0)
	if g.Events() > 0 {
		w.Text(string(g.Encode(there.Task)))
	}
}

func readGraph(d *engine.PartReader, p *engine.Part) *alike.Graph {
	if !d.Flag() {
		return &alike.Graph{} // it is forgotten
	}
	return decodeGraph(d, p)
}

func decodeGraph(d *engine.PartReader, p *engine.Part) *alike.Graph {
	g, err := alike.Decode([]byte(d.Text()), len(p.Tasks))
	if err != nil {
		d.Fail(err.Error())
		return &alike.Graph{}
	}
	return g
}

func readLike(d *engine.PartReader, g *alike.Graph) alike.Fragment {
	f, err := alike.DecodeFragment([]byte(d.Text()), g)
	if err != nil {
		d.Fail(err.Error())
	}
	return f
}

func writeApart(w *engine.PartWriter, apart map[flat.Key]bool) {
	w.Num(len(apart))
	for _, k := range slices.SortedFunc(maps.Keys(apart), func(a, b flat.Key) int { return cmp.Compare(a.A, b.A) }) {
		w.Key(k)
	}
}

func readApart(d *engine.PartReader) map[flat.Key]bool {
	apart := map[flat.Key]bool{}
	for range d.Num(0, len(d.Data)/16) {
		apart[d.Key()] = true
	}
	return apart
}

// writeAlike writes all graphs, and returns what writes that an execution has one of them.
func (c *Search) writeAlike(w *engine.PartWriter) func(*alike.Graph) {
	if c.alike == nil {
		return nil
	}
	writeApart(w, c.alike.Apart)
	graphs := c.alike.Graphs()
	w.Num(len(graphs))
	number := map[*alike.Graph]int{}
	for i, g := range graphs {
		number[g] = i + 1
		w.Text(string(g.Encode(func(*checker.Task) {})))
	}
	return func(g *alike.Graph) { w.Num(number[g]) }
}

// readAlike reads them.
func (c *Search) readAlike(d *engine.PartReader, p *engine.Part) func() *alike.Graph {
	if !p.Alike {
		return nil
	}
	c.alike = &alike.Store{Apart: readApart(d)}
	for range d.Num(0, len(d.Data)) {
		g := decodeGraph(d, p)
		if d.Err != nil {
			break
		}
		c.alike.Adopt(g)
	}
	graphs := slices.Insert(slices.Clone(c.alike.Graphs()), 0, &alike.Graph{}) // one that is forgotten
	return func() *alike.Graph { return graphs[d.Num(0, len(graphs)-1)] }
}
