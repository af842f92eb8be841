package innards

import "context"

// CancelKey is the key under which package context finds its own
// contexts, when it looks for a cause: it is got from a context that notes
// what it is asked for.
var CancelKey = func() any {
	p := &keyProbe{Context: context.Background()}
	_ = context.Cause(p)
	return p.key
}()

type keyProbe struct {
	context.Context
	key any
}

// Err lets Cause think that there is a cause to look for.
func (p *keyProbe) Err() error { return context.Canceled }

// Value notes the key.
func (p *keyProbe) Value(key any) any {
	p.key = key
	return nil
}
