//go:build go1.21

package litmus

import (
	"sync"
	"testing"
)

// In a file of Go 1.21 a loop's variable is one for all rounds.
//
// Outcomes: 3 3 3
func TestOldLoopVariables(t *testing.T) {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	see("%d %d %d", fs[0](), fs[1](), fs[2]())
}

// Tasks that are started in a loop see the variable as it is when they look; here
// they wait until the loop is over.
//
// Outcomes: [2 2] [b b]
func TestOldRange(t *testing.T) {
	start := make(chan bool)
	var mu sync.Mutex
	var wg sync.WaitGroup
	var is []int
	var vs []string
	var i int
	var v string
	wg.Add(2)
	for i, v = range []string{"a", "b"} {
		go func() {
			defer wg.Done()
			<-start
			mu.Lock()
			defer mu.Unlock()
			is = append(is, i+1)
			vs = append(vs, v)
		}()
	}
	close(start)
	wg.Wait()
	see("%v %v", is, vs)
}

// The same for a range over a channel and a map, declared in the loop.
//
// Outcomes: 2 2 x x
func TestOldRangeOthers(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	c <- 2
	close(c)
	var fs []func() int
	for v := range c {
		fs = append(fs, func() int { return v })
	}
	m := map[string]bool{"x": true}
	var gs []func() string
	for k := range m {
		gs = append(gs, func() string { return k })
		gs = append(gs, func() string { return k })
	}
	see("%d %d %s %s", fs[0](), fs[1](), gs[0](), gs[1]())
}

// local is a type that a loop's variable has.
type localKey struct{ n int }

// A loop's variable of a type that is local.
//
// Outcomes: 3 3
func TestOldRangeTypes(t *testing.T) {
	type key struct{ localKey }
	m := map[key]int{{localKey{3}}: 3}
	n := 0
	var f func() int
	for k, v := range m {
		f = func() int { return k.n }
		n = v
	}
	see("%d %d", n, f())
}

// Loop variables, results and old variables of types whose names mean something
// else where they are.
//
// Outcomes: 6 7 8 9
func TestOldShadowedTypes(t *testing.T) {
	type count struct{ n int }
	m := map[count]count{{1}: {5}}
	c := make(chan count, 1)
	c <- count{7}
	close(c)
	list := []count{{8}}
	pair := func() (count, error) { return count{9}, nil }
	type error string
	var fs [4]func() int
	func() {
		type count bool
		for k, v := range m {
			fs[0] = func() int { return k.n + v.n }
		}
		for v := range c {
			fs[1] = func() int { return v.n }
		}
		for _, v := range list {
			fs[2] = func() int { return v.n }
		}
		v, _ := pair()
		fs[3] = func() int { return v.n }
		w, v := count(true), func() (x struct{ n int }) { x.n = 9; return x }()
		_ = w
	}()
	done := make(chan [4]int)
	go func() {
		var all [4]int
		for i, f := range fs {
			all[i] = f()
		}
		done <- all
	}()
	all := <-done
	see("%d %d %d %d", all[0], all[1], all[2], all[3])
}
