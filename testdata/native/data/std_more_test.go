package data

import (
	"bytes"
	"container/ring"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"sort"
	"strings"
	"testing"
)

// MapsCopy: maps.Copy into a map that another goroutine reads.
func TestMapsCopyBad(t *testing.T) {
	m, n := map[int]int{}, 0
	both(
		func() { maps.Copy(m, map[int]int{1: 1}) },
		func() { n = len(m) },
	)
	_ = n
}

func TestMapsCopyGood(t *testing.T) {
	m, n := map[int]int{}, 0
	guarded(
		func() { maps.Copy(m, map[int]int{1: 1}) },
		func() { n = len(m) },
	)
	_ = n
}

// BinaryPut: binary.PutUint32 into bytes that another goroutine reads.
func TestBinaryPutBad(t *testing.T) {
	var b [4]byte
	n := byte(0)
	both(
		func() { binary.BigEndian.PutUint32(b[:], 7) },
		func() { n = b[3] },
	)
	_ = n
}

func TestBinaryPutGood(t *testing.T) {
	var b [4]byte
	n := byte(0)
	guarded(
		func() { binary.BigEndian.PutUint32(b[:], 7) },
		func() { n = b[3] },
	)
	_ = n
}

// BinaryRead: binary.Read into a variable that another goroutine reads.
func TestBinaryReadBad(t *testing.T) {
	var v uint16
	n := uint16(0)
	both(
		func() { binary.Read(bytes.NewReader([]byte{1, 2}), binary.BigEndian, &v) },
		func() { n = v },
	)
	_ = n
}

func TestBinaryReadGood(t *testing.T) {
	var v uint16
	n := uint16(0)
	guarded(
		func() { binary.Read(bytes.NewReader([]byte{1, 2}), binary.BigEndian, &v) },
		func() { n = v },
	)
	_ = n
}

// StringsReader: a strings.Reader of two goroutines.
func TestStringsReaderBad(t *testing.T) {
	r := strings.NewReader("abc")
	var a, b byte
	both(
		func() { a, _ = r.ReadByte() },
		func() { b, _ = r.ReadByte() },
	)
	_ = b
	_ = a
}

func TestStringsReaderGood(t *testing.T) {
	r := strings.NewReader("abc")
	var a, b byte
	guarded(
		func() { a, _ = r.ReadByte() },
		func() { b, _ = r.ReadByte() },
	)
	_ = b
	_ = a
}

// BigInt: big.Int.Add into a number that another goroutine reads.
func TestBigIntBad(t *testing.T) {
	x := big.NewInt(1)
	s := ""
	both(
		func() { x.Add(x, x) },
		func() { s = x.String() },
	)
	_ = s
}

func TestBigIntGood(t *testing.T) {
	x := big.NewInt(1)
	s := ""
	guarded(
		func() { x.Add(x, x) },
		func() { s = x.String() },
	)
	_ = s
}

// IOCopy: io.Copy into a buffer that is written.
func TestIOCopyBad(t *testing.T) {
	var b bytes.Buffer
	both(
		func() { io.Copy(&b, strings.NewReader("x")) },
		func() { b.WriteByte(1) },
	)
}

func TestIOCopyGood(t *testing.T) {
	var b bytes.Buffer
	guarded(
		func() { io.Copy(&b, strings.NewReader("x")) },
		func() { b.WriteByte(1) },
	)
}

// ReadFull: io.ReadFull into bytes that another goroutine reads.
func TestReadFullBad(t *testing.T) {
	b := make([]byte, 2)
	n := byte(0)
	both(
		func() { io.ReadFull(strings.NewReader("xy"), b) },
		func() { n = b[0] },
	)
	_ = n
}

func TestReadFullGood(t *testing.T) {
	b := make([]byte, 2)
	n := byte(0)
	guarded(
		func() { io.ReadFull(strings.NewReader("xy"), b) },
		func() { n = b[0] },
	)
	_ = n
}

// ErrorsAs: errors.As into a target that another goroutine reads.
func TestErrorsAsBad(t *testing.T) {
	var pe *fs.PathError
	s := false
	both(
		func() { errors.As(&fs.PathError{Op: "x"}, &pe) },
		func() { s = pe != nil },
	)
	_ = s
}

func TestErrorsAsGood(t *testing.T) {
	var pe *fs.PathError
	s := false
	guarded(
		func() { errors.As(&fs.PathError{Op: "x"}, &pe) },
		func() { s = pe != nil },
	)
	_ = s
}

// Sscan: fmt.Sscan into a variable that another goroutine reads.
func TestSscanBad(t *testing.T) {
	v, n := 0, 0
	both(
		func() { fmt.Sscan("12", &v) },
		func() { n = v },
	)
	_ = n
}

func TestSscanGood(t *testing.T) {
	v, n := 0, 0
	guarded(
		func() { fmt.Sscan("12", &v) },
		func() { n = v },
	)
	_ = n
}

// HexEncode: hex.Encode into bytes that another goroutine reads.
func TestHexEncodeBad(t *testing.T) {
	b := make([]byte, 2)
	n := byte(0)
	both(
		func() { hex.Encode(b, []byte{1}) },
		func() { n = b[0] },
	)
	_ = n
}

func TestHexEncodeGood(t *testing.T) {
	b := make([]byte, 2)
	n := byte(0)
	guarded(
		func() { hex.Encode(b, []byte{1}) },
		func() { n = b[0] },
	)
	_ = n
}

// SortSlice: sort.Slice, whose function reads what is written.
func TestSortSliceBad(t *testing.T) {
	a, k := []int{2, 1}, []int{0, 1, 2}
	both(
		func() { sort.Slice(a, func(i, j int) bool { return k[a[i]] < k[a[j]] }) },
		func() { k[1] = 5 },
	)
}

func TestSortSliceGood(t *testing.T) {
	a, k := []int{2, 1}, []int{0, 1, 2}
	guarded(
		func() { sort.Slice(a, func(i, j int) bool { return k[a[i]] < k[a[j]] }) },
		func() { k[1] = 5 },
	)
}

// Ring: a container/ring of two goroutines.
func TestRingBad(t *testing.T) {
	r := ring.New(3)
	n := 0
	both(
		func() { r.Unlink(1) },
		func() { n = r.Len() },
	)
	_ = n
}

func TestRingGood(t *testing.T) {
	r := ring.New(3)
	n := 0
	guarded(
		func() { r.Unlink(1) },
		func() { n = r.Len() },
	)
	_ = n
}

// StringsMap: strings.Map, whose function writes what another reads.
func TestStringsMapBad(t *testing.T) {
	n, m := 0, 0
	both(
		func() { strings.Map(func(r rune) rune { n++; return r }, "x") },
		func() { m = n },
	)
	_ = m
}

func TestStringsMapGood(t *testing.T) {
	n, m := 0, 0
	guarded(
		func() { strings.Map(func(r rune) rune { n++; return r }, "x") },
		func() { m = n },
	)
	_ = m
}

// CSVWriter: a csv.Writer of two goroutines.
func TestCSVWriterBad(t *testing.T) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	both(
		func() { w.Write([]string{"a"}) },
		func() { w.Flush() },
	)
}

func TestCSVWriterGood(t *testing.T) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	guarded(
		func() { w.Write([]string{"a"}) },
		func() { w.Flush() },
	)
}
