// Package races has data races on everything that Go can access. Each test
// has one, between the lines that are marked; internal/e2e/races_test.go looks
// for both in the report.
package races

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// together runs two functions by goroutines of which neither waits for the
// other.
func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

type point struct{ x, y int }

type shape struct {
	name   string
	at     point
	points []point
	next   *shape
}

func (s *shape) move() {
	s.at.x++ // race
}

type mover interface{ move() }

var global int

func TestPackageVariable(t *testing.T) {
	together(func() {
		global++ // race
	}, func() {
		global = 2 // race
	})
}

func TestCaptured(t *testing.T) {
	n := 0
	go func() {
		n++ // race
	}()
	n++ // race
}

func TestMapElements(t *testing.T) {
	m := map[string]int{}
	together(func() {
		m["a"] = 1 // race
	}, func() {
		m["b"] = 2 // race
	})
}

func TestMapRead(t *testing.T) {
	m := map[string]int{}
	together(func() {
		m["a"]++ // race
	}, func() {
		_ = m["b"] // race
	})
}

func TestMapRange(t *testing.T) {
	m := map[string]int{"a": 1}
	together(func() {
		delete(m, "a") // race
	}, func() {
		for range m { // race
		}
	})
}

func TestMapLen(t *testing.T) {
	m := map[string]int{"a": 1}
	together(func() {
		clear(m) // race
	}, func() {
		_ = len(m) // race
	})
}

func TestMapVariable(t *testing.T) {
	m := map[string]int{"a": 1}
	together(func() {
		m = nil // race
	}, func() {
		_ = m["a"] // race
	})
}

func TestSliceElement(t *testing.T) {
	s := make([]int, 2)
	together(func() {
		s[1]++ // race
	}, func() {
		s[1] = 2 // race
	})
}

func TestSliceHeader(t *testing.T) {
	s := make([]int, 0)
	together(func() {
		s = s[:0] // race
	}, func() {
		_ = len(s) // race
	})
}

func TestSharedArray(t *testing.T) {
	s := make([]int, 4)
	a, b := s[:3], s[2:]
	together(func() {
		a[2] = 1 // race
	}, func() {
		b[0] = 2 // race
	})
}

func TestAppend(t *testing.T) {
	s := make([]int, 0, 4)
	together(func() {
		_ = append(s, 1) // race
	}, func() {
		_ = append(s, 2) // race
	})
}

func TestCopyTo(t *testing.T) {
	s, from := make([]int, 2), []int{1, 2}
	together(func() {
		copy(s, from) // race
	}, func() {
		_ = s[1] // race
	})
}

func TestCopyFrom(t *testing.T) {
	s, to := make([]int, 2), make([]int, 2)
	together(func() {
		copy(to, s) // race
	}, func() {
		s[1] = 1 // race
	})
}

func TestRange(t *testing.T) {
	s := make([]int, 2)
	together(func() {
		for _, v := range s { // race
			_ = v
		}
	}, func() {
		s[1] = 1 // race
	})
}

func TestArrayElement(t *testing.T) {
	var a [3]int
	together(func() {
		a[1] = 1 // race
	}, func() {
		_ = a[1] // race
	})
}

func TestWholeArray(t *testing.T) {
	var a [3]int
	together(func() {
		a = [3]int{1, 2, 3} // race
	}, func() {
		a[2]++ // race
	})
}

func TestString(t *testing.T) {
	s := "a"
	together(func() {
		s += "b" // race
	}, func() {
		_ = s[0] // race
	})
}

func TestInterface(t *testing.T) {
	var v any = 1
	together(func() {
		v = "a" // race
	}, func() {
		_, _ = v.(int) // race
	})
}

func TestField(t *testing.T) {
	p := &point{}
	together(func() {
		p.y = 1 // race
	}, func() {
		p.y = 2 // race
	})
}

func TestWholeStruct(t *testing.T) {
	p := &point{}
	together(func() {
		p.y = 1 // race
	}, func() {
		_ = *p // race
	})
}

func TestNestedField(t *testing.T) {
	s := &shape{points: make([]point, 1), next: &shape{}}
	together(func() {
		s.next.at.x = 1 // race
	}, func() {
		s.next.at = point{} // race
	})
}

