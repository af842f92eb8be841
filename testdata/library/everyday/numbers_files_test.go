package everyday

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	rand2 "math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func TestBugBigShared(t *testing.T) {
	x := big.NewInt(1)
	two(func() { x.Add(x, x) }, func() { sink = x.String() })
}

func TestOKBigOperands(t *testing.T) {
	x, y := big.NewInt(1), big.NewInt(2)
	two(func() { new(big.Int).Add(x, y) }, func() { new(big.Int).Mul(x, y) })
}

func TestBugBigExp(t *testing.T) {
	m := big.NewInt(7)
	two(func() { new(big.Int).Exp(big.NewInt(2), big.NewInt(3), m) }, func() { m.SetInt64(11) })
}

func TestBugRatFloat(t *testing.T) {
	r := big.NewRat(1, 2)
	two(func() { r.SetFloat64(0.25) }, func() { new(big.Float).SetRat(r) })
}

func TestBugBigFormat(t *testing.T) {
	x := big.NewInt(1)
	two(func() { sink = fmt.Sprintf("%d", x) }, func() { x.SetInt64(2) })
}

type num interface {
	*big.Int | *big.Rat
	Sign() int
}

func signOf[T num](x T) int { return x.Sign() }

func TestBugBigTypeParam(t *testing.T) {
	x := big.NewInt(1)
	two(func() { sink = signOf(x) }, func() { x.SetInt64(-2) })
}

func TestBugPCG(t *testing.T) {
	p := rand2.NewPCG(1, 2)
	two(func() { p.Uint64() }, func() { p.Uint64() })
}

func TestBugPCGTwo(t *testing.T) {
	p := rand2.NewPCG(1, 2)
	a, b := rand2.New(p), rand2.New(p)
	two(func() { a.IntN(5) }, func() { b.IntN(5) })
}

func TestBugChaCha(t *testing.T) {
	p := rand2.NewChaCha8([32]byte{})
	two(func() { p.Read(make([]byte, 2)) }, func() { p.Seed([32]byte{}) })
}

func TestBugChaChaMarshal(t *testing.T) {
	p := rand2.NewChaCha8([32]byte{})
	two(func() { p.MarshalBinary() }, func() { p.Uint64() })
}

type src struct{ n uint64 }

func (s *src) Uint64() uint64 { s.n++; return s.n }

func TestBugOwnSource(t *testing.T) {
	r := rand2.New(&src{})
	two(func() { r.Uint32() }, func() { r.Uint32() })
}

type lockedSrc struct {
	mu sync.Mutex
	n  uint64
}

func (s *lockedSrc) Uint64() uint64 { s.mu.Lock(); defer s.mu.Unlock(); s.n++; return s.n }

func TestOKLockedSource(t *testing.T) { // rand2.Rand of v2 has no state of its own
	r := rand2.New(&lockedSrc{})
	two(func() { r.Uint64() }, func() { r.Uint64() })
}

func TestOKReplacer(t *testing.T) {
	r := strings.NewReplacer("a", "b", "cc", "d")
	two(func() { sink2(r.Replace("acc")) }, func() { r.WriteString(io.Discard, "acc") })
}

func TestBugReplacerArgs(t *testing.T) {
	a := []string{"a", "b"}
	two(func() { strings.NewReplacer(a...) }, func() { a[1] = "c" })
}

func TestBugReplacerBelow(t *testing.T) {
	var b bytes.Buffer
	r := strings.NewReplacer("a", "b")
	two(func() { r.WriteString(&b, "a") }, func() { r.WriteString(&b, "a") })
}

func TestBugWalkDirFS(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.WalkDir(m, ".", func(string, fs.DirEntry, error) error { return nil }) }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugWalkDirCount(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	n := 0
	f := func() { fs.WalkDir(m, ".", func(string, fs.DirEntry, error) error { n++; return nil }) }
	two(f, f)
}

func TestOKWalkDirFS(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	f := func() { fs.WalkDir(m, ".", func(string, fs.DirEntry, error) error { return nil }) }
	two(f, f)
}

func TestBugSubFS(t *testing.T) {
	m := fstest.MapFS{"d/a": {Data: []byte("x")}}
	s, _ := fs.Sub(m, "d")
	two(func() { fs.ReadFile(s, "a") }, func() { delete(m, "d/a") })
}

func TestBugSubFSData(t *testing.T) {
	m := fstest.MapFS{"d/a": {Data: []byte("x")}}
	s, _ := fs.Sub(m, "d")
	two(func() { fs.ReadFile(s, "a") }, func() { m["d/a"].Data[0] = 'y' })
}

func TestBugMapFileRead(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	f, _ := m.Open("a")
	two(func() { f.Read(make([]byte, 1)) }, func() { f.Read(make([]byte, 1)) })
}

func TestBugMapFileSeek(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	f, _ := m.Open("a")
	two(func() { f.Read(make([]byte, 1)) }, func() { f.(io.Seeker).Seek(0, 0) })
}

func TestOKMapFiles(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	f, _ := m.Open("a")
	g, _ := m.Open("a")
	two(func() { f.Read(make([]byte, 1)) }, func() { g.Read(make([]byte, 1)) })
}

func TestOKFSTest(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fstest.TestFS(m, "a") }, func() { m.ReadFile("a") })
}
