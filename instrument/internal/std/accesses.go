package std

import (
	"go/types"
	"math/big"
	"reflect"
	"strings"

	"gocheck.dev/instrument/internal/typing"
)

// Plain objects of the standard library: their methods run in code that is not
// rewritten, so a call says before it what it is about to access. An object is
// one location; package runtime/access knows the same types (objects).

// unsynchronised are these types, by package, with the methods that only read
// the receiver: every other one changes it. Types that synchronise themselves
// (log.Logger, http.Client, regexp.Regexp) are not here; but files, variables of expvar
// and encoders of gob are, whose order programs see (runtime/access/shared.go).
var unsynchronised = map[string]map[string]string{
	"bytes":          {"Buffer": "Available AvailableBuffer Bytes Cap Len Peek String", "Reader": "Len ReadAt Size"},
	"strings":        {"Builder": "Cap Len String", "Reader": "Len ReadAt Size"},
	"bufio":          {"Reader": "Buffered Size", "Writer": "Available AvailableBuffer Buffered Size", "Scanner": "Bytes Err Text", "ReadWriter": ""},
	"container/list": {"List": "Back Front Len", "Element": "Next Prev"},
	"container/ring": {"Ring": "Len Move Next Prev"},
	"math/big": {
		"Int": "Append AppendText Bit BitLen Bits Bytes Cmp CmpAbs FillBytes Float64 Format GobEncode Int64 IsInt64 IsUint64 MarshalJSON MarshalText" +
			" ProbablyPrime Sign String Text TrailingZeroBits Uint64",
		"Rat": "AppendText Cmp Denom Float32 Float64 FloatPrec FloatString GobEncode IsInt MarshalText Num RatString Sign String",
		"Float": "Acc Append AppendText Cmp Float32 Float64 Format GobEncode Int Int64 IsInf IsInt MantExp MarshalText MinPrec Mode Prec Rat Sign Signbit" +
			" String Text Uint64",
	},
	"math/rand":          {"Rand": "", "Zipf": ""},
	"reflect":            {"Value": ""},
	"math/rand/v2":       {"Rand": "", "Zipf": "", "PCG": "", "ChaCha8": ""},
	"hash/maphash":       {"Hash": "BlockSize Size"},
	"encoding/json":      {"Encoder": "", "Decoder": "Buffered InputOffset"},
	"encoding/xml":       {"Encoder": "", "Decoder": "InputOffset InputPos"},
	"encoding/gob":       {"Encoder": "", "Decoder": ""},
	"encoding/csv":       {"Reader": "FieldPos InputOffset", "Writer": "Error"},
	"text/tabwriter":     {"Writer": ""},
	"compress/gzip":      {"Reader": "", "Writer": ""},
	"compress/flate":     {"Writer": ""},
	"compress/zlib":      {"Writer": ""},
	"compress/lzw":       {"Reader": "", "Writer": ""},
	"net/http":           {"Header": "Clone Get Values Write WriteSubset", "ServeMux": "ServeHTTP Handler", "CrossOriginProtection": "Check Handler"},
	"net/http/cookiejar": {"Jar": "Cookies"},
	"go/token": {
		"FileSet": "Base File Iterate Position PositionFor Write",
		"File":    "LineCount Lines Line LineStart Position PositionFor Name Base Size End Pos Offset",
	},
	"crypto/x509":       {"CertPool": "Clone Equal Subjects"},
	"log/slog":          {"LevelVar": "AppendText Level MarshalText String"},
	"net/http/httptest": {"ResponseRecorder": "Header"},
	"net/url":           {"Values": "Encode Get Has"},
	"net/textproto":     {"MIMEHeader": "Get Values", "Reader": "", "Writer": ""},
	"sort":              {"IntSlice": "Len Less Search", "StringSlice": "Len Less Search", "Float64Slice": "Len Less Search"},
	"os":                {"File": "ReadAt Stat ReadDir Readdir Readdirnames"},
	"expvar":            {"Int": "Value String", "Float": "Value String", "String": "Value String", "Map": "Do Get String"},
	"mime/multipart":    {"Writer": "", "Reader": "", "Part": ""},
	"archive/tar":       {"Writer": "", "Reader": ""}, "archive/zip": {"Writer": ""},
	"mime/quotedprintable": {"Reader": "", "Writer": ""},
	"crypto/cipher":        {"StreamReader": "", "StreamWriter": ""},
	"io":                   {"LimitedReader": "", "SectionReader": "Size Outer ReadAt", "OffsetWriter": ""},
}

