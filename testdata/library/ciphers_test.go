package library

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/hmac"
	"crypto/rc4"
	"crypto/sha256"
	"encoding"
	"hash"
	"hash/crc32"
	"io"
	"testing"
)

// Ciphers behind the interfaces of package cipher, and more of hashes behind theirs.

func blockCipher() cipher.Block   { b, _ := aes.NewCipher(make([]byte, 16)); return b }
func streamCipher() cipher.Stream { return cipher.NewCTR(blockCipher(), make([]byte, 16)) }
func gcmCipher() cipher.AEAD      { a, _ := cipher.NewGCM(blockCipher()); return a }
func cbcCipher() cipher.BlockMode { return cipher.NewCBCEncrypter(blockCipher(), make([]byte, 16)) }

// Not by go test -race: assembly is not instrumented.
func TestBugCipherBlockSrc(t *testing.T) {
	b, dst, src := blockCipher(), make([]byte, 16), make([]byte, 16)
	two(func() { b.Encrypt(dst, src) }, func() { src[3] = 1 })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherBlockDst(t *testing.T) {
	b, dst, src := blockCipher(), make([]byte, 16), make([]byte, 16)
	two(func() { b.Decrypt(dst, src) }, func() { sink = dst[3] })
}

func TestOKCipherBlockShared(t *testing.T) {
	b, dst, d2, src := blockCipher(), make([]byte, 16), make([]byte, 16), make([]byte, 16)
	two(func() { b.Encrypt(dst, src) }, func() { b.Encrypt(d2, src) })
}

func TestOKCipherBlockBehind(t *testing.T) {
	b, dst, src := blockCipher(), make([]byte, 32), make([]byte, 32)
	two(func() { b.Encrypt(dst, src) }, func() { src[16] = 1; dst[20] = 2 })
}

func TestBugCipherStreamState(t *testing.T) {
	s := streamCipher()
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

func TestBugCipherStreamSrc(t *testing.T) {
	s, src := streamCipher(), make([]byte, 8)
	two(func() { s.XORKeyStream(make([]byte, 8), src) }, func() { src[7] = 1 })
}

func TestBugCipherStreamDst(t *testing.T) {
	s, dst := streamCipher(), make([]byte, 8)
	two(func() { s.XORKeyStream(dst, make([]byte, 8)) }, func() { sink = string(dst) })
}

func TestOKCipherStreamLonger(t *testing.T) {
	s, dst := streamCipher(), make([]byte, 20)
	two(func() { s.XORKeyStream(dst, make([]byte, 8)) }, func() { sink = string(dst[8:]) })
}

func TestBugCipherOFBState(t *testing.T) {
	s := cipher.NewOFB(blockCipher(), make([]byte, 16))
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

func TestBugCipherCFBState(t *testing.T) {
	s := cipher.NewCFBEncrypter(blockCipher(), make([]byte, 16))
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

func TestBugCipherRC4State(t *testing.T) {
	c, _ := rc4.NewCipher([]byte("k"))
	var s cipher.Stream = c
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { c.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

func TestBugCipherCBCState(t *testing.T) {
	m := cbcCipher()
	two(func() { m.CryptBlocks(make([]byte, 16), make([]byte, 16)) }, func() { m.CryptBlocks(make([]byte, 16), make([]byte, 16)) })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherCBCSrc(t *testing.T) {
	m, src := cbcCipher(), make([]byte, 32)
	two(func() { m.CryptBlocks(make([]byte, 32), src) }, func() { src[30] = 1 })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherCBCDst(t *testing.T) {
	m, dst := cbcCipher(), make([]byte, 32)
	two(func() { m.CryptBlocks(dst, make([]byte, 16)) }, func() { sink = dst[3] })
}

func TestOKCipherCBCBehind(t *testing.T) {
	m, dst := cbcCipher(), make([]byte, 32)
	two(func() { m.CryptBlocks(dst, make([]byte, 16)) }, func() { sink = dst[16] })
}

func TestBugCipherDES(t *testing.T) {
	b, _ := des.NewCipher(make([]byte, 8))
	m := cipher.NewCBCDecrypter(b, make([]byte, 8))
	two(func() { m.CryptBlocks(make([]byte, 16), make([]byte, 16)) }, func() { m.CryptBlocks(make([]byte, 16), make([]byte, 16)) })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherSealPlain(t *testing.T) {
	a, p := gcmCipher(), make([]byte, 20)
	two(func() { a.Seal(nil, make([]byte, 12), p, nil) }, func() { p[19] = 1 })
}

func TestBugCipherSealNonce(t *testing.T) {
	a, n := gcmCipher(), make([]byte, 12)
	two(func() { a.Seal(nil, n, make([]byte, 12), nil) }, func() { n[0]++ })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherSealAdditional(t *testing.T) {
	a, n := gcmCipher(), make([]byte, 12)
	two(func() { a.Seal(nil, make([]byte, 12), nil, n) }, func() { n[0]++ })
}

func TestBugCipherSealDst(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 64)
	two(func() { a.Seal(d[:0], make([]byte, 12), make([]byte, 8), nil) }, func() { sink = d[20] })
}

func TestOKCipherSealDstBehind(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 64)
	two(func() { a.Seal(d[:0], make([]byte, 12), make([]byte, 8), nil) }, func() { sink = d[24] })
}

func TestOKCipherSealShared(t *testing.T) {
	a, n, p := gcmCipher(), make([]byte, 12), make([]byte, 12)
	two(func() { a.Seal(nil, n, p, nil) }, func() { a.Seal(nil, n, p, nil) })
}

func TestOKCipherSealAppend(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 8)
	two(func() { a.Seal(d, make([]byte, 12), make([]byte, 8), nil) }, func() { sink = d[2] })
}

func TestBugCipherSealAppend(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 8)
	two(func() { a.Seal(d, make([]byte, 12), make([]byte, 8), nil) }, func() { d[2] = 1 })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherSealInPlace(t *testing.T) {
	a, p := gcmCipher(), make([]byte, 8, 40)
	two(func() { a.Seal(p[:0], make([]byte, 12), p, nil) }, func() { sink = p[0] })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherOpenText(t *testing.T) {
	a := gcmCipher()
	c := a.Seal(nil, make([]byte, 12), make([]byte, 8), nil)
	two(func() { a.Open(nil, make([]byte, 12), c, nil) }, func() { c[0]++ })
}

// Not by go test -race: assembly is not instrumented.
func TestBugCipherOpenDst(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 8)
	c := a.Seal(nil, make([]byte, 12), make([]byte, 8), nil)
	two(func() { a.Open(d[:0], make([]byte, 12), c, nil) }, func() { sink = d[7] })
}

func TestOKCipherOpenDst(t *testing.T) {
	a, d := gcmCipher(), make([]byte, 24)
	c := a.Seal(nil, make([]byte, 12), make([]byte, 8), nil)
	two(func() { a.Open(d[:0], make([]byte, 12), c, nil) }, func() { sink = d[8] })
}

func TestBugCipherStreamReader(t *testing.T) {
	r := cipher.StreamReader{S: streamCipher(), R: bytes.NewReader(make([]byte, 64))}
	two(func() { r.Read(make([]byte, 8)) }, func() { r.Read(make([]byte, 8)) })
}

func TestBugCipherStreamReaderOther(t *testing.T) {
	s := streamCipher()
	q, r := &cipher.StreamReader{S: s, R: bytes.NewReader(make([]byte, 64))}, &cipher.StreamReader{S: s, R: bytes.NewReader(make([]byte, 64))}
	two(func() { io.ReadAll(q) }, func() { io.ReadAll(r) })
}

func TestBugCipherStreamWriter(t *testing.T) {
	s := streamCipher()
	q, r := cipher.StreamWriter{S: s, W: io.Discard}, &cipher.StreamWriter{S: s, W: io.Discard}
	two(func() { q.Write([]byte("a")) }, func() { io.WriteString(r, "b") })
}

func TestBugCipherStreamWriterPlain(t *testing.T) {
	p := make([]byte, 8)
	q := cipher.StreamWriter{S: streamCipher(), W: io.Discard}
	two(func() { q.Write(p) }, func() { p[3] = 1 })
}

type embedsCipher struct{ cipher.Stream }

func TestBugCipherStreamEmbedded(t *testing.T) {
	s := embedsCipher{streamCipher()}
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

type ownCipher interface{ XORKeyStream(dst, src []byte) }

func TestBugCipherStreamMine(t *testing.T) {
	var s ownCipher = streamCipher()
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

func TestBugCipherMethodValue(t *testing.T) {
	f := streamCipher().XORKeyStream
	two(func() { f(make([]byte, 8), make([]byte, 8)) }, func() { f(make([]byte, 8), make([]byte, 8)) })
}

type xorCipher byte

func (x *xorCipher) XORKeyStream(dst, src []byte) {
	for i := range src {
		dst[i] = src[i] ^ byte(*x)
	}
}

func TestOKCipherOwn(t *testing.T) {
	x := xorCipher(1)
	var s cipher.Stream = &x
	two(func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) }, func() { s.XORKeyStream(make([]byte, 8), make([]byte, 8)) })
}

type noCipher struct{}

func (noCipher) XORKeyStream(dst, src []byte) {}

func TestOKCipherOwnNothing(t *testing.T) {
	var s cipher.Stream = noCipher{}
	p := make([]byte, 4)
	two(func() { s.XORKeyStream(p, p) }, func() { s.XORKeyStream(p, p) })
}

func TestBugHashed(t *testing.T) {
	h := sha256.New()
	two(func() { h.Write([]byte("a")) }, func() { h.Write([]byte("b")) })
}

func TestBugHashedSum(t *testing.T) {
	h := sha256.New()
	two(func() { h.Sum(nil) }, func() { h.Write([]byte("b")) })
}

func TestOKHashedSum(t *testing.T) {
	h := sha256.New()
	two(func() { h.Sum(nil) }, func() { h.Sum(nil); h.Size() })
}

func TestBugHashedReset(t *testing.T) {
	h := sha256.New()
	two(func() { h.Sum(nil) }, func() { h.Reset() })
}

func TestBugHashedHMAC(t *testing.T) {
	h := hmac.New(sha256.New, []byte("k"))
	two(func() { h.Sum(nil) }, func() { h.Sum(nil) })
}

func TestBugHashed32(t *testing.T) {
	h := crc32.NewIEEE()
	two(func() { sink = h.Sum32() }, func() { h.Write([]byte("a")) })
}

func TestBugHashedBytes(t *testing.T) {
	h := sha256.New()
	p := []byte("abc")
	two(func() { h.Write(p) }, func() { p[1] = 1 })
}

func TestBugHashedSumInto(t *testing.T) {
	h := sha256.New()
	p := make([]byte, 40)
	two(func() { h.Sum(p[:0]) }, func() { sink = p[31] })
}

func TestOKHashedSumInto(t *testing.T) {
	h := sha256.New()
	p := make([]byte, 40)
	two(func() { h.Sum(p[:0]) }, func() { sink = p[32] })
}

func TestBugHashedMarshal(t *testing.T) {
	h := sha256.New()
	two(func() { h.(encoding.BinaryMarshaler).MarshalBinary() }, func() { h.Write([]byte("x")) })
}

func TestBugHashedUnmarshal(t *testing.T) {
	h := sha256.New()
	b, _ := h.(encoding.BinaryMarshaler).MarshalBinary()
	two(func() { h.(encoding.BinaryUnmarshaler).UnmarshalBinary(b) }, func() { h.Sum(nil) })
}

func TestBugHashedClone(t *testing.T) {
	h := sha256.New().(hash.Cloner)
	two(func() { h.Clone() }, func() { h.Write([]byte("x")) })
}

func TestBugHashedAppend(t *testing.T) {
	h := sha256.New()
	two(func() { h.(encoding.BinaryAppender).AppendBinary(nil) }, func() { h.Write([]byte("x")) })
}

func TestBugCipherMultiWriter(t *testing.T) {
	h := sha256.New()
	w := io.MultiWriter(h, io.Discard)
	two(func() { w.Write([]byte("x")) }, func() { h.Sum(nil) })
}

func TestBugCipherTee(t *testing.T) {
	h := sha256.New()
	r := io.TeeReader(bytes.NewReader([]byte("abc")), h)
	two(func() { io.ReadAll(r) }, func() { h.Sum(nil) })
}
