package exploring

import (
	"bytes"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// What calls that say nothing of it write to a slice is written element by element, and what calls
// read of one they read so.

var (
	byPut       = func(b []byte) { binary.BigEndian.PutUint16(b, 0x6162) }
	byPutLittle = func(b []byte) { binary.LittleEndian.PutUint32(b, 0x2d2d6261) }
	byOrder     = func(b []byte) { binary.ByteOrder(binary.BigEndian).PutUint16(b, 0x6162) }
	byUvarint   = func(b []byte) { binary.PutUvarint(b, 0x62<<7|0x61) }
	byRune      = func(b []byte) { utf8.EncodeRune(b, 'á') }
	byConstant  = func(b []byte) { subtle.ConstantTimeCopy(1, b[:2], []byte("ab")) }
	byXOR       = func(b []byte) { subtle.XORBytes(b, []byte("AB"), []byte("  ")) }
	byRead      = func(b []byte) { binary.Read(strings.NewReader("ab"), binary.BigEndian, b[:2]) }
	byDecode    = func(b []byte) { binary.Decode([]byte("ab"), binary.BigEndian, b[:2]) }
	byReplace   = func(b []byte) { _ = slices.Replace(b, 0, 2, 'a', 'b') }
	byInsert    = func(b []byte) { _ = slices.Insert(b[:0], 0, 'a', 'b') }
	byHexEncode = func(b []byte) { hex.Encode(b, []byte{0xab}) }
	byBase64    = func(b []byte) { base64.StdEncoding.Encode(b, []byte("i")) }
	byFillBytes = func(b []byte) { big.NewInt(0x6162).FillBytes(b[:2]) }
	byFormatted = func(b []byte) { _ = strconv.AppendInt(b[:0], 0xab, 16) }
)

func TestByPut(t *testing.T)             { written(t, byPut, 'a', false) }
func TestByPutPartly(t *testing.T)       { written(t, byPut, 'a', true) }
func TestByPutLittle(t *testing.T)       { written(t, byPutLittle, 'a', false) }
func TestByPutLittlePartly(t *testing.T) { written(t, byPutLittle, 'a', true) }
func TestByOrder(t *testing.T)           { written(t, byOrder, 'a', false) }
func TestByOrderPartly(t *testing.T)     { written(t, byOrder, 'a', true) }
func TestByUvarint(t *testing.T)         { written(t, byUvarint, 0xe1, false) }
func TestByUvarintPartly(t *testing.T)   { written(t, byUvarint, 0xe1, true) }
func TestByRune(t *testing.T)            { written(t, byRune, 0xc3, false) }
func TestByRunePartly(t *testing.T)      { written(t, byRune, 0xc3, true) }
func TestByConstant(t *testing.T)        { written(t, byConstant, 'a', false) }
func TestByConstantPartly(t *testing.T)  { written(t, byConstant, 'a', true) }
func TestByXOR(t *testing.T)             { written(t, byXOR, 'a', false) }
func TestByXORPartly(t *testing.T)       { written(t, byXOR, 'a', true) }
func TestByRead(t *testing.T)            { written(t, byRead, 'a', false) }
func TestByReadPartly(t *testing.T)      { written(t, byRead, 'a', true) }
func TestByDecode(t *testing.T)          { written(t, byDecode, 'a', false) }
func TestByDecodePartly(t *testing.T)    { written(t, byDecode, 'a', true) }
func TestByReplace(t *testing.T)         { written(t, byReplace, 'a', false) }
func TestByReplacePartly(t *testing.T)   { written(t, byReplace, 'a', true) }
func TestByInsert(t *testing.T)          { written(t, byInsert, 'a', false) }
func TestByInsertPartly(t *testing.T)    { written(t, byInsert, 'a', true) }
func TestByHexEncode(t *testing.T)       { written(t, byHexEncode, 'a', false) }
func TestByHexEncodePartly(t *testing.T) { written(t, byHexEncode, 'a', true) }
func TestByBase64(t *testing.T)          { written(t, byBase64, 'a', false) }
func TestByBase64Partly(t *testing.T)    { written(t, byBase64, 'a', true) }
func TestByFillBytes(t *testing.T)       { written(t, byFillBytes, 'a', false) }
func TestByFillBytesPartly(t *testing.T) { written(t, byFillBytes, 'a', true) }
func TestByFormatted(t *testing.T)       { written(t, byFormatted, 'a', false) }
func TestByFormattedPartly(t *testing.T) { written(t, byFormatted, 'a', true) }

// reordered fails if another's change of the order of two elements is seen partly.
func reordered(t *testing.T, change func(b []byte)) {
	b := []byte("ba")
	done := make(chan bool)
	go func() {
		change(b)
		done <- true
	}()
	first, second := b[0], b[1]
	<-done
	if first == second {
		t.Fatal("seen")
	}
}

func TestReversed(t *testing.T) { reordered(t, func(b []byte) { slices.Reverse(b) }) }
func TestSorted(t *testing.T)   { reordered(t, func(b []byte) { slices.Sort(b) }) }
func TestSortedFunc(t *testing.T) {
	reordered(t, func(b []byte) { slices.SortFunc(b, func(a, b byte) int { return int(a) - int(b) }) })
}
func TestDeleted(t *testing.T) { reordered(t, func(b []byte) { _ = slices.Delete(b, 0, 1) }) }
func TestCompacted(t *testing.T) {
	reordered(t, func(b []byte) { _ = slices.DeleteFunc(b, func(c byte) bool { return c == 'b' }) })
}

// torn fails if what a function reads is "-a", of which there is first the one and then the other.
func torn(t *testing.T, is func(b []byte) bool) {
	b := []byte("--")
	other, done := b, make(chan bool)
	go func() {
		other[0], other[1] = 'a', 'a'
		done <- true
	}()
	seen := is(b)
	<-done
	if seen {
		t.Fatal("seen")
	}
}

func TestTornText(t *testing.T) { torn(t, func(b []byte) bool { return string(b) == "-a" }) }
func TestTornUint(t *testing.T) {
	torn(t, func(b []byte) bool { return binary.BigEndian.Uint16(b) == 0x2d61 })
}
func TestTornEqual(t *testing.T) {
	torn(t, func(b []byte) bool { return bytes.Equal(b, []byte("-a")) })
}
func TestTornHex(t *testing.T) {
	torn(t, func(b []byte) bool { return hex.EncodeToString(b) == "2d61" })
}
func TestTornBase64(t *testing.T) {
	torn(t, func(b []byte) bool { return base64.StdEncoding.EncodeToString(b) == "LWE=" })
}
func TestTornSum(t *testing.T) {
	torn(t, func(b []byte) bool { return crc32.ChecksumIEEE(b) == crc32.ChecksumIEEE([]byte("-a")) })
}
func TestTornWrite(t *testing.T) {
	torn(t, func(b []byte) bool {
		var w bytes.Buffer
		w.Write(b)
		return w.String() == "-a"
	})
}
func TestTornBuilder(t *testing.T) {
	torn(t, func(b []byte) bool {
		var w strings.Builder
		w.Write(b)
		return w.String() == "-a"
	})
}
func TestTornSlices(t *testing.T) {
	torn(t, func(b []byte) bool { return slices.Compare(b, []byte("-a")) == 0 })
}
func TestTornConstant(t *testing.T) {
	torn(t, func(b []byte) bool { return subtle.ConstantTimeCompare(b, []byte("-a")) == 1 })
}
func TestTornClone(t *testing.T) {
	torn(t, func(b []byte) bool { return string(slices.Clone(b)) == "-a" })
}
func TestTornUpper(t *testing.T) {
	torn(t, func(b []byte) bool { return string(bytes.ToUpper(b)) == "-A" })
}
func TestTornBytes(t *testing.T) {
	torn(t, func(b []byte) bool { return string(bytes.Clone(b)) == "-a" })
}
func TestTornBig(t *testing.T) {
	torn(t, func(b []byte) bool { return new(big.Int).SetBytes(b).Int64() == 0x2d61 })
}
func TestTornSeq(t *testing.T) {
	torn(t, func(b []byte) bool { return string(slices.Collect(slices.Values(b))) == "-a" })
}
func TestTornAppend(t *testing.T) {
	torn(t, func(b []byte) bool { return string(append([]byte(nil), b...)) == "-a" })
}

// fills fails if another who looks at a variable while it is filled in sees what it is, early or
// late, whoever begins.
func fills(t *testing.T, fill func(x *int), sees int) {
	var x int
	done := make(chan int)
	go func() { done <- x }()
	fill(&x)
	if <-done == sees {
		t.Fatal("seen")
	}
}

// fillsBoth fails if it sees two that are filled in when there is the first one, or then both.
func fillsBoth(t *testing.T, fill func(x, y *int), first, second int) {
	var x, y int
	done := make(chan bool)
	go func() {
		fill(&x, &y)
		done <- true
	}()
	if a, b := x, y; a == first && b == second {
		t.Fatal("seen")
	}
	<-done
}

func sscan(x *int)     { fmt.Sscan("1", x) }
func sscanf(x, y *int) { fmt.Sscanf("1,2", "%d,%d", x, y) }
func fscan(x *int)     { fmt.Fscan(strings.NewReader("1"), x) }

func TestScannedEarly(t *testing.T)  { fills(t, sscan, 0) }
func TestScannedLate(t *testing.T)   { fills(t, sscan, 1) }
func TestFscannedEarly(t *testing.T) { fills(t, fscan, 0) }
func TestFscannedLate(t *testing.T)  { fills(t, fscan, 1) }
func TestScannedBoth(t *testing.T)   { fillsBoth(t, sscanf, 1, 2) }
func TestScannedFirst(t *testing.T)  { fillsBoth(t, sscanf, 1, 0) }
func TestScannedSecond(t *testing.T) { fillsBoth(t, sscanf, 0, 2) }