// flushing are methods that empty the receiver into the writer below it.
var flushing = Words("bufio.Writer.Flush bufio.Writer.ReadFrom encoding/csv.Writer.Flush encoding/csv.Writer.WriteAll text/tabwriter.Writer.Flush net/http/httptest.ResponseRecorder.Flush" +
	" compress/gzip.Writer.Flush compress/gzip.Writer.Close compress/flate.Writer.Flush compress/flate.Writer.Close compress/zlib.Writer.Flush compress/zlib.Writer.Close compress/lzw.Writer.Close" +
	" archive/zip.Writer.Flush archive/zip.Writer.Close mime/quotedprintable.Writer.Close")

// fieldwise are methods of these types of which the generated table says what they access.
var fieldwise = Words("mime/multipart.Part.FormName mime/multipart.Part.FileName")

// behind has methods that access memory behind the receiver in their own way, with their modes.
var behind = func() map[string]byte {
	m := make(map[string]byte)
	for mode, names := range map[byte]string{
		'l': "bufio.Writer.AvailableBuffer bytes.Buffer.Bytes bytes.Buffer.AvailableBuffer bytes.Buffer.Peek bufio.Scanner.Bytes",
		'n': "bytes.Buffer.Next",
		'd': "bufio.Reader.Peek bufio.Reader.ReadSlice bufio.Reader.ReadLine",
		'm': "bytes.Buffer.Reset bytes.Buffer.Truncate bytes.Buffer.UnreadByte bytes.Buffer.UnreadRune bytes.Reader.Seek bytes.Reader.UnreadByte bytes.Reader.UnreadRune" +
			" bufio.Reader.UnreadByte bufio.Reader.UnreadRune io.SectionReader.Seek net/http/httptest.ResponseRecorder.WriteHeader" +
			" compress/gzip.Writer.Reset compress/gzip.Reader.Reset compress/gzip.Reader.Close compress/flate.Writer.Reset compress/zlib.Writer.Reset compress/lzw.Writer.Reset compress/lzw.Reader.Reset compress/lzw.Reader.Close",
		'f': "bytes.Reader.Size bytes.Reader.ReadAt strings.Reader.Size strings.Reader.ReadAt io.SectionReader.Size io.SectionReader.ReadAt io.SectionReader.Outer" +
			" bufio.Reader.Size bufio.Writer.Size",
		'z': "bytes.Reader.Reset strings.Reader.Reset bufio.Reader.Reset",
		'c': "bytes.Buffer.String",
		'v': "net/http.Request.WithContext", // it copies it
		'h': "math/big.Int.Bits math/big.Int.Sign math/big.Float.Sign math/big.Rat.Sign",
	} {
		for name := range Words(names) {
			m[name] = mode
		}
	}
	return m
}()

// Of an interface's method only the dynamic type says what it accesses, and
// package access looks at that. These are the methods that the standard
// library's own objects are used by through interfaces.
const (
	dynamicReads   = "Sum Sum32 Sum64 String Len Bytes Text Buffered Header"
	dynamicDrains  = "Read Scan"
	dynamicTakes   = "WriteTo ReadByte ReadRune ReadString ReadBytes ReadLine ReadSlice UnreadByte UnreadRune Peek Discard"
	dynamicEmits   = "Write WriteString WriteByte WriteRune ReadFrom"
	dynamicWrites  = "WriteHeader Int63 Uint64 Seed Seek Encode Decode"
	dynamicMoves   = "Reset"
	dynamicFlushes = "Flush Close"
)

