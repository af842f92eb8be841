package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a text of which everything can be seen: what is no printable character is
// written as in Go's strings. Tabs and the ends of lines stay.
func Text(s string) string { return escaped(s, "\t\n") }

// Line is the same on one line, for what belongs in the midst of one.
func Line(s string) string { return escaped(strings.ReplaceAll(s, "\t", " "), "") }

// First is the first line of a text that says something, without blanks around it.
func First(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

// escaped writes as escapes what cannot be seen, but for the characters to be kept.
func escaped(s, kept string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) && !strings.ContainsRune(kept, r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case plain(r) || strings.ContainsRune(kept, r):
			b.WriteString(s[i : i+size])
		case r == '\n':
			b.WriteString(`\n`)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}

// plain reports whether a character is seen as itself. Controls are not, nor what turns
// the direction of a line, joins characters, or separates lines in some programs.
func plain(r rune) bool { return unicode.IsPrint(r) }

// JSON makes a text in JSON printable: what stands in its strings is the same.
func JSON(text []byte) []byte {
	s := string(text)
	if !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) && r != '\n' }) && !strings.Contains(s, order) {
		return text
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case plain(r) || r == '\n': // which are not within strings
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(strings.ReplaceAll(b.String(), order, `##\u005b`))
}
