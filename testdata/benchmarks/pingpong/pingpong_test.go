// Package pingpong is the program ping-pong(n) of Event-DPOR's evaluation.
//
// One goroutine posts n numbered pings. A ping that comes after all smaller
// ones only is answered by a pong. With k pongs for an order of the pings
// there are k! orders of the pongs: in all n!·(1/2 + 2/3 + … + (n-1)/n + 1)
// traces, and one if mailboxes are FIFO.
package pingpong

import (
	"testing"

	"gocheck.dev"
)

func pingPong(n int) {
	pong, ping := gocheck.NewHandler("pong"), gocheck.NewHandler("ping")
	lastPing, lastPong := -1, -1
	go func() {
		for m := range n {
			pong.Post(func() {
				if lastPing < m {
					lastPing = m
					ping.Post(func() {
						if lastPong < m {
							lastPong = m
						} else {
							lastPong = n + 1
						}
					})
				} else {
					lastPing = n + 1
				}
			})
		}
	}()
}

func TestPingPong3(t *testing.T) { pingPong(3) } // 13 traces
func TestPingPong4(t *testing.T) { pingPong(4) } // 70
func TestPingPong6(t *testing.T) { pingPong(6) } // 3276
func TestPingPong7(t *testing.T) { pingPong(7) } // 27252
func TestPingPong8(t *testing.T) { pingPong(8) } // 253296