func TestThroughPointer(t *testing.T) {
	n := 0
	p, q := &n, &n
	together(func() {
		*p = 1 // race
	}, func() {
		*q++ // race
	})
}

func TestElementOfField(t *testing.T) {
	s := &shape{points: make([]point, 1)}
	together(func() {
		s.points[0].x = 1 // race
	}, func() {
		for i := range s.points {
			s.points[i].x++ // race
		}
	})
}

func TestMethod(t *testing.T) {
	s := &shape{}
	var m mover = s
	together(func() {
		m.move()
	}, func() {
		s.at.x = 0 // race
	})
}

func TestFunction(t *testing.T) {
	f := func() {}
	together(func() {
		f = nil // race
	}, func() {
		g := f // race
		_ = g
	})
}

func TestChannelVariable(t *testing.T) {
	c := make(chan int, 1)
	together(func() {
		c = make(chan int, 1) // race
	}, func() {
		c <- 1 // race
	})
}

func TestNamedResult(t *testing.T) {
	var wg sync.WaitGroup
	f := func() (err error) {
		wg.Go(func() {
			err = nil // race
		})
		return err // race
	}
	_ = f()
	wg.Wait()
}

func TestDeferred(t *testing.T) {
	n := 0
	together(func() {
		defer func() {
			n++ // race
		}()
	}, func() {
		n++ // race
	})
}

func swap[T any](p *T, v T) {
	*p = v // race
}

func TestGeneric(t *testing.T) {
	s := []string{"a"}
	together(func() {
		swap(&s[0], "b")
	}, func() {
		_ = s[0] // race
	})
}

func TestAtomicAndPlain(t *testing.T) {
	var n int32
	together(func() {
		atomic.AddInt32(&n, 1) // race
	}, func() {
		_ = n // race
	})
}

func TestWholeAtomic(t *testing.T) {
	var n atomic.Int32
	together(func() {
		n.Add(1) // race
	}, func() {
		n = atomic.Int32{} // race
	})
}

func TestReadLocked(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	together(func() {
		mu.RLock()
		n++ // race
		mu.RUnlock()
	}, func() {
		mu.RLock()
		n++ // race
		mu.RUnlock()
	})
}

func TestBehindChannel(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	together(func() {
		c <- 1
		n = 1 // race
	}, func() {
		<-c
		_ = n // race
	})
}

func TestAddFromZero(t *testing.T) {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1) // race
		wg.Done()
	}()
	wg.Wait() // race
}

type guarded struct {
	mu sync.Mutex
	n  int
}

func TestLockOverwritten(t *testing.T) {
	var g guarded
	together(func() {
		g.mu.TryLock() // race
	}, func() {
		g = guarded{} // race
	})
}

func TestLockCopied(t *testing.T) {
	var g guarded
	g.n = 1
	together(func() {
		h := g // race
		_ = &h
	}, func() {
		g.mu.TryLock() // race
	})
}

func TestWaitGroupOverwritten(t *testing.T) {
	var g struct{ wg sync.WaitGroup }
	together(func() {
		g.wg.Wait() // race
	}, func() {
		g.wg = sync.WaitGroup{} // race
	})
}

func TestOnceOverwritten(t *testing.T) {
	var once sync.Once
	done := func() {}
	together(func() {
		once = sync.Once{} // race
	}, func() {
		once.Do(done) // race
	})
}

// The results of a function are read when it has ended.

func TestRaceOfABareReturn(t *testing.T) {
	f := func() (n int) {
		go func() { n = 1 }() // race
		return                // race
	}
	f()
}

func TestRaceOfAResult(t *testing.T) {
	f := func() (p point) {
		p.y = 2
		c := make(chan int)
		go func() {
			close(c)
			p.x = 1 // race
		}()
		<-c
		return p // race
	}
	f()
}

func TestRaceAfterDefer(t *testing.T) {
	f := func() (n int) {
		c := make(chan int)
		defer close(c)
		go func() {
			<-c
			n++ // race
		}()
		return 5 // race
	}
	f()
}

func TestRaceAfterUnlock(t *testing.T) {
	var mu sync.Mutex
	f := func() (n int) {
		mu.Lock()
		defer mu.Unlock()
		go func() {
			mu.Lock()
			n++ // race
			mu.Unlock()
		}()
		return n // race
	}
	f()
}

