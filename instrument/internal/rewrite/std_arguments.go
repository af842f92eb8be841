package rewrite

import (
	"go/types"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Which function of package access announces what a call accesses through an
// argument: by its letter in the tables and its type.

// A helper is a function that announces an access: it takes what is accessed, the site, and more;
// and returns what is accessed.
type helper struct {
	name   string
	more   string // other arguments, with a comma before them
	result bool   // it is called when the call has returned, with the first result in the second place
	aside  string // the same, and it returns the result: this is what the call is given in place of it
	around bool   // it is called before, and returns what is to be called afterwards
	with   []int  // parameters that it gets, too, by number
	called string // what it is passed through first: "Called[…]("
}

// receiver is the number of the receiver among the parameters.
const receiver = -1

// now reports whether there is something to announce before the call, and only then.
func (h helper) now() bool { return h.name != "" && !h.literal() }

// literal reports whether the announcement needs a literal that makes the call.
func (h helper) literal() bool { return h.result || h.around || h.with != nil }

// after closes what called opens.
func (h helper) after(site string) string {
	if h.called == "" {
		return ""
	}
	return site + ")"
}

// nameHelpers are the functions for parameters that name what is accessed, or call for it.
var nameHelpers = map[byte]string{
	'P': "LooksAt", 'Q': "ChangesPath", 'E': "LooksUp", '$': "Expands", '%': "Operand", '^': "SetsFlag", '_': "ParsesFlags", '@': "ReadsAt",
	'T': "gochecksyn.Reads", 'I': "gochecksyn.Inspects", 'J': "gochecksyn.Walks", 'G': "gochecksyn.SortsImports", 'o': "LooksIn", 'O': "ChangesIn", 'y': "LooksInFS", 'z': "ReadsInFS", 'Y': "LooksInFS", 'K': "ReadsInFS",
}

// eachHelper announces the accesses of a variadic parameter's slice.
func (r *fileRewriter) eachHelper(f *types.Func, i int) helper {
	mode := std.ParamMode(f, i)
	if mode == std.GeneratedMode {
		mode = std.GeneratedWord(f, i)[0]
	}
	switch mode {
	case 'P':
		return helper{name: r.helper("LooksAtEach")}
	case 'f':
		if i > 0 && std.ParamMode(f, i-1) == '.' {
			return helper{name: r.helper("PrintsFormatted"), with: []int{i - 1}}
		}
		return helper{name: r.helper("PrintsEach")}
	case 'p':
		return helper{name: r.helper("FillsEach")}
	case 'q':
		return helper{name: r.helper("Scans"), result: true}
	case 'e':
		return helper{name: "gocheckrt.SliceR"}
	}
	return helper{}
}

// paramHelper announces the access of an argument for a function's parameter.
func (r *fileRewriter) paramHelper(f *types.Func, i int, t types.Type) helper {
	mode := std.ParamMode(f, i)
	if i == 0 && f.Signature().Recv() == nil && std.Relating[std.Key(f)] != nil {
		return r.relatingHelper(f)
	}
	switch mode {
	case std.GeneratedMode:
		return r.generatedHelper(std.GeneratedWord(f, i), t)
	case 'a', 'n':
		return r.generatedHelper(string(mode), t)
	case 'q':
		return r.eachHelper(f, i)
	case 'D', 'N', 'C', 'c':
		return helper{name: r.announcer(carriers[mode]), around: mode != 'c', with: []int{receiver}}
	case 'A':
		return helper{name: r.announcer("gocheckdec.ASN1"), around: true}
	case 'B', 'V':
		return helper{name: r.announcer(carriers[mode]), result: true}
	case 'Z':
		switch f.Name() {
		case "Decode":
			return helper{name: r.announcer("gocheckxml.DecodesFrom"), around: true, with: []int{receiver}}
		case "DecodeElement":
			return helper{name: r.announcer("gocheckxml.DecodesElement"), around: true, with: []int{receiver, 1}}
		}
		return helper{name: r.announcer("gocheckxml.Decodes"), around: true, with: []int{0}}
	case '@':
		return helper{name: r.helper(nameHelpers[mode]), result: true, with: []int{receiver}}
	case 'y', 'z':
		return helper{name: r.helper(nameHelpers[mode]), with: []int{0}}
	case '^', '_', 'o', 'O', 'Y', 'K', '%':
		return helper{name: r.helper(nameHelpers[mode]), with: []int{receiver}}
	}
	if params := f.Signature().Params(); mode == 'w' {
		mode = directed(params.At(min(i, params.Len()-1)).Type())
	}
	return helper{name: r.argumentHelper(mode, t)}
}

// directed is the mode of a parameter whose argument is changed: '>' if it is for writing to, '<'
// for reading from.
func directed(param types.Type) byte {
	has := types.NewMethodSet(param)
	reads, writes := has.Lookup(nil, "Read") != nil, has.Lookup(nil, "Write") != nil
	switch {
	case !types.IsInterface(param) || reads == writes:
		return 'w'
	case reads:
		return '<'
	}
	return '>'
}

// argumentHelper announces the access of an argument of type t.
func (r *fileRewriter) argumentHelper(mode byte, t types.Type) string {
	if name := nameHelpers[mode]; name != "" {
		return r.announcer(name)
	}
	if name := encoders[mode]; name != "" && leads(t) {
		return r.announcer(name)
	}
	if mode == 'i' {
		return r.announcer("gocheckpart.ReadsPixels")
	}
	object := std.StandardObject(t) || types.IsInterface(t) && !types.Implements(t, errorInterface)
	switch typing.Under(t).(type) {
	case *types.Slice:
		switch mode {
		case 's':
			return "gocheckrt.SliceR"
		case 'S':
			return "gocheckrt.SliceW"
		case 'l':
			return r.helper("Lends")
		case 'x':
			return r.helper("Permutes")
		case 'p':
			object = true
		}
	case *types.Map:
		switch mode {
		case 'm':
			return "gocheckrt.MapR"
		case 'M':
			return "gocheckrt.MapW"
		}
	case *types.Pointer:
		object = object || mode == 'p' || mode == 'v' || copied(t)
	case *types.Interface:
		if mode == 'x' {
			return r.helper("Permutes")
		}
	}
	if !object {
		return ""
	}
	if name := map[byte]string{'r': "Reads", 'w': "Writes", '<': "Takes", '>': "Emits", 'R': "Drains", 'd': "Detaches", 'p': "Fills", 'v': "Sets", 'h': "SetsHeader", 'H': "Answers"}[mode]; name != "" {
		return r.helper(name)
	}
	return ""
}

// copied reports whether the standard library copies what a pointer leads to when it calls a
// method of it: one by which it uses what it is given (access.Writes), with a value receiver.
func copied(t types.Type) bool {
	methods := types.NewMethodSet(typing.Pointee(t))
	for _, name := range []string{"Len", "Read", "Write"} {
		if methods.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// carriers are the functions for parameters by which the receiver, or the call, fills something in.
var carriers = map[byte]string{'D': "DecodesJSON", 'N': "gocheckdec.Gob", 'C': "gocheckxml.Carried", 'c': "Carries", 'B': "gocheckdec.Binary", 'V': "Finds"}

// encoders are the functions for parameters that are gone through.
var encoders = map[byte]string{
	'u': "gocheckerr.Unwraps", 'U': "gocheckerr.Searches",
	'f': "Prints", 'j': "EncodesJSON", 'X': "EncodesXML", 'g': "EncodesGob", 'b': "EncodesBinary",
}

// leads reports whether a value of the type may lead to variables.
func leads(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Chan, *types.Signature:
		return false
	case *types.Array:
		return leads(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if leads(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// announcer names a function of package access, or of the helpers' package that it names.
func (r *fileRewriter) announcer(name string) string {
	if in, function, ok := strings.Cut(name, "."); ok && std.Helpers[in].Path != "" { // Rand.Int is of package access
		return r.entry(std.Entry{In: in, Name: function})
	}
	return r.helper(name)
}

func (r *fileRewriter) relatingHelper(f *types.Func) helper {
	rel := std.Relating[std.Key(f)]
	h := helper{name: r.announcer(rel.Name), with: rel.With, around: std.Around[rel.Name]}
	if rel.More != "" {
		h.more = ", " + rel.More
	}
	return h
}

// generatedHelper announces what a word says of an argument of type t.
func (r *fileRewriter) generatedHelper(word string, t types.Type) helper {
	_, slice := typing.Under(t).(*types.Slice)
	switch c := word[0]; {
	case slice && (c == 's' || c == 'S') && len(word) > 1:
		low, high, _ := strings.Cut(word[1:], ":")
		return helper{name: r.helper(map[byte]string{'s': "ReadsPart", 'S': "WritesPart"}[c]), more: ", " + low + ", " + high}
	case slice && c == 't':
		return helper{name: r.helper("ReadsNested")}
	case slice && (c == 'a' || c == 'n'):
		return helper{name: r.announcer("gocheckelem." + map[byte]string{'a': "Grown", 'n': "Put"}[c]), result: true, aside: r.announcer("gocheckelem.Aside")}
	case c == 'v' || c == 'V':
		if typing.Pointee(t) == nil {
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
	p := typing.Pointee(t)
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
