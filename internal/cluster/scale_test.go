package cluster

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gocheck.dev/internal/longtest"
)

var scaleFlag = flag.Int("scale", 10, "the workers that TestScale simulates, at most")

// TestScale has ever more workers explore in virtual time, each with a minute of work. Servers
// that write one message after the other are what saturates: docs/design/cluster.md has its table.
func TestScale(t *testing.T) {
	longtest.Only(t)
	const step, each = 100 * time.Millisecond, time.Minute
	for _, write := range []time.Duration{time.Millisecond, 5 * time.Millisecond} {
		for _, share := range []int{2, 8} {
			for _, n := range []int{10, 100, 300, 1000} {
				if n > *scaleFlag {
					break
				}
				synctest.Test(t, func(t *testing.T) {
					s := newServers(1)
					s.write = write
					var kills []func()
					for i := range n {
						_, kill := handsOf(s, fmt.Sprint("w", i), 1, &counter{s: s, takes: func(int) time.Duration { return step }, share: share})
						kills = append(kills, kill)
					}
					time.Sleep(2 * beat) // they are known
					began := time.Now()
					want := n * int(each/step)
					got, pieces, err := coordinator(context.Background(), s, DefaultSettings(), want)
					took := time.Since(began)
					if err != nil || got != int64(want) {
						t.Errorf("%d workers: %d of %d: %v", n, got, want, err)
					}
					t.Logf("write %v, parts of 1/%d, %d workers: %.1f s, %.0f %% of their time used, %d pieces", write, share, n, took.Seconds(), 100*each.Seconds()/took.Seconds(), pieces)
					if took > 20*each {
						t.Errorf("%d workers took %v for a minute of work each", n, took)
					}
					for _, kill := range kills {
						kill()
					}
					synctest.Wait()
					time.Sleep(2 * time.Minute)
				})
			}
		}
	}
}
