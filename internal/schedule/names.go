package schedule

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds the names of folders. Most file systems take 255 bytes, encrypted ones
// 143.
const maxName = 140

// safeName makes one element of a path out of a test's or package's name, which every
// system takes: schedules are committed, and checked out elsewhere. Letters, digits and
// a few signs stay, so that ordinary names are themselves; the rest (the slashes of
// subtests above all) is written %XX. What is too long ends in a hash.
//
// Names that differ in case only have one folder where case does not count. That does
// no harm: a file says itself which test it is of.
func safeName(name string) string {
	var b strings.Builder
	cut := 0 // where there is room for a hash
	for i, r := range name {
		size := utf8.RuneLen(r)
		stays := unicode.IsLetter(r) || '0' <= r && r <= '9' || r == '_' || r == '-' ||
			r == '.' && i > 0 && i+size < len(name) // Windows drops a dot at the end
		if i == 0 && reserved(name) {
			stays = false
		}
		if stays {
			b.WriteRune(r)
		} else {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		if b.Len() <= maxName-1-2*hashBytes {
			cut = b.Len()
		}
	}
	if b.Len() <= maxName {
		return b.String()
	}
	sum := sha256.Sum256([]byte(name))
	return b.String()[:cut] + "-" + hex.EncodeToString(sum[:hashBytes])
}

// hashBytes is how much of a SHA-256 stands for what was cut off.
const hashBytes = 8

// reserved reports whether Windows takes a name for a device: CON, NUL.txt, COM1.
func reserved(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch base = strings.TrimRight(base, " "); base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	port, ok := strings.CutPrefix(base, "COM")
	if !ok {
		port, ok = strings.CutPrefix(base, "LPT")
	}
	return ok && utf8.RuneCountInString(port) == 1 && strings.Contains("0123456789¹²³", port)
}
