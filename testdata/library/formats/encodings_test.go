package formats

import (
	"bytes"
	"encoding/ascii85"
	"encoding/asn1"
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/pem"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestBugCSVComma(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	two(func() { w.Comma = ';' }, func() { w.Write([]string{"a"}) })
}

func TestBugCSVReaderSettings(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\n"))
	two(func() { r.FieldsPerRecord = 3 }, func() { r.Read() })
}

func TestBugCSVWriteAllShared(t *testing.T) {
	recs := [][]string{{"a"}, {"b"}}
	w := csv.NewWriter(io.Discard)
	two(func() { w.WriteAll(recs) }, func() { recs[1][0] = "x" })
}

func TestOKCSVWriteAllRead(t *testing.T) {
	recs := [][]string{{"a"}, {"b"}}
	two(func() { csv.NewWriter(io.Discard).WriteAll(recs) }, func() { csv.NewWriter(io.Discard).WriteAll(recs) })
}

func TestBugCSVError(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	two(func() { w.Write([]string{"a"}) }, func() { w.Error() })
}

func TestOKCSVLocked(t *testing.T) {
	var mu sync.Mutex
	var b strings.Builder
	w := csv.NewWriter(&b)
	add := func(s string) { mu.Lock(); defer mu.Unlock(); w.Write([]string{s}); w.Flush() }
	two(func() { add("a") }, func() { add("b") })
	if len(b.String()) != 4 {
		t.Error(b.String())
	}
}

func TestBugCSVOrder(t *testing.T) {
	var mu sync.Mutex
	var b strings.Builder
	w := csv.NewWriter(&b)
	add := func(s string) { mu.Lock(); defer mu.Unlock(); w.Write([]string{s}); w.Flush() }
	two(func() { add("a") }, func() { add("b") })
	if b.String() == "b\na\n" {
		t.Error(b.String())
	}
}

func TestBugHexEncoder(t *testing.T) {
	w := hex.NewEncoder(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Write([]byte("b")) })
}

func TestBugHexEncoderBelow(t *testing.T) {
	var b bytes.Buffer
	w := hex.NewEncoder(&b)
	two(func() { w.Write([]byte("a")) }, func() { b.WriteString("x") })
}

func TestBugHexDecoder(t *testing.T) {
	r := hex.NewDecoder(strings.NewReader("616263"))
	two(func() { r.Read(make([]byte, 1)) }, func() { r.Read(make([]byte, 1)) })
}

func TestBugHexAppend(t *testing.T) {
	dst := make([]byte, 0, 16)
	two(func() { sink = hex.AppendEncode(dst, []byte("a")) }, func() { hex.AppendEncode(dst, []byte("b")) })
}

func TestBugHexEncodeSrc(t *testing.T) {
	src := []byte("abc")
	two(func() { hex.EncodeToString(src) }, func() { src[1] = 'x' })
}

func TestBugHexDump(t *testing.T) {
	src := []byte("abc")
	two(func() { hex.Dump(src) }, func() { src[1] = 'x' })
}

func TestBugHexDumper(t *testing.T) {
	w := hex.Dumper(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Close() })
}

func TestOKHex(t *testing.T) {
	src := []byte("abc")
	two(func() { hex.EncodeToString(src) }, func() { hex.EncodeToString(src) })
}

func TestBugBase32Encoder(t *testing.T) {
	w := base32.NewEncoder(base32.StdEncoding, io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Close() })
}

func TestOKBase64EncoderUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := base64.NewEncoder(base64.StdEncoding, &b)
	two(func() { w.Write([]byte("a")) }, func() { sink = b.Len() })
}

func TestBugBase64EncoderFlushed(t *testing.T) {
	var b bytes.Buffer
	w := base64.NewEncoder(base64.StdEncoding, &b)
	two(func() { w.Write([]byte("abc")) }, func() { sink = b.Len() })
}

func TestBugBase64EncoderClose(t *testing.T) {
	var b bytes.Buffer
	w := base64.NewEncoder(base64.StdEncoding, &b)
	w.Write([]byte("a"))
	two(func() { w.Close() }, func() { sink = b.Len() })
}

func TestOKBase32Encoding(t *testing.T) {
	enc := base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")
	two(func() { enc.EncodeToString([]byte("a")) }, func() { enc.EncodeToString([]byte("b")) })
}

func TestBugBase32Decode(t *testing.T) {
	dst := make([]byte, 16)
	two(func() { base32.StdEncoding.Decode(dst, []byte("ME======")) }, func() { sink = dst[0] })
}

