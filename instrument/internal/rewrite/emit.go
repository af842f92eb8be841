package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// A frag is rewritten source text: ranges of the original file with generated
// text between them. Rewrites of nested expressions compose by concatenation,
// and the emitter knows of every original byte where it came from.
type frag []piece

// A piece is a range of original text, or generated text (lo == hi) that
// stands for the original at offset lo.
type piece struct {
	lo, hi int
	gen    string
}

// changed reports whether f holds anything generated.
func (f frag) changed() bool {
	for _, p := range f {
		if p.gen != "" {
			return true
		}
	}
	return false
}

// gen is the generated text of f.
func (f frag) gen() string {
	var b strings.Builder
	for _, p := range f {
		b.WriteString(p.gen)
	}
	return b.String()
}

// add appends g, joining ranges that touch.
func (f frag) add(g frag) frag {
	for _, p := range g {
		if n := len(f); n > 0 && p.gen == "" && f[n-1].gen == "" && f[n-1].hi == p.lo {
			f[n-1].hi = p.hi
			continue
		}
		f = append(f, p)
	}
	return f
}

// orig is the original text from one position to another.
func (r *fileRewriter) orig(from, to token.Pos) frag {
	lo, hi := r.offset(from), r.offset(to)
	if lo >= hi {
		return nil
	}
	return frag{{lo: lo, hi: hi}}
}

// verbatim is the original text of a node.
func (r *fileRewriter) verbatim(n ast.Node) frag { return r.orig(n.Pos(), n.End()) }

// text is the original text of a node as a string.
func (r *fileRewriter) text(n ast.Node) string {
	return string(r.src[r.offset(n.Pos()):r.offset(n.End())])
}

func (r *fileRewriter) offset(p token.Pos) int { return r.tok.Offset(p) }

// cat concatenates strings (generated text that stands for position at) and
// frags.
func (r *fileRewriter) cat(at token.Pos, parts ...any) frag {
	var f frag
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			off := r.offset(at)
			f = append(f, piece{lo: off, hi: off, gen: p})
		case frag:
			f = f.add(p)
		default:
			panic(fmt.Sprintf("cat: %T", p))
		}
	}
	return f
}

// An emitter writes frags so that the compiler sees everything on its original
// line. It never adds a line; where text has moved to another one it says so in
// a /*line*/ directive, which unlike //line may stand between any two tokens.
// Columns are not kept within a line that has changed: at run time Go knows
// lines only, sites carry their columns, and what the compiler objects to in a
// user's file it is asked about the original.
type emitter struct {
	r    *fileRewriter
	out  bytes.Buffer
	line int // of the next byte written
	file string
}

// emit writes f, which begins at the file's start, and further declarations:
// copies of original text, and generated ones.
func (r *fileRewriter) emit(f, copies frag, last string) []byte {
	w := &emitter{r: r, line: 1, file: r.fset.Position(r.tok.Pos(0)).Filename}
	if r.raise {
		w.out.WriteString("//go:build go1.21\n\n")
	}
	fmt.Fprintf(&w.out, "//line %s:1:1\n", w.file)
	w.pieces(r.withoutMark(f))
	w.out.WriteString("\n")
	w.line++
	w.pieces(copies)
	fmt.Fprintf(&w.out, "%s\n", last)
	return w.out.Bytes()
}

// byteOrderMark may begin a file and stand nowhere else: not behind the directive that
// begins ours.
const byteOrderMark = "\ufeff"

// withoutMark leaves the file's byte order mark out of its text. Offsets stay: go/token
// counts its bytes, as the compiler does.
func (r *fileRewriter) withoutMark(f frag) frag {
	if len(f) > 0 && f[0].gen == "" && f[0].lo == 0 && bytes.HasPrefix(r.src, []byte(byteOrderMark)) {
		f[0].lo = len(byteOrderMark)
	}
	return f
}

func (w *emitter) pieces(f frag) {
	for _, p := range f {
		at := w.position(p.lo)
		if at.Line != w.line || at.Filename != w.file {
			w.directive(at)
		}
		if p.gen != "" {
			if strings.Contains(p.gen, "\n") {
				panic("generated text with a newline: " + p.gen)
			}
			w.out.WriteString(p.gen)
			continue
		}
		w.out.Write(w.r.src[p.lo:p.hi])
		end := w.position(p.hi)
		w.line, w.file = end.Line, end.Filename
	}
}

// position is that of the original's offset, with the original's own line
// directives applied (generated code such as goyacc's has them).
func (w *emitter) position(off int) token.Position {
	return w.r.fset.Position(w.r.tok.Pos(off))
}

func (w *emitter) directive(p token.Position) {
	if p.Column > 0 {
		name := ""
		if p.Filename != w.file || w.r.lineDirectives {
			name = p.Filename
		}
		fmt.Fprintf(&w.out, "/*line %s:%d:%d*/", name, p.Line, p.Column)
	} else {
		fmt.Fprintf(&w.out, "/*line %s:%d*/", p.Filename, p.Line)
	}
	w.line, w.file = p.Line, p.Filename
}
