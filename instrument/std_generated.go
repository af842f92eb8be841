package instrument

import (
	_ "embed"
	"go/types"
	"strings"
	"sync"
)

// What is not in the tables that are written by hand is in one that internal/stdtables has made
// from the standard library itself. After a function comes a word for each parameter, the receiver
// first:
//
//	s S     the elements of a slice: read, written; s0:4 are those from 0 to 4
//	t       the elements of a slice and of the slices in it: read
//	e       those of a slice that is passed as v...: read
//	a       a slice that is appended to: the first result has it
//	n       a slice whose first elements are written: the first result says how many
//	m M     a map: read, written
//	v V     the variable that a pointer leads to: written, read
//	R w     a reader that is read from until it ends, an object that is changed
//	*rA,~b+c,wd
//	        fields of a struct behind a pointer: A is read, d is written, b stands for b and c, any
//	        of which is written if the data say so
//	.       nothing

//go:embed std_generated.txt
var generatedTable string

// generated are the words, by function.
var generated = sync.OnceValue(func() map[string][]string {
	m := make(map[string][]string)
	for line := range strings.Lines(generatedTable) {
		if words := strings.Fields(line); words[0] != "#" {
			m[words[0]] = words[1:]
		}
	}
	return m
})

// generatedMode stands for a word of the table.
const generatedMode = '*'

// generatedWord is the word of a parameter, -1: of the receiver.
func generatedWord(f *types.Func, i int) string {
	if f.Pkg() == nil || f.Pkg().Path() == "" {
		return "."
	}
	words := generated()[key(f)]
	if f.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(words) {
		return "."
	}
	return words[i]
}

// generatedParam reports whether the generated table says what becomes of a parameter. Objects that
// package access knows by their types go by the tables that are written by hand.
func generatedParam(f *types.Func, i int) bool {
	sig := f.Signature()
	if i >= sig.Params().Len() {
		return false
	}
	word := generatedWord(f, i)
	return word != "." && !(word[0] == '*' && standardObject(sig.Params().At(i).Type()))
}

// anyReceiverMode is receiverMode, or generatedMode where only the generated table has the method.
func anyReceiverMode(f *types.Func) byte {
	if f.Pkg() != nil && f.Signature().Recv() != nil && relating[key(f)] != nil {
		return relatingMode
	}
	if mode := receiverMode(f); mode != 0 {
		return mode
	}
	recv := f.Signature().Recv()
	if recv == nil || types.IsInterface(recv.Type()) || standardObject(recv.Type()) || generatedWord(f, -1) == "." {
		return 0
	}
	return generatedMode
}

// generatedHelper announces what a word says of an argument of type t.
func (r *fileRewriter) generatedHelper(word string, t types.Type) helper {
	_, slice := under(t).(*types.Slice)
	switch c := word[0]; {
	case slice && (c == 's' || c == 'S') && len(word) > 1:
		low, high, _ := strings.Cut(word[1:], ":")
		return helper{name: r.helper(map[byte]string{'s': "ReadsPart", 'S': "WritesPart"}[c]), more: ", " + low + ", " + high}
	case slice && c == 't':
		return helper{name: r.helper("ReadsNested")}
	case slice && c == 'a':
		return helper{name: r.helper("Grown"), result: true}
	case slice && c == 'n':
		return helper{name: r.helper("Put"), result: true}
	case c == 'v' || c == 'V':
		if pointee(t) == nil {
			return helper{}
		}
		return helper{name: r.helper(map[byte]string{'v': "Sets", 'V': "Looks"}[c])}
	case c == '*':
		return r.fieldsHelper(word[1:], t)
	case c == 'e':
		return helper{}
	}
	return helper{name: r.argumentHelper(word[0], t)}
}

// fieldsHelper announces accesses of fields of the struct behind a pointer. Package access
// looks for them by their names.
func (r *fileRewriter) fieldsHelper(list string, t types.Type) helper {
	p := pointee(t)
	if p == nil {
		return helper{}
	}
	if _, ok := p.Underlying().(*types.Struct); !ok {
		return helper{}
	}
	h := helper{name: r.helper("Fields"), more: ", " + quote(list)}
	if strings.Contains(list, "~") {
		h.name, h.around = r.helper("Changes"), true
	}
	return h
}
