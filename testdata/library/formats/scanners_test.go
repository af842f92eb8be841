package formats

import (
	"bytes"
	"encoding/asn1"
	"strings"
	"testing"
	"text/scanner"
)

func TestBugScannerTwo(t *testing.T) {
	src := strings.NewReader("a b c d")
	f := func() { var s scanner.Scanner; s.Init(src); s.Scan() }
	two(f, f)
}

func TestBugScannerNext(t *testing.T) {
	src := bytes.NewBufferString("a b c d")
	two(func() { var s scanner.Scanner; s.Init(src); s.Next() }, func() { src.ReadByte() })
}

func TestBugScannerPeek(t *testing.T) {
	src := bytes.NewBufferString("a b c d")
	two(func() { var s scanner.Scanner; s.Init(src); s.Peek() }, func() { sink = src.Len() })
}

func TestBugScannerOne(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c d"))
	two(func() { s.Scan() }, func() { s.Scan() })
}

func TestOKScannerInit(t *testing.T) {
	src := bytes.NewBufferString("a b c d")
	two(func() { var s scanner.Scanner; s.Init(src) }, func() { src.ReadByte() })
}

// It has read all that there is.
func TestOKScannerHasAll(t *testing.T) {
	src := bytes.NewBufferString("a b c d")
	var s scanner.Scanner
	s.Init(src)
	s.Scan()
	two(func() { s.Scan() }, func() { src.ReadByte() })
}

func TestBugBitString(t *testing.T) {
	b := asn1.BitString{Bytes: []byte{1, 2}, BitLength: 16}
	two(func() { sink = b.At(9) }, func() { b.Bytes[1] = 9 })
}

func TestOKBitString(t *testing.T) {
	b := asn1.BitString{Bytes: []byte{1, 2}, BitLength: 16}
	two(func() { sink2(b.At(1)) }, func() { b.Bytes[1] = 9 })
}

func TestBugBitStringPointer(t *testing.T) {
	b := &asn1.BitString{Bytes: []byte{1, 2}, BitLength: 16}
	two(func() { sink = b.At(9) }, func() { b.BitLength = 9 })
}

func TestBugBitStringAligned(t *testing.T) {
	b := asn1.BitString{Bytes: []byte{1, 2}, BitLength: 15}
	two(func() { sink = b.RightAlign() }, func() { b.Bytes[1] = 9 })
}

func TestOKBitStringFull(t *testing.T) {
	b := asn1.BitString{Bytes: []byte{1, 2}, BitLength: 16}
	two(func() { sink2(b.RightAlign()) }, func() { b.Bytes[1] = 9 })
}
