package runtime

import (
	"fmt"
	"testing"

	"gocheck.dev"
)

// The benchmark programs of Event-DPOR's paper with their numbers of traces:
// every access is an event, mailboxes are multisets (docs/measured/tables.md).
// Through the runtime, so that what it tells the checker is what happens.
func TestCounts(t *testing.T) {
	s := testSites(t, "", "x", "h", "x", "x", "x")
	writers := func(n int) func() {
		return func() {
			h, x := gocheck.NewHandler("h"), new(int)
			for i := range n {
				Go(s, func() {
					HandlerPost(h, s+2, func() {
						At(x, s+1).Set(i)
						Assert(s+1, *R(x, s+3) == i, "x is not %d", i)
					})
				})
			}
		}
	}
	prolific := func(n int) func() {
		return func() {
			h := gocheck.NewHandler("h")
			a := make([]int, n*n)
			counter := make([]int, n*n)
			for i := range n {
				HandlerPost(h, s+2, func() {
					for k := i * n; k < (i+1)*n; k++ {
						At(&a[k], s+1).Set(k)
						At(&counter[k], s+1).Set(*R(&counter[k], s+1) + 1)
					}
					for k := (i + 1) % n * n; k < (i+1)%n*n+n; k++ {
						_ = *R(&a[k], s+1)
						At(&counter[k], s+1).Set(*R(&counter[k], s+1) + 1)
					}
				})
			}
		}
	}
	consensus := func(n int) func() {
		return func() {
			handlers := make([]*gocheck.Handler, n)
			value, decision := make([]int, n), make([]int, n)
			for i := range n {
				handlers[i] = gocheck.NewHandler(fmt.Sprint(i))
				decision[i] = -1
			}
			for j := range n {
				Go(s, func() {
					At(&value[j], s+1).Set(j)
					for i := range n {
						HandlerPost(handlers[i], s+2, func() {
							if v := *R(&value[j], s+1); v > *R(&decision[i], s+3) {
								At(&decision[i], s+3).Set(v)
							}
						})
					}
				})
			}
		}
	}
	fifo := postersSettings
	fifo.Unordered = false
	for _, c := range []struct {
		name string
		s    Settings
		body func()
		want int64
	}{
		{"writers(4)", postersSettings, writers(4), 24},
		{"posters(2)", postersSettings, posters(2, s), 6},
		{"posters(3)", postersSettings, posters(3, s), 90},
		{"posters(4)", postersSettings, posters(4, s), 2520},
		{"posters(2) FIFO", fifo, posters(2, s), 4},
		{"posters(3) FIFO", fifo, posters(3, s), 30},
		{"prolific(3)", postersSettings, prolific(3), 6},
		{"prolific(5)", postersSettings, prolific(5), 30},
		{"consensus(2)", postersSettings, consensus(2), 4},
		{"consensus(3)", postersSettings, consensus(3), 125},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := explored(t, c.s, "closure", c.body)
			if !res.Exhaustive || res.Executions != c.want || res.Blocked != 0 || len(res.Failures) > 0 {
				t.Errorf("%d executions, %d blocked, exhaustive %t, not %d executions: %+v",
					res.Executions, res.Blocked, res.Exhaustive, c.want, res.Failures)
			}
		})
	}
}
