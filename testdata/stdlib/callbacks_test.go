package stdlib

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/quick"
	"text/template"
)

// value has every method that the standard library calls back, each of which
// takes a lock and lets others run.
type value struct {
	mu    sync.Mutex
	n     int
	calls int
}

func (v *value) get() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.calls++
	return v.n
}

func (v *value) set(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.n = n
}

func (v *value) String() string                  { return fmt.Sprint("v", v.get()) }
func (v *value) Format(f fmt.State, _ rune)      { fmt.Fprintf(f, "<%d>", v.get()) }
func (v *value) Error() string                   { return fmt.Sprint("e", v.get()) }
func (v *value) MarshalJSON() ([]byte, error)    { return fmt.Appendf(nil, "%d", v.get()), nil }
func (v *value) UnmarshalJSON(text []byte) error { v.set(len(text)); return nil }
func (v *value) Write(p []byte) (int, error)     { v.set(len(p)); return len(p), nil }
func (v *value) Read(p []byte) (int, error)      { p[0] = byte('0' + v.get()); return 1, nil }

// against runs f beside a task that sets v to 1, and reports what f returned.
func against(t *testing.T, v *value, f func() string) string {
	t.Helper()
	var got string
	done := make(chan bool)
	go func() { v.set(1); done <- true }()
	got = f()
	<-done
	return got
}

// one reports an error unless got is one of the wanted.
func one(t *testing.T, got string, want ...string) {
	t.Helper()
	if !slices.Contains(want, got) {
		t.Errorf("got %q, none of %q", got, want)
	}
}

func TestFmt(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string { return fmt.Sprintf("%v", v) }), "<0>", "<1>")
}

type stringer struct{ v *value }

func (s stringer) String() string { return s.v.String() }

func TestFmtString(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string { return fmt.Sprint(stringer{v}) }), "v<0>", "v0", "v1")
}

type failure struct{ v *value }

func (f failure) Error() string { return fmt.Sprint(f.v.get()) }

func TestErrors(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		err := fmt.Errorf("a: %w", errors.Join(failure{v}))
		var f failure
		if !errors.As(err, &f) || !errors.Is(err, f) {
			t.Error("lost")
		}
		return err.Error()
	}), "a: 0", "a: 1")
}

func TestJSON(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		text, err := json.Marshal(map[string]any{"v": v})
		return fmt.Sprint(string(text), err)
	}), `{"v":0}<nil>`, `{"v":1}<nil>`)
}

func TestJSONStream(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		if err := json.NewEncoder(v).Encode("xyz"); err != nil {
			t.Error(err)
		}
		return fmt.Sprint(v.get())
	}), "6", "1")
}

func TestTemplate(t *testing.T) {
	v := new(value)
	tmpl := template.Must(template.New("").Funcs(template.FuncMap{"get": v.get}).Parse("{{get}} {{.}}"))
	one(t, against(t, v, func() string {
		var b strings.Builder
		if err := tmpl.Execute(&b, stringer{v}); err != nil {
			t.Error(err)
		}
		return b.String()
	}), "0 v0", "0 v1", "1 v1")
}

func TestRegexp(t *testing.T) {
	v := new(value)
	re := regexp.MustCompile(`x`)
	one(t, against(t, v, func() string {
		return re.ReplaceAllStringFunc("xx", func(string) string { return fmt.Sprint(v.get()) })
	}), "00", "01", "11")
}

func TestSort(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		s := []int{1, 2}
		sort.Slice(s, func(i, j int) bool { return v.get() == 1 })
		return fmt.Sprint(s)
	}), "[1 2]", "[2 1]")
}

func TestSlices(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		s := []int{1, 2}
		slices.SortFunc(s, func(a, b int) int { return (a - b) * (1 - 2*v.get()) })
		return fmt.Sprint(s)
	}), "[1 2]", "[2 1]")
}

func TestMaps(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		m := map[int]int{0: 0, 1: 1}
		maps.DeleteFunc(m, func(k, _ int) bool { return k == v.get() })
		return fmt.Sprint(m)
	}), "map[1:1]", "map[0:0]", "map[]", "map[0:0 1:1]")
}

type queue struct {
	v *value
	l []int
}

func (q *queue) Len() int           { return len(q.l) }
func (q *queue) Less(i, j int) bool { return (q.l[i] < q.l[j]) == (q.v.get() == 0) }
func (q *queue) Swap(i, j int)      { q.l[i], q.l[j] = q.l[j], q.l[i] }
func (q *queue) Push(x any)         { q.l = append(q.l, x.(int)) }
func (q *queue) Pop() any           { x := q.l[len(q.l)-1]; q.l = q.l[:len(q.l)-1]; return x }

func TestHeap(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		q := &queue{v, []int{2, 1}}
		heap.Init(q)
		return fmt.Sprint(heap.Pop(q))
	}), "1", "2")
}

func TestBufio(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		b, err := bufio.NewReaderSize(v, 16).ReadByte()
		return fmt.Sprint(string(b), err)
	}), "0<nil>", "1<nil>")
	w := bufio.NewWriter(v)
	fmt.Fprint(w, "abc")
	w.Flush()
	one(t, fmt.Sprint(v.get()), "3")
}

func TestBytes(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		return string(bytes.Map(func(rune) rune { return rune('0' + v.get()) }, []byte("ab")))
	}), "00", "01", "11")
}

func TestIotest(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		p := make([]byte, 2)
		n, err := iotest.OneByteReader(v).Read(p)
		return fmt.Sprint(string(p[:n]), err)
	}), "0<nil>", "1<nil>")
}

func TestQuick(t *testing.T) {
	v := new(value)
	against(t, v, func() string {
		if err := quick.Check(func(n uint8) bool { return v.get() <= int(n)+1 }, &quick.Config{MaxCount: 3}); err != nil {
			t.Error(err)
		}
		return ""
	})
}

func TestExpvar(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		m := new(expvar.Map).Init()
		m.Set("a", expvar.Func(func() any { return v.get() }))
		return m.String()
	}), `{"a": 0}`, `{"a": 1}`)
}
