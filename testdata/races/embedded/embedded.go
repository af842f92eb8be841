// Package embedded embeds a pointer to a type that others cannot name.
package embedded

type hidden struct {
	N int
	M [2]int
}

func (h *hidden) Get() int { return h.N }

// Outer has the fields of hidden.
type Outer struct {
	*hidden
	Name string
}

// New makes one.
func New() *Outer { return &Outer{hidden: &hidden{}} }

// Replace puts another hidden in its place.
func (o *Outer) Replace() { o.hidden = &hidden{} }
