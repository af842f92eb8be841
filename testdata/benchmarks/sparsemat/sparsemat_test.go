// Package sparsemat is the program sparse-mat(m,n) of Event-DPOR's evaluation:
// one handler adds up the n columns of a matrix, another one the columns'
// sums, and the main goroutine looks which are finished.
//
// The columns do not conflict. A trace is an order of the n totals and the set
// of those that main finds finished, as far as they are compatible.
package sparsemat

import (
	"sync/atomic"
	"testing"

	"gocheck.dev"
)

func sparseMat(m, n int) {
	columns, totals := gocheck.NewHandler("columns"), gocheck.NewHandler("totals")
	matrix := make([][]int, m)
	for j := range matrix {
		matrix[j] = make([]int, n)
		for i := range matrix[j] {
			matrix[j][i] = i * j
		}
	}
	sum := 0
	position := make([]int, n)
	finished := make([]atomic.Bool, n)

	total := func(i int) {
		gocheck.Assert(position[i] == 0, "the column was added twice")
		sum += matrix[0][i]
		finished[i].Store(true)
		position[i] = 1
	}
	for i := range n {
		columns.Post(func() {
			gocheck.Assert(position[i] == 0, "the column was added before")
			for j := 1; j < m; j++ {
				matrix[0][i] += matrix[j][i]
			}
			totals.Post(func() { total(i) })
		})
	}
	for i := range finished {
		finished[i].Load()
	}
}

func TestSparseMat3(t *testing.T) { sparseMat(4, 3) } // 34 traces
func TestSparseMat5(t *testing.T) { sparseMat(4, 5) } // 1546
func TestSparseMat7(t *testing.T) { sparseMat(4, 7) } // 130922