// Accessing says what functions and methods access through their parameters, a
// letter for each:
//
//	r w    an object: read, changed
//	R      an object that is read from until it ends
//	d      a list's element that is removed
//	s S    the elements of a slice: read, written
//	e      those of a slice that is passed as v...
//	a n    a slice that is appended to, or whose first elements are written, by the first result
//	m M    a map: read, written
//	L      the first elements of a slice: written, as many as the next parameter becomes or has
//	x      the elements of a slice passed as any: written
//	p      all that the pointer leads to is filled in
//	D Z N  the same as far as the input of package json, xml, gob has something for it
//	A B    the same of asn1; all of it if package binary has got enough
//	i      an image, whose pixels are read
//	l      a slice that an object is to stand before
//	@      from where on the receiver, a bytes.Reader, is read
//	P Q    a path, of what is looked at or changed there
//	o O    a path in the receiver, an os.Root
//	y z    a path in the first parameter, an fs.FS; z: of what is read as a whole
//	Y K    the same, in the receiver
//	E $    a variable of the environment; a text that names some
//	q      all that pointers lead to is filled in, as many as the first result says
//	v V    the variable that the pointer points to is set, V: if the first result says so
//	^ _    the name of a flag that is set, arguments that flags are set by
//	f      whatever package fmt prints
//	u U    an error: it is unwrapped, once or until the one is found that is looked for
//	j X g b  what a package encodes: json, xml, gob or asn1, binary
//	h H    an http.ResponseWriter whose header is changed, and which is written to
//	I J    a function, a visitor that is asked whether to go on below a node of a syntax tree
//	G T    a file whose imports are sorted, a syntax tree that is read
//	%      a number, if the receiver is one
//	c C    what a method of the receiver's dynamic type accesses; C: fills in
//	.      nothing
//
// The last letter counts for the rest of the parameters. Methods of the types
// above that are not listed access objects they are given as default says.
var Accessing = func() map[string]string {
	m := make(map[string]string)
	for path, list := range map[string]string{
		"fmt": "Fprint:wf Fprintf:w.f Fprintln:wf Print:f Printf:.f Println:f Sprint:f Sprintf:.f Sprintln:f Errorf:.f Append:af Appendf:a.f Appendln:af" +
			" Sscan:.q Sscanf:..q Sscanln:.q Fscan:wq Fscanf:w.q Fscanln:wq Scan:q Scanf:.q Scanln:q",
		"io":     "Copy:w CopyN:ww. CopyBuffer:wwS ReadAll:R ReadFull:Rn ReadAtLeast:Rn. LimitedReader.Read:n SectionReader.Read:n SectionReader.ReadAt:n. WriteString:w.",
		"errors": "As:UV Is:U. Unwrap:u Join:e",
		"flag":   "FlagSet.Set:^. FlagSet.Parse:_",
		"os": "ReadFile:P WriteFile:Qs. Create:Q OpenFile:Q.. Mkdir:Q. MkdirAll:Q. RemoveAll:Q Truncate:Q. Chmod:Q. Chtimes:Q.. Chown:Q.." +
			" Stat:P Lstat:P MkdirTemp:P. CreateTemp:P. DirFS:P Getenv:E LookupEnv:E ExpandEnv:$ File.Read:n File.ReadAt:n. File.Write:s File.WriteAt:s." +
			" Root.Open:o Root.ReadFile:o Root.Stat:o Root.Lstat:o Root.Readlink:o Root.OpenRoot:o Root.Create:O Root.OpenFile:O.. Root.WriteFile:Os. Root.Mkdir:O. Root.MkdirAll:O. Root.Remove:O Root.RemoveAll:O" +
			" Root.Rename:OO Root.Link:oO Root.Symlink:.O Root.Chmod:O. Root.Chtimes:O.. Root.Chown:O.. Root.Lchown:O..",
		"io/fs":           "ReadFile:.z ReadDir:.y Stat:.y Lstat:.y ReadLink:.y Glob:.y WalkDir:.y. FS.Open:Y ReadFileFS.ReadFile:K StatFS.Stat:Y ReadDirFS.ReadDir:Y GlobFS.Glob:Y",
		"testing/fstest":  "MapFS.Open:Y MapFS.ReadFile:K MapFS.Stat:Y MapFS.ReadDir:Y",
		"log/slog":        "NewMultiHandler:e GroupValue:e",
		"encoding/pem":    "Encode:wg EncodeToMemory:g",
		"io/ioutil":       "ReadFile:P WriteFile:Qs. TempDir:P. TempFile:P.",
		"sort":            "Slice:x. SliceStable:x. Sort:w Stable:w IsSorted:r",
		"slices":          "Delete:S. Concat:s Grow:s. All:s Values:s Backward:s Chunk:s.",
		"maps":            "Clone:m",
		"strings":         "Reader.Read:n Reader.ReadAt:n.",
		"bytes":           "Buffer.Read:n Buffer.ReadFrom:w Reader.Read:n Reader.ReadAt:n@ Reader.Reset:l NewBuffer:l NewReader:l NewBufferString:.",
		"bufio":           "Reader.Read:n Writer.ReadFrom:w Reader.Reset:. Writer.Reset:. Scanner.Buffer:l.",
		"encoding/json":   "Marshal:j MarshalIndent:j.. Encoder.Encode:j Unmarshal:sp Valid:s Compact:ws Indent:ws. HTMLEscape:ws Decoder.Decode:D",
		"encoding/xml":    "Marshal:X MarshalIndent:X.. Encoder.Encode:X Encoder.EncodeElement:Xb Encoder.EncodeToken:b CopyToken:b EscapeText:ws Escape:ws Unmarshal:sZ Decoder.Decode:Z Decoder.DecodeElement:Z.",
		"encoding/asn1":   "Marshal:g MarshalWithParams:g. Unmarshal:sA UnmarshalWithParams:sA.",
		"encoding/gob":    "Encoder.Encode:g Encoder.EncodeValue:g Decoder.Decode:N",
		"encoding/binary": "Read:w.B Decode:s.B Write:w.b Append:a.b Encode:n.b PutUvarint:n. PutVarint:n.",
		"encoding/hex":    "Encode:ns Decode:ns",
		"unicode/utf8":    "EncodeRune:n.",
		"hash/crc32":      "ChecksumIEEE:s",
		"crypto/subtle":   "XORBytes:ns", "math/rand/v2": "NewPCG:## PCG.Seed:## NewChaCha8:= ChaCha8.Seed:=",
		"time":            "LoadLocationFromTZData:.s",
		"encoding/base64": "Encoding.Decode:ns Encoding.Encode:Ls", "encoding/base32": "Encoding.Decode:ns Encoding.Encode:Ls", "encoding/ascii85": "Encode:ns Decode:ns.",
		"crypto/rc4": "Cipher.XORKeyStream:Ls",
		"net/http":   "ServeFile:..P DetectContentType:s SetCookie:h. Error:H.. Redirect:H. NotFound:H.",
		"go/ast":     "Inspect:.I Preorder:G Walk:J. SortImports:.G Fprint:wrT. Print:rT NewCommentMap:rTT",
		"go/printer": "Fprint:wrT Config.Fprint:wrT", "go/format": "Node:wrT", "go/parser": "ParseDir:wP.", "go/doc": "NewFromFiles:.T..",
		"image/draw": "Draw:..i.. DrawMask:..i.i..", "image/png": "Encode:wi Encoder.Encode:wi", "image/jpeg": "Encode:wi.", "image/gif": "Encode:wi.",
		"archive/zip":    "OpenReader:P",
		"compress/flate": "Writer.Write:s Writer.Reset:.",
		"compress/gzip":  "NewReader:w Reader.Reset:w Writer.Reset:.", "compress/zlib": "NewReader:w NewReaderDict:ws Writer.Reset:. Resetter.Reset:ws",
		"regexp": "MatchReader:.w Regexp.MatchReader:w Regexp.FindReaderIndex:w Regexp.FindReaderSubmatchIndex:w", "testing/iotest": "TestReader:Rs",
		"syscall": syscalls, "golang.org/x/sys/unix": syscalls,
		"container/list": "List.Remove:d List.PushBackList:r List.PushFrontList:r List.PushBack:. List.PushFront:. List.InsertBefore:.w List.InsertAfter:.w",
		"container/ring": "Ring.Link:w", "container/heap": "Init:w Push:w. Pop:w Remove:w. Fix:w.",
		"math/big": "Int.QuoRem:rrw Int.DivMod:rrw Int.GCD:wwrr Int.Rand:wr Float.Int:w Float.Rat:w Float.MantExp:w",
	} {
		for f := range strings.FieldsSeq(list) {
			name, modes, _ := strings.Cut(f, ":")
			m[path+"."+name] = modes
		}
	}
	return m
}()

