package stdlib

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/mlkem"
	"crypto/rand"
	"testing"
	"testing/cryptotest"
)

// Keys and signatures are functions of the trace, also those that draw without being given a
// reader: as many goroutines as they say send one after the other.
func TestKeys(t *testing.T) {
	signatures := make(chan []byte)
	for range 2 {
		go func() {
			key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
			if err != nil {
				t.Error(err)
			}
			signature, err := key.Sign(nil, crypto.SHA256.New().Sum(nil), crypto.SHA256)
			if err != nil {
				t.Error(err)
			}
			signatures <- signature
		}()
	}
	_, private, _ := ed25519.GenerateKey(nil)
	encapsulated, _ := mlkem.GenerateKey768()
	n := int(private[0]%8 + encapsulated.Bytes()[0]%8)
	for range 2 {
		signature := <-signatures
		n += len(signature) + int(signature[len(signature)-1]%8)
	}
	steps := make(chan bool)
	for range n {
		go func() { steps <- true }()
		<-steps
	}
}

// What a test has seeded is the same bytes each time, until it ends.
func TestSeededKeys(t *testing.T) {
	draws := func() string {
		b := make([]byte, 8)
		rand.Read(b)
		key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		d, _ := key.Bytes()
		return string(b) + string(d)
	}
	var within string
	t.Run("within", func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, 1)
		within = draws()
		cryptotest.SetGlobalRandom(t, 1)
		if again := draws(); again != within {
			t.Errorf("%x, then %x", within, again)
		}
	})
	if within[:4] != "\x6a\xe6\x78\x3f" {
		t.Errorf("%x", within)
	}
	if draws() == within {
		t.Error("the seed has outlived the test")
	}
}

// One of the two has the first byte.
func TestSeededInTurn(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	draw := func() byte {
		b := make([]byte, 1)
		rand.Read(b)
		return b[0]
	}
	drawn := make(chan byte)
	go func() { drawn <- draw() }()
	if mine, other := draw(), <-drawn; (mine == 0x6a) == (other == 0x6a) {
		t.Errorf("%x and %x", mine, other)
	}
}

// Natively, too, a parallel test may not seed.
func TestSeededAlone(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	cryptotest.SetGlobalRandom(t, 1)
}