func TestOKBase32DecodeBehind(t *testing.T) {
	dst := make([]byte, 16)
	two(func() { base32.StdEncoding.Decode(dst, []byte("ME======")) }, func() { sink = dst[9] })
}

func TestBugASCII85Encode(t *testing.T) {
	dst := make([]byte, 16)
	two(func() { ascii85.Encode(dst, []byte("abcd")) }, func() { sink = dst[0] })
}

func TestBugASCII85EncodeSrc(t *testing.T) {
	src := []byte("abcd")
	two(func() { ascii85.Encode(make([]byte, 16), src) }, func() { src[3] = 0 })
}

func TestBugASCII85Decode(t *testing.T) {
	src := []byte("87cUR")
	dst := make([]byte, 16)
	two(func() { ascii85.Decode(dst, src, true) }, func() { sink = dst[0] })
}

func TestBugASCII85Encoder(t *testing.T) {
	w := ascii85.NewEncoder(io.Discard)
	two(func() { w.Write([]byte("abcd")) }, func() { w.Close() })
}

func TestBugASCII85Decoder(t *testing.T) {
	r := ascii85.NewDecoder(strings.NewReader("87cUR"))
	two(func() { r.Read(make([]byte, 1)) }, func() { r.Read(make([]byte, 1)) })
}

func TestBugPEMEncode(t *testing.T) {
	b := &pem.Block{Type: "X", Bytes: []byte("abc")}
	two(func() { pem.EncodeToMemory(b) }, func() { b.Bytes[0] = 'x' })
}

func TestBugPEMHeaders(t *testing.T) {
	b := &pem.Block{Type: "X", Headers: map[string]string{"a": "b"}, Bytes: []byte("abc")}
	two(func() { pem.EncodeToMemory(b) }, func() { b.Headers["a"] = "x" })
}

func TestBugPEMDecode(t *testing.T) {
	data := pem.EncodeToMemory(&pem.Block{Type: "X", Bytes: []byte("abc")})
	two(func() { pem.Decode(data) }, func() { data[0] = ' ' })
}

func TestOKPEMDecode(t *testing.T) {
	data := pem.EncodeToMemory(&pem.Block{Type: "X", Bytes: []byte("abc")})
	two(func() { pem.Decode(data) }, func() { pem.Decode(data) })
}

func TestBugPEMEncodeTo(t *testing.T) {
	var out bytes.Buffer
	b := &pem.Block{Type: "X", Bytes: []byte("abc")}
	two(func() { pem.Encode(&out, b) }, func() { pem.Encode(&out, b) })
}

func TestBugPEMRest(t *testing.T) {
	data := append(pem.EncodeToMemory(&pem.Block{Type: "X", Bytes: []byte("abc")}), "rest"...)
	_, rest := pem.Decode(data)
	two(func() { rest[0] = 'x' }, func() { sink = string(data) })
}

func TestBugASN1Marshal(t *testing.T) {
	v := &struct{ A, B int }{1, 2}
	two(func() { asn1.Marshal(*v) }, func() { v.B = 3 })
}

func TestBugASN1OID(t *testing.T) {
	o := asn1.ObjectIdentifier{1, 2, 3}
	two(func() { sink = o.String() }, func() { o[2] = 9 })
}

func TestBugASN1OIDEqual(t *testing.T) {
	o, p := asn1.ObjectIdentifier{1, 2, 3}, asn1.ObjectIdentifier{1, 2, 3}
	two(func() { sink = o.Equal(p) }, func() { p[2] = 9 })
}

func TestOKGobLocked(t *testing.T) {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	two(func() { e.Encode(1) }, func() { e.Encode(2) })
	d := gob.NewDecoder(&b)
	var x, y int
	d.Decode(&x)
	d.Decode(&y)
	if x+y != 3 {
		t.Error(x, y)
	}
}

func TestBugGobOrder(t *testing.T) {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	two(func() { e.Encode(1) }, func() { e.Encode(2) })
	d := gob.NewDecoder(&b)
	var x int
	d.Decode(&x)
	if x == 2 {
		t.Error(x)
	}
}

func TestBugGobBufferShared(t *testing.T) {
	var b bytes.Buffer
	e, f := gob.NewEncoder(&b), gob.NewEncoder(&b)
	two(func() { e.Encode(1) }, func() { f.Encode(2) })
}

func TestBugGobMapWritten(t *testing.T) {
	m := map[string]int{"a": 1}
	e := gob.NewEncoder(io.Discard)
	two(func() { e.Encode(m) }, func() { m["a"] = 2 })
}
