package rewrite

import (
	"go/ast"
	"go/types"
	"slices"
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
	aside  string // it is called then, and returns the result, if it gets it: this is what the call is given
	around bool   // it is called before, and returns what is to be called afterwards
	with   []int  // parameters that it gets, too, by number
	called string // what it is passed through first: "Called[…]("
}

// receiver is the number of the receiver among the parameters.
const receiver = -1

// now reports whether there is something to announce before the call, and only then.
func (h helper) now() bool { return h.name != "" && !h.literal() }

// literal reports whether the announcement needs a literal that makes the call.
func (h helper) literal() bool { return h.result || h.aside != "" || h.around || h.with != nil }

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
	'#': "gocheckseed.Word", '=': "gocheckseed.Key",
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
		return helper{name: r.announcer("gocheckelem.Scanned"), result: true, aside: r.announcer("gocheckelem.Scanning")}
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
	case std.GeneratedMode, 'a', 'n', 's', 'S':
		word := string(mode)
		if mode == std.GeneratedMode {
			word = std.GeneratedWord(f, i)
		}
		h := r.generatedHelper(word, t)
		if word[0] == 's' && h.name != "" && std.Fleeting(f) {
			h.name = r.announcer("gocheckelem.Seen")
		}
		return h
	case 'L':
		return helper{name: r.announcer("gocheckelem.Encoded"), with: []int{receiver, i + 1}, aside: r.announcer("gocheckelem.Aside")}
	case 'q':
		return r.eachHelper(f, i)
	case 'D', 'N', 'C', 'c':
		return helper{name: r.announcer(carriers[mode]), around: mode != 'c', with: []int{receiver}}
	case 'A':
		return helper{name: r.announcer("gocheckdec.ASN1"), around: true}
	case 'B':
		return helper{name: r.announcer("gocheckdec.Binary"), result: true, aside: r.announcer("gocheckdec.Aside")}
	case 'V':
		return helper{name: r.announcer(carriers[mode]), result: true}
	case 'Z':
		switch f.Name() {
		case "Decode":
			return helper{name: r.announcer("gocheckxml.DecodesFrom"), around: true, with: []int{receiver}}
		case "DecodeElement":
			return helper{name: r.announcer("gocheckxml.DecodesElement"), around: true, with: []int{receiver, 1}}
		}
		return helper{name: r.announcer("gocheckxml.Decodes"), around: true, with: []int{0}}
	case 'y', 'z':
		return helper{name: r.helper(nameHelpers[mode]), with: []int{0}}
	case '@', '^', '_', 'o', 'O', 'Y', 'K', '%':
		return helper{name: r.helper(nameHelpers[mode]), result: mode == '@', with: []int{receiver}}
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
		if name := map[byte]string{'m': "gocheckrt.MapR", 'M': "gocheckrt.MapW"}[mode]; name != "" {
			return name
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
	return slices.ContainsFunc([]string{"Len", "Read", "Write"}, func(name string) bool { return methods.Lookup(nil, name) != nil })
}

// carriers are the functions for parameters by which the receiver, or the call, fills something in.
var carriers = map[byte]string{'D': "DecodesJSON", 'N': "gocheckdec.Gob", 'C': "gocheckxml.Carried", 'c': "Carries", 'V': "Finds"}

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
	case slice && (c == 's' && len(word) > 1 || c == 'S'):
		h := helper{name: r.helper("ReadsPart")}
		if c == 'S' {
			h = helper{name: r.announcer("gocheckelem.Filled"), aside: r.announcer("gocheckelem.Aside")}
		}
		if low, high, part := strings.Cut(word[1:], ":"); part {
			h.more = ", " + low + ", " + high
		}
		return h
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

// announcing is the text of a function literal that calls a function, or a
// method of its first parameter, of type recv, or of the variable bound,
// announcing accesses of the receiver and the parameters.
func (r *fileRewriter) announcing(at ast.Node, sig *types.Signature, fun frag, method string, recv types.Type, bound string, ofRecv helper, helpers []helper, object func(int) ast.Node) frag {
	var params, args, around, behind []string
	var results, names []string
	if later(helpers) || ofRecv.aside != "" {
		results = r.freshes(sig.Results().Len())
	}
	announce := func(h helper, name string, i int) string {
		if h.name == "" {
			return name
		}
		site := ", " + r.site(at.Pos(), object(i))
		name = h.called + name + h.after(site)
		site += h.more
		for _, n := range h.with {
			if n == receiver {
				site += ", " + bound
			} else {
				site += ", " + names[n]
			}
		}
		site += ")"
		switch {
		case h.around:
			around = append(around, "defer "+h.name+"("+name+site+"()")
		case h.aside != "" && !h.result:
			behind, name = append(behind, h.name+"("+name+site), h.aside+"("+name+")"
		case h.aside != "" && len(results) > 0:
			behind, name = append(behind, results[0]+" = "+h.name+"("+name+", "+results[0]+site), h.aside+"("+name+")"
		case h.result && len(results) > 0:
			behind = append(behind, h.name+"("+name+", "+results[0]+site)
		case !h.result:
			return h.name + "(" + name + site
		}
		return name
	}
	if recv != nil {
		bound = r.fresh()
		params = append(params, bound+" "+r.typeText(recv, at))
	}
	names = r.freshes(sig.Params().Len())
	if bound != "" {
		fun = r.cat(at.Pos(), announce(ofRecv, bound, -1)+"."+method)
	}
	for i := range sig.Params().Len() {
		t, name, dots := sig.Params().At(i).Type(), names[i], ""
		if sig.Variadic() && i == sig.Params().Len()-1 {
			dots = "..."
			t = t.Underlying().(*types.Slice).Elem()
		}
		params = append(params, name+" "+dots+r.typeText(t, at))
		args = append(args, announce(helpers[i], name, i)+dots)
	}
	ret, tuple := "", r.tuple(sig.Results(), at)
	if tuple != "" {
		ret, tuple = "return ", tuple+" "
	}
	head := r.cat(at.Pos(), "func("+commas(params)+") "+tuple+"{ "+strings.Join(append(around, ""), "; "))
	if len(behind) == 0 {
		return r.cat(at.Pos(), head, ret, fun, "("+commas(args)+") }")
	}
	if ret = commas(results); ret != "" {
		ret += " := "
	}
	return r.cat(at.Pos(), head, ret, fun, "("+commas(args)+"); "+strings.Join(behind, "; ")+"; return "+commas(results)+" }")
}
