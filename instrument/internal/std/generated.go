package std

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
//	        of which is written if the data say so; s and f read a field that is a slice, and all
//	        of its elements or the first one; k and K a field that is a map, which is read, with
//	        the elements of the entry that may follow a colon, or written
//	.       nothing

//go:embed generated.txt
var generatedTable string

// byHand are words, as in the table, of functions that it leaves out.
const byHand = `
archive/tar.Writer.WriteHeader . *rAccessTime,rChangeTime,rDevmajor,rDevminor,rFormat,rGid,rGname,rLinkname,rModTime,rMode,rName,kPAXRecords,rSize,rTypeflag,rUid,rUname,kXattrs
archive/zip.Reader.RegisterDecompressor *~decompressors,Kdecompressors . .
encoding/asn1.ObjectIdentifier.Equal s s
encoding/asn1.ObjectIdentifier.String s
encoding/binary.AppendByteOrder.AppendUint16 . a .
encoding/binary.AppendByteOrder.AppendUint32 . a .
encoding/binary.AppendByteOrder.AppendUint64 . a .
encoding/binary.ByteOrder.PutUint16 . S0:2 .
encoding/binary.ByteOrder.PutUint32 . S0:4 .
encoding/binary.ByteOrder.PutUint64 . S0:8 .
encoding/binary.ByteOrder.Uint16 . s0:2
encoding/binary.ByteOrder.Uint32 . s0:4
encoding/binary.ByteOrder.Uint64 . s0:8
encoding/xml.CharData.Copy s
encoding/xml.Comment.Copy s
encoding/xml.Directive.Copy s
go/ast.Ident.IsExported *rName
go/ast.Ident.String *rName
net.HardwareAddr.String s
net.IP.AppendText s a
net.IP.Equal s s
net.IP.MarshalText s
net.IP.Mask s s
net.IP.String s
net.IP.UnmarshalText v s
net.IPAddr.String *sIP,rZone
net.IPMask.Size s0:1
net.IPMask.String s
net.IPNet.Contains *fIP,fMask s0:1
net.IPNet.String *sIP,sMask
net.TCPAddr.AddrPort *sIP,rPort,rZone
net.TCPAddr.String *sIP,rPort,rZone
net.UDPAddr.AddrPort *sIP,rPort,rZone
net.UDPAddr.String *sIP,rPort,rZone
net.UnixAddr.String *rName
net/http.Cookie.String *rDomain,rExpires,rHttpOnly,rMaxAge,rName,rPartitioned,rPath,rQuoted,rSameSite,rSecure,rValue
net/http.Request.AddCookie *KHeader:Cookie .
net/http.Request.BasicAuth *kHeader:Authorization
net/http.Request.Cookie *kHeader:Cookie .
net/http.Request.Cookies *kHeader:Cookie
net/http.Request.CookiesNamed *kHeader:Cookie .
net/http.Request.FormValue *~Form .
net/http.Request.ParseForm *~Form,~PostForm
net/http.Request.PathValue *rpat,smatches,kotherValues .
net/http.Request.Referer *kHeader:Referer
net/http.Request.SetBasicAuth *KHeader . .
net/http.Request.SetPathValue *rpat,~matches,~otherValues,KotherValues . .
net/http.Request.UserAgent *kHeader:User-Agent
net/http.Request.Write *kHeader w
net/http.Request.WriteProxy *kHeader w
net/netip.AddrFromSlice s
strings.Replacer.WriteString . w .
`

// variablesTable has functions of the standard library, each with the exported variables that it
// reads whenever it is called: internal/stdtables has made it, too.
//
//go:embed variables.txt
var variablesTable string

// variables are those, by function.
var variables = sync.OnceValue(func() map[string][]string {
	m := make(map[string][]string)
	for line := range strings.Lines(variablesTable) {
		words := strings.Fields(line)
		m[words[0]] = words[1:]
	}
	return m
})

// Variables lists the exported variables of the standard library that a function of it reads.
func Variables(f *types.Func) []string {
	if f.Pkg() == nil {
		return nil
	}
	return variables()[Key(f)]
}

// readByLibrary are all of them.
var readByLibrary = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range variables() {
		for _, name := range names {
			all[name] = true
		}
	}
	return all
})

// ReadByLibrary reports whether functions of the standard library read a variable of it.
func ReadByLibrary(name string) bool { return readByLibrary()[name] }

// generated are the words, by function.
var generated = sync.OnceValue(func() map[string][]string {
	m := make(map[string][]string)
	for line := range strings.Lines(generatedTable + byHand) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			m[words[0]] = words[1:]
		}
	}
	return m
})

// GeneratedMode stands for a word of the table.
const GeneratedMode = '*'

// GeneratedWord is the word of a parameter, -1: of the receiver.
func GeneratedWord(f *types.Func, i int) string {
	if f.Pkg() == nil || f.Pkg().Path() == "" {
		return "."
	}
	words := generated()[Key(f)]
	if f.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(words) {
		return "."
	}
	if words[i] == "S" && f.Name() == "Read" {
		return "n"
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
	word := GeneratedWord(f, i)
	return word != "." && !(word[0] == '*' && StandardObject(sig.Params().At(i).Type()))
}

// AnyReceiverMode is ReceiverMode, or GeneratedMode where only the generated table has the method.
func AnyReceiverMode(f *types.Func) byte {
	if f.Pkg() != nil && f.Signature().Recv() != nil && Relating[Key(f)] != nil {
		return RelatingMode
	}
	if mode := ReceiverMode(f); mode != 0 {
		return mode
	}
	recv := f.Signature().Recv()
	if recv == nil || types.IsInterface(recv.Type()) || StandardObject(recv.Type()) && !fieldwise[Key(f)] || GeneratedWord(f, -1) == "." {
		return 0
	}
	return GeneratedMode
}

// Fleeting reports whether a function of the standard library is done with the slices that it reads
// when it returns: it neither keeps them nor has something in them for its result.
func Fleeting(f *types.Func) bool {
	sig := f.Signature()
	if fresh[Key(f)] {
		return true
	}
	if sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) { // the program may have it
		return false
	}
	for v := range sig.Results().Variables() {
		t := v.Type().Underlying()
		if a, ok := t.(*types.Array); ok {
			t = a.Elem().Underlying()
		}
		if _, basic := t.(*types.Basic); !basic && !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return false
		}
	}
	return true
}

// fresh are functions whose results have memory of their own.
var fresh = Words("slices.Clone slices.Repeat slices.Concat math/big.Int.SetBytes bytes.Clone bytes.Map bytes.Repeat bytes.Replace bytes.ReplaceAll bytes.Runes" +
	" bytes.Title bytes.ToLower bytes.ToTitle bytes.ToUpper bytes.ToValidUTF8")
