package everyday

import (
	"encoding/binary"
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"testing"
	"time"
)

// Sources that are seeded with a reading of the clock: with the same one they give the same
// numbers, and they are shared like any others.

func TestOKSameSeed(t *testing.T) {
	seed := time.Now().UnixNano()
	a, b := rand.New(rand.NewSource(seed)), rand.New(rand.NewSource(seed))
	c, d := randv2.New(randv2.NewPCG(uint64(seed), 1)), randv2.New(randv2.NewPCG(uint64(seed), 1))
	got := make(chan int64)
	go func() { got <- a.Int63() }()
	if want := b.Int63(); <-got != want {
		t.Error("different")
	}
	if c.Uint64() != d.Uint64() {
		t.Error("PCG: different")
	}
}

// The goroutine was there before the seed.
func TestOKSeedByChannel(t *testing.T) {
	seeds, got := make(chan int64), make(chan int)
	go func() { got <- rand.New(rand.NewSource(<-seeds)).Intn(1000) }()
	seed := time.Now().UnixNano()
	want := rand.New(rand.NewSource(seed)).Intn(1000)
	seeds <- seed
	if g := <-got; g != want {
		t.Errorf("%d, want %d", g, want)
	}
}

// Natively no two goroutines read the same.
func TestOKOwnSeeds(t *testing.T) {
	var wg sync.WaitGroup
	var got [2]int64
	for i := range got {
		wg.Go(func() { got[i] = rand.New(rand.NewSource(time.Now().UnixNano())).Int63() })
	}
	wg.Wait()
	if got[0] == got[1] {
		t.Error("equal")
	}
}

func TestOKSeconds(t *testing.T) {
	a, b := rand.New(rand.NewSource(time.Now().Unix())), rand.New(rand.NewSource(time.Now().Unix()))
	if a.Int63() != b.Int63() {
		t.Error("different")
	}
}

func TestOKSeededAgain(t *testing.T) {
	seed := time.Now().UnixNano()
	r := rand.New(rand.NewSource(seed))
	n := r.Int63()
	if r.Seed(seed); r.Int63() != n {
		t.Error("different")
	}
	if r.Seed(seed + 1); r.Int63() == n {
		t.Error("equal")
	}
	if r.Seed(1); r.Intn(100) != 81 {
		t.Error("a seed of the program's is what it is")
	}
}

func TestFailSeeded(t *testing.T) {
	if rand.New(rand.NewSource(time.Now().UnixNano())).Intn(4) == 3 {
		t.Error("three")
	}
}

func TestFailSeededLater(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	if r.Seed(time.Now().UnixNano()); r.Intn(4) == 3 {
		t.Error("three")
	}
}

// Sources of math/rand/v2, in each way to seed them.

type key [32]byte

func clockKey(at int) (k key) {
	binary.BigEndian.PutUint64(k[at:], uint64(time.Now().UnixNano()))
	return k
}

func odd(t *testing.T, src randv2.Source) {
	if src.Uint64()%2 == 1 {
		t.Error("odd")
	}
}

func TestFailPCGSeed(t *testing.T) {
	var p randv2.PCG
	p.Seed(uint64(time.Now().UnixMicro()), 1)
	odd(t, &p)
}

func TestFailPCGByValue(t *testing.T) {
	make := randv2.NewPCG
	odd(t, make(2, uint64(time.Now().UnixNano())))
}

func TestFailChaCha(t *testing.T) { odd(t, randv2.NewChaCha8(clockKey(8))) }

func TestFailChaChaSeed(t *testing.T) {
	var k [32]byte
	binary.LittleEndian.PutUint64(k[24:], uint64(time.Now().UnixNano()))
	var c randv2.ChaCha8
	defer odd(t, &c)
	c.Seed(k)
}

func TestOKFixedKeys(t *testing.T) {
	if randv2.NewPCG(1, 2).Uint64() != 0xc4f5a58656eef510 || randv2.NewChaCha8(key{1}).Uint64() != randv2.NewChaCha8([32]byte{1}).Uint64() {
		t.Error("a seed of the program's is what it is")
	}
}

func both(r interface{ Int63() int64 }) {
	done := make(chan bool)
	go func() {
		r.Int63()
		close(done)
	}()
	r.Int63()
	<-done
}

var numbers = rand.New(rand.NewSource(time.Now().UnixNano()))

func TestRaceOfPackage(t *testing.T) { both(numbers) }
func TestRaceSource(t *testing.T)    { both(rand.NewSource(time.Now().UnixNano())) }
func TestRaceSeeded(t *testing.T)    { both(rand.New(rand.NewSource(time.Now().UnixNano()))) }
func TestRaceFixed(t *testing.T)     { both(rand.New(rand.NewSource(1))) }

func TestRaceBelow(t *testing.T) {
	source := rand.NewSource(time.Now().UnixNano())
	r := rand.New(source)
	done := make(chan bool)
	go func() {
		r.Int63()
		close(done)
	}()
	rand.New(source).Int63()
	<-done
}
