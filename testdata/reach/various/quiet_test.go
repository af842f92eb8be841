package various

import (
	"bytes"
	"container/list"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"math/big"
	"math/bits"
	"net/netip"
	"net/url"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
	"unique"
)

func TestFineMapsCollect(t *testing.T) {
	m := map[string]int{"a": 1}
	inOrder(func() { m["b"] = 2 }, func() { use(maps.Collect(maps.All(m))) })
}

func TestFineSeqStops(t *testing.T) {
	s := []int{1, 2}
	seq := slices.Values(s)
	both(func() { s[1] = 3 }, func() {
		for v := range seq {
			use(v)
			break
		}
	})
}

func TestFineOwnSeq(t *testing.T) {
	both(func() {
		n := 0
		for range count(2, &n) {
		}
	}, func() {
		n := 0
		for range count(2, &n) {
		}
	})
}

func TestFineBuilder(t *testing.T) {
	var b strings.Builder
	var mu sync.Mutex
	f := func() { mu.Lock(); defer mu.Unlock(); b.WriteString("a") }
	both(f, f)
}

func TestFineTemplate(t *testing.T) {
	v := struct{ A, B int }{}
	tm := template.Must(template.New("x").Parse("{{.A}}"))
	both(func() { v.B = 1 }, func() { tm.Execute(io.Discard, &v) })
}

func TestFineTemplateShared(t *testing.T) {
	tm := template.Must(template.New("x").Parse("{{.}}"))
	both(func() { tm.Execute(io.Discard, 1) }, func() { tm.Execute(io.Discard, 2) })
}

func TestFineHex(t *testing.T) {
	b := []byte("ab")
	both(func() { use(hex.EncodeToString(b)) }, func() { use(hex.EncodeToString(b)) })
}

func TestFineSyncMapValue(t *testing.T) {
	var m sync.Map
	both(func() { v := &val{}; v.n = 1; m.Store("a", v) }, func() {
		if v, ok := m.Load("a"); ok {
			use(v.(*val).n)
		}
	})
}

func TestFineSyncMapLoadOrStore(t *testing.T) {
	var m sync.Map
	f := func() {
		v, loaded := m.LoadOrStore("a", &val{n: 1})
		use(loaded, v.(*val).n)
	}
	both(f, f)
}

func TestFineContextValue(t *testing.T) {
	ctx := context.WithValue(context.Background(), key{}, &val{})
	both(func() { use(ctx.Value(key{}).(*val).n) }, func() { use(ctx.Value(key{}).(*val).n) })
}

func TestFineContextCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	n := 0
	both(func() { n = 1; cancel(errors.New("x")) }, func() { <-ctx.Done(); use(n, context.Cause(ctx).Error()) })
}

func TestFineErrorsIs(t *testing.T) {
	e := &myErr{}
	j := errors.Join(e, io.EOF)
	both(func() { e.n = 1 }, func() { use(errors.Is(j, io.EOF)) })
}

func TestFineErrorfDone(t *testing.T) {
	e := &myErr{}
	w := fmt.Errorf("x: %w", e)
	both(func() { e.n = 1 }, func() { use(w.Error()) })
}

func TestFineAfterFunc(t *testing.T) {
	n := 0
	done := make(chan bool)
	n = 2
	time.AfterFunc(time.Millisecond, func() { n++; close(done) })
	<-done
	use(n)
}

func TestFineAfterFuncReset(t *testing.T) {
	n := 0
	done := make(chan bool)
	tm := time.AfterFunc(time.Hour, func() { n++; close(done) })
	n = 2
	tm.Reset(time.Millisecond)
	<-done
	use(n)
}

func TestFineUnique(t *testing.T) {
	both(func() { use(unique.Make("a").Value()) }, func() { use(unique.Make("a") == unique.Make("b")) })
}

func TestFineArrayElements(t *testing.T) {
	var x [4]int
	both(func() { x[3] = 1 }, func() { x[2] = 1 })
}

func TestFineArrayLen(t *testing.T) {
	var x [4]int
	both(func() { x[3] = 1 }, func() {
		for i := range x {
			use(i)
		}
		use(len(x))
	})
}

func TestFineRangeInt(t *testing.T) {
	var s [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { s[i] = i })
	}
	wg.Wait()
}

func TestFineMethodValueCopy(t *testing.T) {
	v := val{}
	f := v.get
	both(func() { v.n = 1 }, func() { use(f()) })
}

func TestFineDeferUnlock(t *testing.T) {
	n := 0
	var mu sync.Mutex
	f := func() {
		mu.Lock()
		defer mu.Unlock()
		defer func() { n++ }()
	}
	both(f, f)
}

func TestFineBox(t *testing.T) {
	b := &box[[2]string]{}
	both(func() { b.safe([2]string{"a"}) }, func() { b.safe([2]string{}) })
}

func TestFineSliceToArrayPtr(t *testing.T) {
	s := []int{1, 2}
	both(func() { s[1] = 3 }, func() { p := (*[2]int)(s); use(p[0]) })
}

func TestFineListValue(t *testing.T) {
	l := list.New()
	e := l.PushBack(1)
	f := l.PushBack(1)
	both(func() { e.Value = 2 }, func() { f.Value = 3 })
}

func TestFineBig(t *testing.T) {
	x := big.NewInt(1)
	both(func() { new(big.Int).Add(x, x) }, func() { use(x.String()) })
}

func TestFineRegexp(t *testing.T) {
	r := regexp.MustCompile("a+")
	both(func() { use(r.FindString("caat")) }, func() { use(r.MatchString("b")) })
}

func TestFineURLCopy(t *testing.T) {
	u, _ := url.Parse("http://a/b")
	both(func() { v := *u; v.Host = "c" }, func() { use(u.String()) })
}

func TestFineReflectField(t *testing.T) {
	v := &struct{ A, B int }{}
	both(func() { reflect.ValueOf(v).Elem().Field(0).SetInt(1) }, func() { use(v.B) })
}

func TestFineChanOfPtr(t *testing.T) {
	c := make(chan *val, 1)
	both(func() { v := &val{}; v.n = 1; c <- v }, func() { use((<-c).n) })
}

func TestFineOnceValue(t *testing.T) {
	f := sync.OnceValue(func() *val { return &val{1} })
	both(func() { use(f().n) }, func() { use(f().n) })
}

func TestFinePure(t *testing.T) {
	both(func() { use(html.EscapeString("<"), path.Join("a", "b"), bits.Len(3)) }, func() { use(netip.MustParseAddr("::1").Is6(), bytes.Repeat([]byte("a"), 2)) })
}

func TestFineCloneMap(t *testing.T) {
	m := map[string]int{"a": 1}
	c := maps.Clone(m)
	both(func() { m["a"] = 1 }, func() { use(c["a"]) })
}

func TestFineAppendFull(t *testing.T) {
	s := make([]int, 2, 2)
	both(func() { use(append(s, 1)) }, func() { use(append(s, 2)) })
}

func TestFineClip(t *testing.T) {
	s := make([]int, 0, 4)
	both(func() { use(append(slices.Clip(s), 1)) }, func() { use(append(s[:0:0], 2)) })
}
