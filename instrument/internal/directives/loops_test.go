package directives

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/loadtest"
)

// loopCases has "// head" on the lines of receives that rounds of event loops begin
// with, and "// other" on those of other receives.
const loopCases = `package p

import "time"

type msg interface{}

func loops(a, b chan int, m chan msg, done chan struct{}, t *time.Ticker, work []int) {
	for range a { // head
	}
	for v := range a { // head
		_ = v
		<-b // other
	}
	for {
		select { // head
		case v := <-a: // other
			b <- v
		case <-t.C: // other
		case <-done: // other
			return
		}
	}
	for len(work) > 0 {
		v, ok := <-a // head
		if !ok {
			break
		}
		work = work[v:]
	}
	for {
		out := b
		if len(work) == 0 {
			out = nil
		}
		select { // head
		case out <- 1:
		case v := <-a: // other
			work = append(work, v)
		}
	}
	for {
		switch v := (<-m).(type) { // head
		case int:
			_ = v
		}
	}
	for {
		if v, ok := <-a; !ok { // head
			_ = v
			return
		}
	}
again:
	for {
		select { // head
		case <-a: // other
			continue again
		}
	}
	for {
		func() {
			<-a // other
		}()
		<-b // head
	}

	for {
		select { // other
		case <-a: // other
		default:
		}
	}
	for i := 0; i < 3; i++ {
		<-a // other
	}
	for _, n := range work {
		work[n] = <-a // other
	}
	for {
		b <- 1
		<-a // other
	}
	for {
		for range work {
			<-a // other
		}
		<-b // other
	}
	for {
		if len(work) > 0 {
			<-a // other
		}
	}
	for {
		select { // other
		case b <- 1:
		case a <- 2:
		}
	}

	//gocheck:loop
	for i := 0; i < 3; i++ {
		<-a // head
	}
	// What was asked for comes back.
	//gocheck:loop
	for _, n := range work {
		b <- n
		work[n] = <-a // head
	}
	//gocheck:loop
named:
	for {
		b <- 1
		select { // head
		case <-a: // other
			break named
		}
	}
	//gocheck:loop // wrong: before a for that does not receive
	for {
		func() { <-a }() // other
	}
	//gocheck:loop // wrong: not on the line before a for

	for {
		b <- 1
	}
}

//gocheck:loop // wrong: not on the line before a for
func f() {}
`

func TestEventLoops(t *testing.T) {
	m := loadtest.New(t, map[string]string{"p.go": loopCases})
	units := m.Load()
	lines := strings.Split(loopCases, "\n")
	marked := 0
	for _, u := range units {
		for _, f := range u.Pkg.Syntax {
			heads, wrong := EventLoops(u.Pkg.Fset, u.Pkg.TypesInfo, f)
			at := map[int]bool{}
			for n := range heads {
				at[u.Pkg.Fset.Position(n.Pos()).Line] = true
			}
			ast.Inspect(f, func(n ast.Node) bool {
				quiet := false // not a receive
				switch n := n.(type) {
				case *ast.SelectStmt:
				case *ast.RangeStmt:
					quiet = true
				case *ast.UnaryExpr:
					if n.Op != token.ARROW {
						return true
					}
				default:
					return true
				}
				line := u.Pkg.Fset.Position(n.Pos()).Line
				if text := lines[line-1]; at[line] != strings.Contains(text, "// head") || !at[line] && !quiet && !strings.Contains(text, "// other") {
					t.Errorf("a head: %t: %s", at[line], text)
				}
				marked++
				return true
			})
			for pos, why := range wrong {
				line := u.Pkg.Fset.Position(pos).Line
				_, want, ok := strings.Cut(lines[line-1], "// wrong: ")
				if !ok || !strings.HasPrefix(why, want) {
					t.Errorf("refused as %q: %s", why, lines[line-1])
				}
			}
			if len(wrong) != strings.Count(loopCases, "// wrong: ") {
				t.Errorf("%d directives are refused", len(wrong))
			}
		}
	}
	if marked < 30 {
		t.Errorf("only %d receives", marked)
	}
}
