package formats

import (
	"crypto/rc4"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// What is written into a slice that is longer leaves the rest alone, and byte orders that are known
// at run time access what others do.

// beyond writes what f does not write or read, or the element with the number.
func beyond(i int, f func(b []byte)) {
	b := make([]byte, 32)
	c, done := b, make(chan bool)
	go func() {
		c[i] = 'x'
		done <- true
	}()
	f(b)
	<-done
}

var (
	inBase64  = func(b []byte) { base64.StdEncoding.Encode(b, []byte("abc")) }
	inBase32  = func(b []byte) { base32.StdEncoding.Encode(b, []byte("abc")) }
	inASCII   = func(b []byte) { ascii85.Encode(b, []byte("abc")) }
	fromASCII = func(b []byte) { ascii85.Decode(b, []byte("abcde"), true) }
	byRC4     = func(b []byte) {
		c, _ := rc4.NewCipher([]byte("abcd"))
		c.XORKeyStream(b, []byte("abc"))
	}
)

func TestOKBase64Beyond(t *testing.T)    { beyond(4, inBase64) }
func TestRaceBase64(t *testing.T)        { beyond(3, inBase64) }
func TestOKBase32Beyond(t *testing.T)    { beyond(8, inBase32) }
func TestRaceBase32(t *testing.T)        { beyond(7, inBase32) }
func TestOKASCIIBeyond(t *testing.T)     { beyond(4, inASCII) }
func TestRaceASCII(t *testing.T)         { beyond(3, inASCII) }
func TestOKFromASCIIBeyond(t *testing.T) { beyond(4, fromASCII) }
func TestRaceFromASCII(t *testing.T)     { beyond(3, fromASCII) }
func TestOKRC4Beyond(t *testing.T)       { beyond(3, byRC4) }
func TestRaceRC4(t *testing.T)           { beyond(2, byRC4) }

func orders(big bool) (binary.ByteOrder, binary.AppendByteOrder) {
	if big {
		return binary.BigEndian, binary.BigEndian
	}
	return binary.LittleEndian, binary.LittleEndian
}

var order, appends = orders(false)

func TestOKOrderBeyond(t *testing.T)   { beyond(2, func(b []byte) { order.PutUint16(b, 1) }) }
func TestRaceOrder(t *testing.T)       { beyond(1, func(b []byte) { order.PutUint16(b, 1) }) }
func TestRaceOrder64(t *testing.T)     { beyond(7, func(b []byte) { order.PutUint64(b, 1) }) }
func TestOKOrderReads(t *testing.T)    { beyond(4, func(b []byte) { order.Uint32(b) }) }
func TestRaceOrderReads(t *testing.T)  { beyond(3, func(b []byte) { order.Uint32(b) }) }
func TestOKOrderAppends(t *testing.T)  { beyond(2, func(b []byte) { appends.AppendUint16(b[:0], 1) }) }
func TestRaceOrderAppend(t *testing.T) { beyond(1, func(b []byte) { appends.AppendUint16(b[:0], 1) }) }

// An own order is used as the others are.
type own struct{ binary.ByteOrder }

func TestRaceOrderInside(t *testing.T) { beyond(1, func(b []byte) { own{order}.PutUint16(b, 1) }) }

// A file's Read writes what there is.
func fileOf(t *testing.T, text string) *os.File {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestOKFileBeyond(t *testing.T) {
	f := fileOf(t, "abc")
	beyond(3, func(b []byte) { f.Read(b) })
}

func TestRaceFile(t *testing.T) {
	f := fileOf(t, "abc")
	beyond(2, func(b []byte) { f.Read(b) })
}

func TestOKFileAtBeyond(t *testing.T) {
	f := fileOf(t, "abc")
	beyond(2, func(b []byte) { f.ReadAt(b, 1) })
}

func TestRaceFileAt(t *testing.T) {
	f := fileOf(t, "abc")
	beyond(1, func(b []byte) { f.ReadAt(b, 1) })
}