// syscalls are those that are given paths, of packages syscall and unix.
const syscalls = "Open:Q.. Creat:Q. Mkdir:Q. Rmdir:Q Unlink:Q Rename:QQ Link:PQ Symlink:.Q Truncate:Q. Chmod:Q. Lchown:Q.. Chown:Q.. Utimes:Q. UtimesNano:Q. Mkfifo:Q. Mknod:Q.. Stat:P. Lstat:P. Access:P. Readlink:P. Statfs:P. Getenv:E"

// OfDirectories, OfFiles and OfEnvironment are functions that concern more than
// one path or variable: where a program has some, what they concern is shared as
// a whole. With those of OfFiles a path does not say which file it is.
var (
	OfDirectories = Words("os.ReadDir os.DirFS os.Mkdir os.MkdirAll os.Remove os.RemoveAll os.Rename os.CopyFS os.OpenRoot os.File.ReadDir os.File.Readdir os.File.Readdirnames" +
		" os.Root.Mkdir os.Root.MkdirAll os.Root.Remove os.Root.RemoveAll os.Root.Rename" +
		" syscall.Mkdir syscall.Rmdir syscall.Unlink syscall.Rename go/parser.ParseDir" +
		" golang.org/x/sys/unix.Mkdir golang.org/x/sys/unix.Rmdir golang.org/x/sys/unix.Unlink golang.org/x/sys/unix.Rename" +
		" io/ioutil.ReadDir path/filepath.Walk path/filepath.WalkDir path/filepath.Glob path/filepath.EvalSymlinks")
	OfFiles = Words("os.Chdir os.Getwd os.File.Chdir path/filepath.Abs os.Link os.Symlink os.Root.Link os.Root.Symlink" +
		" syscall.Link syscall.Symlink golang.org/x/sys/unix.Link golang.org/x/sys/unix.Symlink")
	OfEnvironment = Words("os.Environ os.ExpandEnv os.Clearenv syscall.Environ syscall.Clearenv")
)

