package sets

import (
	"testing"

	mapset "github.com/deckarep/golang-set/v2"

	"gocheck.dev/linear"
)

func TestSet(t *testing.T) {
	type Set = mapset.Set[int]
	linear.Check(t, func() Set { return mapset.NewSet[int]() },
		linear.Op("Add", Set.Add),
		linear.Op("Remove", Set.Remove),
		linear.Op("Cardinality", Set.Cardinality))
}

func TestSetPop(t *testing.T) {
	type Set = mapset.Set[int]
	linear.Check(t, func() Set { return mapset.NewSet[int]() },
		linear.Op("Add", Set.Add, 1),
		linear.Op("ContainsOne", Set.ContainsOne, 1),
		linear.Op("Pop", Set.Pop))
}
