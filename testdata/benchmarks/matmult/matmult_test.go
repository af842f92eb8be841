// Package matmult is the program mat-mult(m,n,k) of Event-DPOR's evaluation:
// the m·n elements of a product are computed on n handlers, one a column.
//
// No two of them conflict: one trace, whatever the order on the handlers.
package matmult

import (
	"testing"

	"gocheck.dev"
)

func matMult(m, n, k int) {
	a, b, c := matrix(m, k), matrix(k, n), matrix(m, n)
	handlers := make([]*gocheck.Handler, n)
	for j := range handlers {
		handlers[j] = gocheck.NewHandler("column")
	}
	for i := range m {
		for j := range n {
			go func() {
				handlers[j].Post(func() {
					c[i][j] = 0
					for l := range k {
						c[i][j] += a[i][l] * b[l][j]
					}
				})
			}()
		}
	}
}

// matrix makes a matrix with numbers in it.
func matrix(rows, columns int) [][]int {
	m := make([][]int, rows)
	for i := range m {
		m[i] = make([]int, columns)
		for j := range m[i] {
			m[i][j] = i + j
		}
	}
	return m
}

func TestMatMult3(t *testing.T) { matMult(4, 3, 5) } // 1 trace
func TestMatMult4(t *testing.T) { matMult(4, 4, 5) } // 1
func TestMatMult5(t *testing.T) { matMult(4, 5, 5) } // 1