// ReceiverMode says how a method accesses its receiver: 'r', 'w', 'F' (it is
// flushed), 'R' (it is read from: which changes it unless nothing is left), '<' and '>' (read from,
// and written to), those of behind, 0 not at all or by itself.
func ReceiverMode(f *types.Func) byte {
	recv := f.Signature().Recv()
	if recv == nil {
		return 0
	}
	if types.IsInterface(recv.Type()) {
		shape := f.Name() + Shape(f.Signature())
		if Adaptable[shape] {
			return 0 // Reset(time.Duration) bool is a timer's
		}
		if mode := interfaceModes[Key(f)]; mode != 0 {
			return mode
		}
		if mode := dynamicShape(f); mode != 0 {
			return mode
		}
		return dynamicModes[f.Name()]
	}
	if f.Pkg() == nil {
		return 0
	}
	if Key(f) == "reflect.Value."+f.Name() {
		return reflectModes[f.Name()]
	}
	reads, ok := unsynchronised[f.Pkg().Path()][ReceiverName(recv.Type())]
	switch {
	case fieldwise[Key(f)]:
		return 0
	case behind[Key(f)] != 0:
		return behind[Key(f)]
	case !ok:
		return 0
	case flushing[Key(f)]:
		return 'F'
	case Words(reads)[f.Name()]:
		return 'r'
	case Words(dynamicDrains)[f.Name()]:
		return 'R'
	}
	if f.Pkg().Path() == "os" {
		switch f.Name() {
		case "Chdir", "Fd", "Name", "SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Sync", "SyscallConn":
			return 0
		}
	}
	return 'w'
}

