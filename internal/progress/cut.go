package progress

import "unicode"

// cut is the beginning of s that fits into so many columns. It consists of
// names in Go source, import paths and gocheck's own words.
func cut(s string, columns int) string {
	for i, r := range s {
		if columns -= width(r); columns < 0 {
			return s[:i]
		}
	}
	return s
}

// width is how many columns a letter takes.
func width(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi, unicode.Tangut) && (r < 0xff61 || r > 0xffdc):
		return 2
	case r >= 0xff01 && r <= 0xff60: // fullwidth forms
		return 2
	}
	return 1
}
