package sharing

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
)

// countedCases has "// counts", what a round adds and the bounds, at the loops whose rounds do
// nothing with their number but to compare it, and "// goes on" at the others.
const countedCases = `package p

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

type small int8

const most = 50

var flag atomic.Bool
var limit = 10

func nap() { time.Sleep(time.Millisecond) }

func found(t *testing.T, tries int, cond func() bool) {
	for i := 0; i < 100; i++ { // counts 1 100
		if cond() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	for range 100 { // counts 1
		if cond() {
			return
		}
		nap()
	}
	for i := range tries { // counts 1 99 shown
		if i == 99 {
			t.Fatal("too late")
		}
		if flag.Load() {
			t.Log("after", i)
			return
		}
		nap()
	}
	for i := small(most); i > 0 && !flag.Load(); i -= 2 { // counts -2 0
		nap()
	}
	n := 0
	for !cond() { // counts 1 50
		if n++; n > most {
			t.Fatalf("%d", n)
		}
		<-time.After(time.Millisecond)
	}
	for n := 1; n <= tries; n++ { // counts 1 tries
		if flag.Load() {
			continue
		}
		nap()
	}
	k := time.NewTicker(time.Second)
	for i := 0; i != tries && i < most; i++ { // counts 1 tries 50
		select {
		case <-k.C:
		default:
		}
		nap()
	}
	for range tries { // counts 1
		<-k.C
	}
	for i := 0; i < 10; i++ { // goes on
		flag.Load()
	}
	for i := 0; i < 10; i++ { // goes on
		time.Sleep(time.Duration(i) * time.Millisecond)
	}
	for i := 0; i < limit; i++ { // goes on
		nap()
	}
	for i := 0; i < 10; i++ { // goes on
		fmt.Println(i)
		nap()
	}
	for i := 0; i < 10; i++ { // goes on
		if i%2 == 0 {
			flag.Store(true)
		}
		nap()
	}
	for i := 0; i < 10; i++ { // goes on
		defer func() { _ = i }()
		nap()
	}
	for i, j := 0, 0; i < 10; i, j = i+1, j+1 { // goes on
		nap()
	}
	for i := 0; !flag.Load(); i++ { // goes on
		nap()
	}
	for i := 0; i < 10; i++ { // waits
		if flag.Load() {
			i++
		}
		nap()
	}
	for i := uint64(0); i < 10; i++ { // goes on
		nap()
	}
	for i := 1; i < 1000; i *= 2 { // goes on
		nap()
	}
	for i := range 10 { // goes on
		i++
		nap()
		_ = i
	}
	for i := range 10 { // goes on
		go func() { _ = i }()
		nap()
	}
	start := time.Now()
	for i := 0; i < 10; i++ { // goes on
		if time.Since(start) > time.Second {
			return
		}
		nap()
	}
	for n, end := 0, 10; n < end; n++ { // goes on
		end -= n
		nap()
	}
	m := 0
	for { // goes on
		if m++; m > 60 || flag.Load() {
			break
		}
		nap()
	}
	if m < 3 {
		return
	}
	for m < tries { // counts 1 tries
		m++
		nap()
	}
	last := 0
	for { // counts 1 60 3
		if last++; last > 60 || flag.Load() {
			break
		}
		nap()
	}
	if last < 3 {
		return
	}
	i := 0
	for ; i < tries; i++ { // counts 1 tries 7 shown
		nap()
	}
	if i == 7 {
		t.Error(i)
	}
	for i = 0; i < tries; i++ { // goes on
		nap()
	}
	limit = i
	for i = 0; i < tries; i++ { // goes on
		nap()
	}
	few := tries / 2
	if i > few { // computed after the loop
		return
	}
	for i = 0; i < tries; i++ { // counts 1 tries
		nap()
	}
	const some = 3
	for i := 0; i < some; i++ { // counts 1 3
		const some = 4
		nap()
	}
}
`

func TestCounted(t *testing.T) {
	marked := 0
	eachLine(t, countedCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
		default:
			return
		}
		l, ok := a.local.spins[n.(ast.Stmt)]
		got := "goes on"
		switch {
		case ok && l.Counter != nil:
			got = strings.TrimSpace(fmt.Sprint("counts ", l.Counter.Step, " ", strings.Join(l.Counter.Bounds, " ")))
			if l.Counter.Shown {
				got += " shown"
			}
		case ok:
			got = "waits"
		}
		_, want, _ := strings.Cut(lineOf(n), "// ")
		if marked++; got != strings.TrimSpace(want) {
			t.Errorf("%s: %s", got, lineOf(n))
		}
	})
	if marked < 28 {
		t.Errorf("only %d loops", marked)
	}
}