// interfaceModes has methods of the standard library's interfaces with names that many other
// methods have.
var interfaceModes = map[string]byte{"flag.Value.Set": 'w', "flag.Getter.Get": 'r', "net/http.ResponseWriter.WriteHeader": 'm',
	"net/http.CookieJar.Cookies": 'r', "net/http.CookieJar.SetCookies": 'w', "crypto/tls.ClientSessionCache.Get": 'w', "crypto/tls.ClientSessionCache.Put": 'w',
}

// dynamicShapes has methods of objects with names that mean something else elsewhere, with their
// types: of headers and url.Values, of lists, buffers, decoders and sources of random numbers.
var dynamicShapes = func() map[string]byte {
	m := make(map[string]byte)
	for mode, list := range map[byte]string{
		'r': "Get(string)(string); Has(string)(bool); Values(string)([]string); Cap()(int); Available()(int); Front()(*list.Element); Back()(*list.Element); InputOffset()(int64)" +
			"; MarshalBinary()([]byte, error); AppendBinary([]byte)([]byte, error); Clone()(hash.Cloner, error)",
		'w': "XORKeyStream([]byte, []byte)(); CryptBlocks([]byte, []byte)(); UnmarshalBinary([]byte)(error); Set(string, string)(); Add(string, string)(); Del(string)(); Truncate(int)(); Grow(int)(); Next(int)([]byte); More()(bool); Token()(json.Token, error); Token()(xml.Token, error)" +
			"; PushBack(interface {})(*list.Element); PushFront(interface {})(*list.Element); Remove(*list.Element)(interface {}); MoveToFront(*list.Element)(); MoveToBack(*list.Element)()" +
			"; Int()(int); Intn(int)(int); IntN(int)(int); Int31n(int32)(int32); Int32N(int32)(int32); Int63n(int64)(int64); Int64N(int64)(int64); Uint32()(uint32); Float64()(float64); NormFloat64()(float64); ExpFloat64()(float64)" +
			"; Perm(int)([]int); Shuffle(int, func(int, int))()",
	} {
		for shape := range strings.SplitSeq(list, "; ") {
			m[shape] = mode
		}
	}
	for _, t := range numbers {
		reads := Words(unsynchronised["math/big"][t.Elem().Name()])
		for f := range t.Methods() {
			shape := f.Name + strings.ReplaceAll(reflectShape(f.Type, 1), "uint8", "byte")
			if m[shape] == 0 && dynamicModes[f.Name] == 0 {
				m[shape] = map[bool]byte{true: 'r', false: 'w'}[reads[f.Name]]
			}
		}
	}
	return m
}()

// dynamicShape is what dynamicShapes says of an interface's method. What its type parameters stand
// for may be a number.
func dynamicShape(f *types.Func) byte {
	mode := dynamicShapes[f.Name()+Shape(f.Signature())]
	for _, t := range numbers {
		if mode == 0 {
			mode = dynamicShapes[f.Name()+shapeWith(f.Signature(), t.String())]
		}
	}
	return mode
}

// numbers are types whose methods take others of the same type.
var numbers = []reflect.Type{reflect.TypeFor[*big.Int](), reflect.TypeFor[*big.Rat](), reflect.TypeFor[*big.Float]()}

// reflectModes says what methods of a reflect.Value access: the variable that it
// stands for (a, A; p: unless it is an array), or the map in it (k, K).
var reflectModes = func() map[string]byte {
	m := make(map[string]byte)
	for mode, names := range map[byte]string{
		'a': "Int Uint Float Complex Bool String Interface IsNil Elem Pointer UnsafePointer",
		'p': "Index Bytes Slice Slice3 Cap",
		'A': "Set SetInt SetUint SetFloat SetComplex SetBool SetString SetBytes SetLen SetCap SetZero SetPointer SetIterKey SetIterValue",
		'k': "MapIndex MapRange", 'K': "SetMapIndex Clear",
	} {
		for name := range Words(names) {
			m[name] = mode
		}
	}
	return m
}()

var dynamicModes = func() map[string]byte {
	m := make(map[string]byte)
	for mode, names := range map[byte]string{'r': dynamicReads, 'w': dynamicWrites, '<': dynamicTakes, '>': dynamicEmits, 'R': dynamicDrains, 'F': dynamicFlushes, 'm': dynamicMoves} {
		for name := range Words(names) {
			m[name] = mode
		}
	}
	return m
}()

