package runtime

import "testing"

// BenchmarkAccesses has what a plain access costs that becomes an effect of its
// step: of an element of a large slice, each once (new), of few elements again and
// again (known), and before anything was spawned (alone).
func BenchmarkAccesses(b *testing.B) {
	const n = 10_000
	s := testSites(b, "", "x")
	for _, c := range []struct {
		name     string
		elements int
	}{{"new", n}, {"known", 16}, {"alone", 16}} {
		b.Run(c.name, func(b *testing.B) {
			a := make([]int, n)
			x := newExecution(Settings{}, func() {
				if c.name != "alone" {
					Go(s, func() {})
				}
				for i := range n {
					p := &a[i%c.elements]
					if i%4 == 0 {
						At(p, s).Set(i)
					} else {
						_ = get(p, s)
					}
				}
			})
			f := &first{}
			x.Run(f)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				x.Run(f)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/access")
		})
	}
}

// get is access.Get.
func get(p *int, s Site) int {
	if Quiet() {
		return *p
	}
	return *R(p, s)
}
