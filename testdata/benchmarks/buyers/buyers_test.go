// Package buyers is the program buyers(n) of Event-DPOR's evaluation: n buyers
// share a price.
//
// The bids conflict and come in any order: n! traces (the price is not reached
// by n <= 8).
package buyers

import (
	"testing"

	"gocheck.dev"
)

func buyers(n int) {
	coordinator := gocheck.NewHandler("coordinator")
	const price = 50
	needed := price
	amount := make([]int, n)
	contributed := make([]int, n)
	for i := range n {
		go func() {
			amount[i] = 123 * i % 10
			coordinator.Post(func() {
				if needed > 0 {
					needed -= amount[i]
					contributed[i] = amount[i]
				}
				gocheck.Assert(needed <= price, "they were paid for buying")
			})
		}()
	}
}

func TestBuyers3(t *testing.T) { buyers(3) } // 6 traces
func TestBuyers4(t *testing.T) { buyers(4) } // 24
func TestBuyers6(t *testing.T) { buyers(6) } // 720
func TestBuyers7(t *testing.T) { buyers(7) } // 5040
func TestBuyers8(t *testing.T) { buyers(8) } // 40320