func TestRaceOfARecoveredPanic(t *testing.T) {
	f := func() (n int) {
		c := make(chan int)
		defer close(c)
		defer func() { recover() }()
		go func() {
			<-c
			n = 1 // race
		}()
		panic("recovered")
	} // race
	f()
}

func TestRaceOfAShadowedResult(t *testing.T) {
	f := func() (n int, err error) {
		c := make(chan int)
		go func() {
			<-c
			n = 1 // race
		}()
		if n := 2; n > 1 {
			close(c)
			return n, nil // race
		}
		return
	}
	f()
}

func TestRaceBesideABlankResult(t *testing.T) {
	f := func() (n int, _ error) {
		c := make(chan int)
		go func() {
			<-c
			n = 1 // race
		}()
		close(c)
		return 2, nil // race
	}
	f()
}

func TestRaceOfAGenericResult(t *testing.T) {
	genericResult(7)
}

func genericResult[T any](v T) (n T, err error) {
	c := make(chan int)
	defer close(c)
	go func() {
		<-c
		n = v // race
	}()
	return // race
}

// Builtins as goroutines: what they access is theirs.

func TestRaceOfAGoroutineThatCopies(t *testing.T) {
	a, b := make([]byte, 2), []byte{1}
	go copy(a, b) // race
	a[0] = 2      // race
}

func TestRaceOfAGoroutineThatCopiesFrom(t *testing.T) {
	a, b := make([]byte, 2), []byte{1}
	go copy(a, b) // race
	b[0] = 2      // race
}

func TestRaceOfAGoroutineThatCopiesAString(t *testing.T) {
	a := make([]byte, 2)
	go copy(a, "x") // race
	a[0] = 2        // race
}

func TestRaceOfAGoroutineThatDeletes(t *testing.T) {
	m := map[any]int{1: 1}
	go delete(m, 1) // race
	m[2] = 2        // race
}

func TestRaceOfAGoroutineThatClears(t *testing.T) {
	m := map[int]int{1: 1}
	go clear(m) // race
	m[2] = 2    // race
}

func TestRaceOfAGoroutineThatClearsASlice(t *testing.T) {
	a := make([]byte, 2)
	go clear(a) // race
	a[1] = 2    // race
}

func TestRaceOfADeferredBuiltin(t *testing.T) {
	a, m := make([]byte, 2), map[int]int{1: 1}
	go func() {
		defer delete(m, 1) // race
		defer copy(a, "x")
	}()
	m[2] = 2 // race
}

// A send reads the channel, and a close writes it. Were the panic not recovered, it would
// be reported in place of the race.
func TestSendAndClose(t *testing.T) {
	c := make(chan int, 1)
	together(func() {
		defer func() { recover() }()
		c <- 1 // race
	}, func() {
		close(c) // race
	})
}

func TestSendOfASelectAndClose(t *testing.T) {
	c := make(chan int, 1)
	together(func() {
		defer func() { recover() }()
		select {
		case c <- 1: // race
		default:
		}
	}, func() {
		close(c) // race
	})
}

// What did not get the lock is not ordered by it.
func TestFailedTryLock(t *testing.T) {
	var mu sync.Mutex
	n := 0
	together(func() {
		mu.Lock()
		n++ // race
		mu.Unlock()
	}, func() {
		if mu.TryLock() {
			mu.Unlock()
		} else {
			n++ // race
		}
	})
}

// The i-th receive comes after the i-th send, and no earlier one after it.
func TestBesideAnEarlierSend(t *testing.T) {
	c := make(chan int, 2)
	n := 0
	together(func() {
		c <- 1
		n++ // race
		c <- 2
	}, func() {
		<-c
		n++ // race
	})
}

// A message orders what comes before it with what comes after one that is later.
func TestBeforeALog(t *testing.T) {
	n := 0
	together(func() {
		t.Log("a")
		n++ // race
	}, func() {
		t.Log("b")
		n++ // race
	})
}

// Time orders nothing.
func TestSleep(t *testing.T) {
	n := 0
	together(func() {
		n++ // race
	}, func() {
		time.Sleep(time.Second)
		n++ // race
	})
}
