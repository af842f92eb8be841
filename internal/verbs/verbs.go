package verbs

import (
	"strings"
	"unicode/utf8"
)

// A Verb prints an operand.
type Verb struct {
	Rune  rune
	Sharp bool // with the flag #
}

// A Way is how package fmt goes through an operand.
type Way int

// The ways.
const (
	None     Way = iota // it is not looked at, or only for its type or address
	Text                // by its methods Error and String, else by its parts
	GoSyntax            // by its method GoString, else by its parts
	Parts               // by its method Format, else by its parts
)

// Way is how an operand is gone through that the verb prints.
func (v Verb) Way() Way {
	switch v.Rune {
	case 'T', 'p':
		return None
	case 'v':
		if v.Sharp {
			return GoSyntax
		}
	case 's', 'q', 'x', 'X', 'w':
	default:
		return Parts
	}
	return Text
}

// Of says by which verbs each of n operands of a format is printed, as package fmt goes through
// it. Those that are too many are printed, as by %v; widths and precisions are not printed, nor is
// an operand that no verb comes to.
func Of(format string, n int) [][]Verb {
	f := formatter{rest: format, printed: make([][]Verb, n)}
	for {
		_, rest, found := strings.Cut(f.rest, "%")
		if !found {
			break
		}
		f.rest = rest
		f.directive()
	}
	for ; !f.reordered && f.next < n; f.next++ {
		f.printed[f.next] = append(f.printed[f.next], Verb{Rune: 'v'})
	}
	return f.printed
}

// formatter is where package fmt is in a format.
type formatter struct {
	rest      string
	next      int // the operand that is printed next
	printed   [][]Verb
	reordered bool // there was a number of an operand
	numbered  bool // just now
	bad       bool // the number of this directive is none
}

// directive takes what follows a %.
func (f *formatter) directive() {
	flags := len(f.rest) - len(strings.TrimLeft(f.rest, "+-# 0"))
	sharp := strings.Contains(f.rest[:flags], "#")
	f.rest = f.rest[flags:]
	f.bad, f.numbered = false, false
	f.number()
	f.bad = f.size() && f.numbered || f.bad
	if precision, ok := strings.CutPrefix(f.rest, "."); ok && precision != "" {
		f.rest = precision
		f.bad = f.bad || f.numbered
		f.number()
		f.size()
	}
	if !f.numbered {
		f.number()
	}
	verb, size := utf8.DecodeRuneInString(f.rest)
	f.rest = f.rest[size:]
	if size == 0 || verb == '%' || f.bad || f.next >= len(f.printed) {
		return
	}
	f.printed[f.next] = append(f.printed[f.next], Verb{verb, sharp})
	f.next++
}

// number takes the number of an operand in brackets.
func (f *formatter) number() {
	f.numbered = false
	text, ok := strings.CutPrefix(f.rest, "[")
	if !ok {
		return
	}
	f.reordered = true
	inside, after, closed := strings.Cut(text, "]")
	if !closed {
		f.bad, f.rest = true, text
		return
	}
	f.rest = after
	i, rest := digits(inside)
	if inside == "" || rest != "" || i < 1 || i > len(f.printed) {
		f.bad = true
		return
	}
	f.next, f.numbered = i-1, true
}

// size takes a width or a precision, and reports whether it is digits: an operand that a star
// stands for is looked at, but not printed.
func (f *formatter) size() (written bool) {
	if rest, ok := strings.CutPrefix(f.rest, "*"); ok {
		f.rest, f.numbered = rest, false
		if f.next < len(f.printed) {
			f.next++
		}
		return false
	}
	_, rest := digits(f.rest)
	written = len(rest) < len(f.rest)
	f.rest = rest
	return written
}

// digits takes the number that a text begins with.
func digits(text string) (n int, rest string) {
	for text != "" && '0' <= text[0] && text[0] <= '9' {
		if n > 1e6 {
			return 0, "" // package fmt gives up
		}
		n, text = 10*n+int(text[0]-'0'), text[1:]
	}
	return n, text
}
