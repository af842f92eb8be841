package instrument

import (
	"fmt"
	"slices"
	"sync"
)

// A Phase is what a build is at, for who waits for it.
type Phase struct {
	Doing    string // "listing packages"
	Package  string // which one has been at it longest; "": it is not about one
	Done, Of int    // packages; Of is 0 where they are not counted
}

func (p Phase) String() string {
	s := p.Doing
	if p.Of > 0 {
		s += fmt.Sprintf(": %d of %d", p.Done, p.Of)
	}
	if p.Package != "" {
		s += ", " + p.Package
	}
	return s
}

// phases tells Config.Phase of what is being done, some of it at the same time.
type phases struct {
	mu     sync.Mutex
	report func(Phase)
	now    Phase
	busy   []string // packages in work, oldest first
}

func (p *phases) tell() {
	if p.report == nil {
		return
	}
	now := p.now
	if len(p.busy) > 0 {
		now.Package = p.busy[0]
	}
	p.report(now)
}

// begin begins a phase, in which something is done with so many packages.
func (p *phases) begin(doing string, of int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.busy = Phase{Doing: doing, Of: of}, nil
	p.tell()
}

// work notes that a package is in work, until the function that it returns is
// called.
func (p *phases) work(pkg string) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy = append(p.busy, pkg)
	p.tell()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if i := slices.Index(p.busy, pkg); i >= 0 {
			p.busy = slices.Delete(p.busy, i, i+1)
		}
		p.now.Done++
		p.tell()
	}
}