// carrying are methods of interfaces by which a reader, a writer or a value gets to objects of the
// standard library, with the letter of the first parameter.
var carrying = map[string]byte{
	"ReadFrom(io.Reader)(int64, error)": 'c', "WriteTo(io.Writer)(int64, error)": 'c', "Encode(interface {})(error)": 'c', "Decode(interface {})(error)": 'C',
	"ReadAt([]byte, int64)(int, error)": 'n', "WriteAt([]byte, int64)(int, error)": 'c',
}

// Carrying is the letter of the first parameter of such a method, 0 for others.
func Carrying(f *types.Func) byte {
	return carrying[f.Name()+strings.ReplaceAll(Shape(f.Signature()), "uint8", "byte")]
}

// ParamMode is the letter of a function's parameter.
func ParamMode(f *types.Func, i int) byte {
	if f.Pkg() == nil {
		return '.'
	}
	sig := f.Signature()
	if sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) { // of an io.Writer, an io.Reader
		if modes := Accessing[Key(f)]; modes != "" {
			return modes[min(i, len(modes)-1)]
		} else if generatedParam(f, i) {
			return GeneratedMode
		}
		switch f.Name() {
		case "Write":
			return 's'
		case "Read":
			if results := sig.Results(); results.Len() > 0 && types.Identical(results.At(0).Type(), types.Typ[types.Int]) {
				return 'n'
			}
			return 'S'
		}
		if mode := Carrying(f); mode != 0 && i == 0 {
			return mode
		}
		if i < sig.Params().Len() && strings.HasPrefix(reflectText(sig.Params().At(i).Type(), "*big."), "*big.") && dynamicShape(f) != 0 {
			return '%'
		}
		if f.Name() == "Sum" && sig.Params().Len() == 1 && sig.Results().Len() == 1 && types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) {
			return 'a'
		}
		return '.'
	}
	if i == 0 && sig.Recv() == nil && Relating[Key(f)] != nil {
		return RelatingMode
	}
	if modes, ok := Accessing[Key(f)]; ok {
		return modes[min(i, len(modes)-1)]
	}
	if generatedParam(f, i) {
		return GeneratedMode
	}
	path := f.Pkg().Path()
	switch {
	case unsynchronised[path] == nil && path != "unicode/utf8", strings.HasPrefix(f.Name(), "New"):
		return '.'
	case path == "math/big":
		return 'r'
	case path == "bytes" || path == "unicode/utf8":
		if i < sig.Params().Len() {
			if _, ok := sig.Params().At(i).Type().Underlying().(*types.Slice); ok && !sig.Variadic() {
				return 's'
			}
		}
	}
	// An object that is given away as what it is, is used.
	if i < sig.Params().Len() && StandardObject(sig.Params().At(i).Type()) {
		return 'w'
	}
	return '.'
}

// StandardObject reports whether t is an unsynchronised type of the standard
// library, or a pointer to one.
func StandardObject(t types.Type) bool {
	n := typing.NamedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	_, ok := unsynchronised[n.Obj().Pkg().Path()][n.Obj().Name()]
	switch n.Underlying().(type) {
	case *types.Map, *types.Slice:
		return ok
	}
	return ok && typing.Pointee(t) != nil
}

// Words is the set of the words of a text.
func Words(names string) map[string]bool {
	m := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		m[name] = true
	}
	return m
}

// ReceiverHelpers are the functions of package access that announce accesses of a receiver,
// by ReceiverMode.
var ReceiverHelpers = map[byte]string{'r': "Reads", 'w': "Writes", 'R': "Drains", 'F': "Flushes", 'a': "ReadsValue", 'A': "WritesValue", 'p': "ReadsHeader", 'k': "ReadsContents", 'K': "WritesContents",
	'l': "ReadsLent", 'n': "MovesLent", 'd': "DrainsLent", 'm': "Moves", 'c': "Shows", 'v': "Looks", 'h': "ReadsHead", 'f': "ReadsFixed", 'z': "Replaces", '<': "Takes", '>': "Emits"}
