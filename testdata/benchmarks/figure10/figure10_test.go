// Package figure10 is the program of Figure 10 in the paper on Optimal-DPOR: n
// groups of four goroutines, of which each but the first begins only if the
// group before it took one path of five.
//
// A group has four traces in which its watcher comes too early, and one more
// in which the watcher starts the next group: 4n+1 traces. Source sets alone
// explore many more, sleep-set blocked.
//
// In the text of the figure s reads y whether it has found z or not. Then a
// group has seven traces and not the five that the paper counts; the paper's
// own program (Concuerror's POPL_optimal_example) reads y only if z is there.
package figure10

import (
	"sync/atomic"
	"testing"
)

type group struct{ x, y, z atomic.Bool }

func (g *group) start() {
	go g.y.Store(true) // q
	go func() {        // r
		if !g.y.Load() {
			g.z.Store(true)
		}
	}()
	go func() { // s
		if g.z.Load() && !g.y.Load() {
			g.x.Store(true)
		}
	}()
}

func figure10(n int) {
	groups := make([]group, n)
	for i := range groups {
		go func() { // p, the watcher
			if groups[i].x.Load() && i+1 < n {
				groups[i+1].start()
			}
		}()
	}
	groups[0].start()
}

func TestFigure10x1(t *testing.T) { figure10(1) } // 5 traces
func TestFigure10x2(t *testing.T) { figure10(2) } // 9
func TestFigure10x3(t *testing.T) { figure10(3) } // 13
func TestFigure10x4(t *testing.T) { figure10(4) } // 17
func TestFigure10x5(t *testing.T) { figure10(5) } // 21
func TestFigure10x6(t *testing.T) { figure10(6) } // 25
func TestFigure10x7(t *testing.T) { figure10(7) } // 29
func TestFigure10x8(t *testing.T) { figure10(8) } // 33
func TestFigure10x9(t *testing.T) { figure10(9) } // 37
