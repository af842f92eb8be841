package state

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/testdata/state/dep"
)

// spread makes a thousand executions and more: of three goroutines with three
// operations on one variable each.
func spread() {
	var n atomic.Int32
	var done sync.WaitGroup
	for range 3 {
		done.Go(func() {
			for range 3 {
				n.Add(1)
			}
		})
	}
	done.Wait()
}

var inTest = map[string]bool{}

// is demands that nobody has been here before.
func is[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, not %v: an earlier execution shows", what, got, want)
	}
}

func TestVariables(t *testing.T) {
	is(t, "first", [3]int{first, second, third}, [3]int{1, 2, 3})
	is(t, "total", total, 6)
	is(t, "number", number, 10)
	is(t, "text", text, "x")
	is(t, "array", array, [3]int{})
	is(t, "slice", [3]int(slice), [3]int{1, 2, 3})
	is(t, "shared", shared[0], 2)
	is(t, "table", len(table), 1)
	is(t, "table[a]", table["a"][0], 1)
	is(t, "lookup", lookup["one"], 1)
	is(t, "nested", nested.in.n+nested.all[1].n, 4)
	is(t, "pointer", *pointer, 10)
	is(t, "any1", any1.(*inner).n, 4)
	is(t, "fn", fn(), 1)
	is(t, "counter", counter(), 1)
	is(t, "sentry", sentry.Error(), "sentry")
	is(t, "pair", a+b.n, 3)
	is(t, "entry", len(entry) == 1 && found, true)
	is(t, "cyclic", cyclic.n, 0)
	is(t, "box", box.v, 7)
	is(t, "inTest", len(inTest), 0)

	first, second, third, total = 7, 8, 9, 10
	text = "changed"
	array[1] = 1
	slice[1] = 20
	table["a"][0], table["b"] = 5, nil
	clear(lookup)
	nested.in.n, nested.all[1].n = 100, 100
	*pointer = 99
	any1.(*inner).n = 0
	fn = func() int { return 2 }
	a, b.n = 5, 6
	entry[0], found = 7, false
	cyclic.n, cyclic.next = 1, nil
	box.v = 8
	inTest["x"] = true
	spread()
}

func fn2() int { return 2 }

func TestDependencies(t *testing.T) {
	is(t, "Registry", dep.Registry["blank"]+dep.Registry["init"], 2)
	is(t, "Timeout", dep.Timeout, 3)
	is(t, "Limits", dep.Limits.Max, 5)
	is(t, "Shared", dep.Shared.Add(), 1)
	is(t, "made", made.Add(), 2)
	is(t, "Hidden", dep.Hidden(), 3)
	is(t, "Calls", dep.Calls.Inc(), 1)
	is(t, "Hits", atomic.AddInt64(&dep.Hits, 1), 1)
	is(t, "Err", dep.Err.Error(), "original")
	is(t, "Hook", dep.Hook(), 1)
	is(t, "increased", increased, 1)
	dep.Err, dep.Hook = sentry, fn2
	dep.Register("test")
	dep.Timeout, dep.Limits.Max = 1, 1
	spread()
}

func TestSynchronisation(t *testing.T) {
	is(t, "mu", mu.TryLock(), true) // and left locked
	is(t, "rw", rw.TryLock(), true)
	is(t, "embedded", embedded.TryLock(), true)
	embedded.n++
	is(t, "embedded.n", embedded.n, 1)
	first := false
	once.Do(func() { first = true })
	is(t, "once", first, true)
	is(t, "value", value()+value(), 2)
	wg.Add(1)
	wg.Done()
	wg.Wait()
	_, loaded := smap.LoadOrStore("k", 1)
	is(t, "smap", loaded, false)
	is(t, "pool", pool.Get().(*inner).n, 0)
	pool.Put(&inner{n: 1})
	is(t, "atom", atom.Add(1), 1)
	is(t, "word", atomic.AddInt64(&word, 1), 1)
	is(t, "holder", holder.Swap(1), nil)
	is(t, "aptr", aptr.Swap(&inner{}) == nil, true)
	is(t, "queue", len(queue), 0)
	queue <- 1
	select {
	case <-closed:
		t.Error("closed is closed")
	default:
	}
	close(closed)
	spread()
	wg.Add(1) // and nobody calls Done
}

// TestEffects: what the initialisation of a number has done besides is there in each execution.
func TestEffects(t *testing.T) {
	is(t, "prefilled", len(prefilled), 1)
	is(t, "prefilled's first", <-prefilled != nil, true)
	is(t, "lengthOfReceived", lengthOfReceived, 5)
	is(t, "literals", literals, 1)
	is(t, "countedByLiteral", countedByLiteral, 1)
	is(t, "buf", string(buf[:copied]), "copied")
	is(t, "varint", varint[0], 0xac)
	is(t, "encoded", encoded, 2)
	is(t, "backing", backing[0]+appended, 8)
	is(t, "firstByte", firstByte == 'a' && noByte == nil, true)
	is(t, "skipped", skipped, 2)
	rest, _ := reader.ReadByte()
	is(t, "reader", rest, 'b')
	literals, buf[0], varint[0], backing[0] = 7, 'x', 9, 9
	spread()
}

func TestServer(t *testing.T) {
	for want := range 2 {
		r := make(chan int)
		requests <- r
		is(t, "served", <-r, want+1)
	}
	time.Sleep(2 * time.Minute)
	is(t, "atom", atom.Load(), 100)
}

func TestObjects(t *testing.T) {
	is(t, "buffer", buffer.Len(), 0)
	is(t, "builder", builder.Len(), 0)
	is(t, "linked", linked.Len(), 0)
	is(t, "circle", circle.Value, nil)
	is(t, "large", large.Int64(), 5)
	is(t, "source", source.Intn(1000), 81)
	is(t, "timer", timer.Stop(), true)
	is(t, "started", time.Since(started) < time.Minute, true)
	logger.Print("logged")
	is(t, "logger", buffer.String(), "logged\n")
	logger.SetPrefix("changed")
	builder.WriteString("x")
	linked.PushBack(1)
	circle.Value = 1
	large.SetInt64(6)
	spread()
}
