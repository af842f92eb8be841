package language

import "testing"

// Methods that recover by themselves, deferred in all ways in which the compiler's own
// methods stand between. No function literal may.

type rescuer struct{ n int }

var rescued any

func (rescuer) rescue()            { rescued = recover() }
func (*rescuer) rescueAt()         { rescued = recover() }
func (rescuer) rescueWith(int)     { rescued = recover() }
func (rescuer) nested() (r any)    { return func() any { return recover() }() }
func (rescuer) Unrelated() (n int) { return 1 }

type rescues interface{ rescue() }
type within struct{ rescuer }
type behind struct{ *rescuer }

func TestRecoveredByMethods(t *testing.T) {
	v := &rescuer{}
	w, b := &within{}, behind{v}
	var i rescues = v
	done := make(chan bool)
	go func() { _, _, _, _ = *v, *w, b, i; close(done) }() // they are shared
	<-done
	for name, panics := range map[string]func(){
		"value":              func() { f := v.rescue; defer f(); panic(1) },
		"call":               func() { defer v.rescue(); panic(1) },
		"pointer's":          func() { f := (*rescuer).rescue; defer f(v); panic(1) },
		"pointer's call":     func() { defer (*rescuer).rescue(v); panic(1) },
		"interface":          func() { defer i.rescue(); panic(1) },
		"interface's value":  func() { f := i.rescue; defer f(); panic(1) },
		"interface's":        func() { f := rescues.rescue; defer f(i); panic(1) },
		"interface's call":   func() { defer rescues.rescue(i); panic(1) },
		"within":             func() { defer w.rescueAt(); panic(1) },
		"of what has it":     func() { f := (*within).rescueAt; defer f(w); panic(1) },
		"of what has it, by": func() { f := (*within).rescueWith; defer f(w, 1); panic(1) },
		"behind":             func() { f := behind.rescueAt; defer f(b); panic(1) },
		"behind, by":         func() { f := behind.rescueWith; defer f(b, 1); panic(1) },
		"behind, call":       func() { defer behind.rescueWith(b, 1); panic(1) },
	} {
		rescued = nil
		panics()
		if rescued != 1 {
			t.Errorf("%s: %v", name, rescued)
		}
	}
	if r := recovered(func() { f := (*rescuer).nested; defer f(v); panic(1) }); r != 1 {
		t.Error("a function literal of a deferred method has recovered: ", r)
	}
}
