package cluster

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"gocheck.dev/internal/longtest"
)

var scaleFlag = flag.Int("scale", 10, "the workers that TestScale simulates, at most")

// TestScale has ever more workers explore in virtual time, each with a minute of work. Servers
// that write one message after the other are what saturates: docs/design/cluster.md has figures.
func TestScale(t *testing.T) {
	longtest.Only(t)
	const step, each = 100 * time.Millisecond, time.Minute
	for _, write := range []time.Duration{time.Millisecond, 5 * time.Millisecond} {
		for _, of := range []struct {
			name  string
			share func(*rand.Rand) float64
		}{
			{"half", func(*rand.Rand) float64 { return 0.5 }},
			{"an eighth", func(*rand.Rand) float64 { return 0.125 }},
			{"as measured", measured},
		} {
			for _, n := range []int{10, 100, 300, 1000} {
				if n > *scaleFlag {
					break
				}
				synctest.Test(t, func(t *testing.T) {
					s := newServers(1)
					s.write = write
					var kills []func()
					for i := range n {
						r := rand.New(rand.NewPCG(24, uint64(i)))
						share := func() float64 { return of.share(r) }
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
					t.Logf("write %v, parts of %s, %d workers: %.1f s, %.0f %% of their time used, %d pieces", write, of.name, n, took.Seconds(), 100*each.Seconds()/took.Seconds(), pieces)
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

// measured draws a share of what is left, as revisit gives it away of lastzero(15) at a random time
// (399 parts): half of the shallowest alternatives, whose subtrees are of all sizes.
func measured(r *rand.Rand) float64 {
	quantiles := []float64{0, 0, 0.001, 0.02, 0.05, 0.083, 0.15, 0.25, 0.35, 0.538, 0.7}
	x := r.Float64() * float64(len(quantiles)-1)
	i := int(x)
	return quantiles[i] + (x-float64(i))*(quantiles[i+1]-quantiles[i])
}
