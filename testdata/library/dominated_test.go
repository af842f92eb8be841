package library

import (
	"encoding/json"
	"sync"
	"testing"
)

// Which fields package json encodes: of embedded structs those that no other one hides.

type dominated struct{ N, M int }
type dominating struct {
	dominated
	N int
}
type tagged struct {
	X int `json:"n"`
}
type dominatedPtr struct {
	*dominated
	N int
}
type marshalledDeep struct{ dominated }

func (dominated2) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

type dominated2 struct{ N int }
type outerOfTwo struct {
	dominated2
	Other
}
type Other struct{ K int }

func (*Other) MarshalJSON() ([]byte, error) { return []byte("2"), nil }

func dominatedPar(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	g()
	wg.Wait()
}

func TestOKDominated(t *testing.T) {
	v := &dominating{}
	dominatedPar(func() { v.dominated.N++ }, func() { json.Marshal(v) })
}
func TestBugDominatedOther(t *testing.T) {
	v := &dominating{}
	dominatedPar(func() { v.M++ }, func() { json.Marshal(v) })
}
func TestBugDominating(t *testing.T) {
	v := &dominating{}
	dominatedPar(func() { v.N++ }, func() { json.Marshal(v) })
}
func TestOKDominatedTwo(t *testing.T) {
	type other struct{ N int }
	v := &struct {
		dominated
		other
	}{}
	dominatedPar(func() { v.other.N++ }, func() { json.Marshal(v) })
}
func TestBugDominatedTagged(t *testing.T) {
	type other struct {
		Y int `json:"N"`
	}
	v := &struct {
		dominated
		other
	}{}
	dominatedPar(func() { v.Y++ }, func() { json.Marshal(v) })
}
func TestOKDominatedByTag(t *testing.T) {
	v := &struct {
		tagged
		Z int `json:"n"`
	}{}
	dominatedPar(func() { v.X++ }, func() { json.Marshal(v) })
}
func TestBugDominatedPointer(t *testing.T) {
	v := &dominatedPtr{dominated: &dominated{}}
	dominatedPar(func() { v.dominated = nil }, func() { json.Marshal(v) })
}
func TestBugDominatedBehind(t *testing.T) {
	v := dominatedPtr{dominated: &dominated{}}
	dominatedPar(func() { v.dominated.M++ }, func() { json.Marshal(v) })
}
func TestOKDominatedBehind(t *testing.T) {
	v := dominatedPtr{dominated: &dominated{}}
	dominatedPar(func() { v.dominated.N++ }, func() { json.Marshal(v) })
}
func TestOKDominatedNil(t *testing.T) {
	v := dominatedPtr{}
	if b, err := json.Marshal(v); string(b) != `{"N":0}` {
		t.Error(string(b), err)
	}
}
func TestBugDominatedNamed(t *testing.T) {
	v := &struct {
		dominated `json:"d"`
		N         int
	}{}
	dominatedPar(func() { v.N++ }, func() { json.Marshal(v) })
}
func TestOKDominatedHiddenNamed(t *testing.T) {
	v := &struct {
		dominated `json:"d"`
		N         int
	}{}
	b, err := json.Marshal(v)
	if string(b) != `{"d":{"N":0,"M":0},"N":0}` && string(b) != `{"N":0}` {
		t.Error(string(b), err)
	}
}
func TestBugDominatedDeep(t *testing.T) {
	v := &marshalledDeep{}
	dominatedPar(func() { v.N++ }, func() { json.Marshal(v) })
}
func TestBugDominatedMethods(t *testing.T) {
	v := &outerOfTwo{}
	dominatedPar(func() { v.K++ }, func() { json.Marshal(v) })
}
func TestBugDominatedSlice(t *testing.T) {
	v := []dominating{{}, {}}
	dominatedPar(func() { v[1].N++ }, func() { json.Marshal(v) })
}
func TestOKDominatedMap(t *testing.T) {
	v := map[string]*dominating{"a": {}}
	dominatedPar(func() { v["a"].dominated.N++ }, func() { json.Marshal(v) })
}
func TestBugDominatedMap(t *testing.T) {
	v := map[string]*dominating{"a": {}}
	dominatedPar(func() { v["a"].M++ }, func() { json.Marshal(v) })
}
