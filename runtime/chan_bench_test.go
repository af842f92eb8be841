package runtime

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// BenchmarkChannels hands 100 values over between two tasks.
func BenchmarkChannels(b *testing.B) {
	for _, c := range []struct {
		name     string
		capacity int
	}{{"rendezvous", 0}, {"buffered", 1}} {
		b.Run(c.name, func(b *testing.B) {
			s := testSites(b, "ch")
			x := newExecution(Settings{Races: RacesOff}, func() {
				ch := make(chan int, c.capacity)
				Go(s, func() {
					for i := range 100 {
						SendTo(ch, s).Send(i)
					}
				})
				for range 100 {
					Recv(ch, s)
				}
			})
			b.ReportAllocs()
			for range b.N {
				explore.Replay(x, nil, checker.Options{Steps: 10000}, nil)
			}
		})
	}
}
