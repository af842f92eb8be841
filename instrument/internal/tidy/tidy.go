package tidy

import (
	"bytes"
	"fmt"
	"go/format"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Source is src as gofmt prints it. If src has line directives, each of its tokens has the file
// and the line that it has in src. Where that cannot be had (gofmt sorts imports, for one), it is
// src as it is.
func Source(src []byte) []byte {
	old := scan(src)
	bare, err := format.Source(old.withoutDirectives())
	if err != nil {
		return src
	}
	if len(old.directives) == 0 {
		return bare
	}
	out, ok := withDirectives(scan(bare), old)
	if !ok {
		return src
	}
	const rounds = 3 // a comment may change how its neighbours are aligned
	for range rounds {
		again, err := format.Source(out)
		switch {
		case err != nil:
			return src
		case bytes.Equal(again, out) && scan(out).standsFor(old):
			return out
		}
		out = again
	}
	return src
}

// text is source as a sequence of tokens.
type text struct {
	src        []byte
	file       *token.File
	tokens     []word
	directives []word // comments that say where what follows them is from
}

// word is a token, or a comment, with the place that it is said to be from.
type word struct {
	what     token.Token
	lit      string
	from, to int // offsets
	line     int // where it stands
	of       token.Position
}

// scan takes a text apart. What gofmt adds and removes is left out: commas, semicolons, and
// parentheses (of a single result, for one).
func scan(src []byte) text {
	fset := token.NewFileSet()
	t := text{src: src, file: fset.AddFile("", -1, len(src))}
	var s scanner.Scanner
	s.Init(t.file, src, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, what, lit := s.Scan()
		if what == token.EOF {
			return t
		}
		switch what {
		case token.SEMICOLON, token.COMMA, token.LPAREN, token.RPAREN:
			continue
		}
		if lit == "" {
			lit = what.String()
		}
		at := t.file.Offset(pos)
		w := word{what: what, lit: lit, from: at, to: at + len(lit), line: fset.PositionFor(pos, false).Line, of: fset.Position(pos)}
		switch {
		case what != token.COMMENT:
			t.tokens = append(t.tokens, w)
		case strings.HasPrefix(lit, "/*line "), strings.HasPrefix(lit, "//line ") && fset.PositionFor(pos, false).Column == 1:
			t.directives = append(t.directives, w)
		}
	}
}

// withoutDirectives is the text without its line directives.
func (t text) withoutDirectives() []byte {
	var out []byte
	at := 0
	for _, d := range t.directives {
		out = append(out, t.src[at:d.from]...)
		at = d.to
		if strings.HasPrefix(d.lit, "/*") {
			out = append(out, ' ')
		} else if at < len(t.src) {
			at++ // its line is gone
		}
	}
	return append(out, t.src[at:]...)
}

// same reports whether a token is another one, but for how gofmt writes a number.
func (w word) same(v word) bool {
	return w.what == v.what && strings.EqualFold(w.lit, v.lit)
}

// standsFor reports whether t has the tokens of old, and each says to be from the same place. A
// brace on a line of its own may belong to its neighbour.
func (t text) standsFor(old text) bool {
	if !slices.EqualFunc(t.tokens, old.tokens, word.same) {
		return false
	}
	for i, w := range t.tokens {
		if !samePlace(w.of, old.tokens[i].of) && !t.onlyBraces(i, old) {
			return false
		}
	}
	return true
}

func samePlace(a, b token.Position) bool { return a.Filename == b.Filename && a.Line == b.Line }

// onlyBraces reports whether token i is on a line of braces alone, all of which stood in old on the
// line of what is within them: nothing happens at such a line that does not happen there, so it
// needs no directive. The brace that ends a function is not meant: there it returns.
func (t text) onlyBraces(i int, old text) bool {
	lo, hi := t.lineOf(i)
	next := t.tokens[lo].what == token.LBRACE
	for j := lo; j < hi; j++ {
		within := j - 1
		if next {
			within = j + 1
		}
		if what := t.tokens[j].what; what != token.LBRACE && what != token.RBRACE {
			return false
		}
		if within < 0 || within >= len(old.tokens) || !samePlace(old.tokens[j].of, old.tokens[within].of) {
			return false
		}
	}
	return t.src[t.tokens[lo].from] == '{' || !t.beginsLine(lo)
}

// beginsLine reports whether nothing, not even a blank, stands before token i.
func (t text) beginsLine(i int) bool {
	at := t.tokens[i].from
	return at == 0 || t.src[at-1] == '\n'
}

// lineOf is the range of tokens on the line of token i.
func (t text) lineOf(i int) (lo, hi int) {
	line := t.tokens[i].line
	for lo = i; lo > 0 && t.tokens[lo-1].line == line; lo-- {
	}
	for hi = i + 1; hi < len(t.tokens) && t.tokens[hi].line == line; hi++ {
	}
	return lo, hi
}

// withDirectives adds line directives to t, so that its tokens are from where those of old are. It
// reports whether the tokens are the same at all.
func withDirectives(t, old text) ([]byte, bool) {
	if !slices.EqualFunc(t.tokens, old.tokens, word.same) {
		return nil, false
	}
	var out []byte
	written := 0 // of t.src
	directive := func(at int, form string, of token.Position, name string) {
		out = append(out, t.src[written:at]...)
		out = fmt.Appendf(out, form, name, of.Line)
		written = at
	}
	// Line number l of t is said to be of.Line + l - since.
	of, since := token.Position{}, 0
	for i, w := range t.tokens {
		want := old.tokens[i].of
		if want.Filename == of.Filename && want.Line == of.Line+w.line-since || t.onlyBraces(i, old) {
			continue
		}
		name := ""
		if want.Filename != of.Filename {
			name = want.Filename
		}
		if start := t.startOfLine(i); start >= 0 {
			directive(start, "//line %s:%d:1\n", want, name)
		} else {
			directive(w.from, "/*line %s:%d:1*/", want, name)
		}
		of, since = want, w.line
	}
	return append(out, t.src[written:]...), true
}

// startOfLine is the offset where the line of token i begins, or -1 if something that matters
// stands before it on the line.
func (t text) startOfLine(i int) int {
	start := bytes.LastIndexByte(t.src[:t.tokens[i].from], '\n') + 1
	if i > 0 && t.tokens[i-1].to > start || len(bytes.TrimSpace(t.src[start:t.tokens[i].from])) > 0 {
		return -1
	}
	return start
}
