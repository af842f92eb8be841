package reuse

// Pool hands out values that are reused in the next execution. They come as
// they were left: the caller initialises them.
type Pool[T any] struct {
	all  []*T
	used int
}

// Get is the next one.
func (p *Pool[T]) Get() *T {
	if p.used == len(p.all) {
		p.all = append(p.all, new(T))
	}
	p.used++
	return p.all[p.used-1]
}

// Used are those of this execution.
func (p *Pool[T]) Used() []*T { return p.all[:p.used] }

// Reset begins another execution.
func (p *Pool[T]) Reset() { p.used = 0 }
