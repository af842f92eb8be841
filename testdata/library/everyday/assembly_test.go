package everyday

import (
	"crypto/mlkem"
	"crypto/sha3"
	"crypto/subtle"
	"hash/maphash"
	"testing"
	"time"
)

// What the standard library does in assembly with the memory that it is given.

func beside(n int, f func(b []byte)) {
	b := make([]byte, n)
	done := make(chan bool)
	go func() { b[0], b[n-1] = 1, 1; done <- true }()
	f(b)
	<-done
}

func TestRaceSha3(t *testing.T) { beside(32, func(b []byte) { sha3.Sum256(b) }) }

func TestRaceShake(t *testing.T) { beside(32, func(b []byte) { sha3.SumSHAKE128(b, 10) }) }

func TestRaceSha3Write(t *testing.T) { beside(32, func(b []byte) { sha3.New256().Write(b) }) }

func TestRaceXORInto(t *testing.T) {
	beside(32, func(b []byte) { subtle.XORBytes(b, make([]byte, 32), make([]byte, 32)) })
}

func TestRaceXOROf(t *testing.T) {
	beside(32, func(b []byte) { subtle.XORBytes(make([]byte, 32), b, make([]byte, 32)) })
}

func TestRaceHashed(t *testing.T) {
	beside(32, func(b []byte) { maphash.Bytes(maphash.MakeSeed(), b) })
}

func TestRaceZone(t *testing.T) { beside(300, func(b []byte) { time.LoadLocationFromTZData("x", b) }) }

func TestRaceSeedOfKey(t *testing.T) { beside(64, func(b []byte) { mlkem.NewDecapsulationKey768(b) }) }

func TestRaceSharedSha3(t *testing.T) {
	h := sha3.New256()
	done := make(chan bool)
	go func() { h.Write([]byte("a")); done <- true }()
	h.Write([]byte("b"))
	<-done
}

func TestRaceSharedShake(t *testing.T) {
	h := sha3.NewSHAKE128()
	done := make(chan bool)
	go func() { h.Write([]byte("a")); done <- true }()
	h.Reset()
	<-done
}

func TestOKXORBeside(t *testing.T) {
	b := make([]byte, 32)
	done := make(chan bool)
	go func() { b[31] = 1; done <- true }()
	subtle.XORBytes(b, b[:8], make([]byte, 32))
	<-done
}

func TestOKSha3Sum(t *testing.T) {
	h := sha3.New256()
	h.Write([]byte("b"))
	done := make(chan bool)
	go func() { h.Sum(nil); done <- true }()
	h.Sum(nil)
	<-done
}
