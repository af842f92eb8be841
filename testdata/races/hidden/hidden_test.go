// Package hidden uses fields behind a pointer that it cannot name.
package hidden

import (
	"sync"
	"testing"

	"gocheck.dev/testdata/races/embedded"
)

func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// An embedded pointer that this package cannot name is read all the same.
func TestHiddenPointer(t *testing.T) {
	o := embedded.New()
	together(o.Replace, func() {
		_ = o.N
	})
}

func TestHiddenPointerOfReceiver(t *testing.T) {
	o := *embedded.New()
	together(o.Replace, func() {
		_ = o.Get()
	})
}

func TestHiddenPointerOfTarget(t *testing.T) {
	o := embedded.New()
	together(o.Replace, func() {
		o.M[1] = 1
	})
}

func TestBesideHiddenPointer(t *testing.T) {
	o := embedded.New()
	together(o.Replace, func() { _ = o.Name })
}
