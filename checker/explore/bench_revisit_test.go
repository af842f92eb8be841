package explore_test

import (
	"testing"

	"gocheck.dev/checker/lang"
)

// BenchmarkThreads measures revisit beside closure where both are exact:
//
//	go test -bench Threads -benchtime 1x ./checker/explore
func BenchmarkThreads(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *lang.Program
	}{
		{"readers13", lang.Readers(13)},
		{"lastzero10", lang.LastZero(10)},
		{"indexer14", lang.Indexer(14)},
		{"filesystem19", lang.FileSystem(19)},
		{"figure10x9", lang.Figure10(9)},
		{"wakeupstress6", lang.WakeupStress(6)},
	} {
		for _, algorithm := range []string{"revisit", "closure"} {
			b.Run(c.name+"/"+algorithm, func(b *testing.B) { benchmarked(b, algorithm, c.p) })
		}
	}
}
