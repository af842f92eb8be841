package explore

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// Clash says whether the order of two accesses of one object may matter.
func Clash(f *checker.Effect, g *checker.Effect) bool {
	return trace.ClassOfEffect(f).Compete(trace.ClassOfEffect(g))
}
