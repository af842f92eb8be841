package access

import (
	"bufio"
	"bytes"
	"container/list"
	"container/ring"
	"encoding"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	rt "gocheck.dev/runtime"
	_ "gocheck.dev/runtime/access/hashes" // whoever is rewritten may hash
)

// Objects of the standard library are used by plain code: a call that is given
// one announces, before it, that it is about to be read or changed as a whole.
// Rewritten code passes the receiver or argument through Reads or Writes. The
// dynamic type decides: an io.Writer may hold a *bytes.Buffer, which has to be
// announced, or a type of the user's, whose methods announce what they do.

// An object is what is known of a dynamic type.
type object uint8

const (
	unknown    object = iota
	whole             // a pointer to an object that is one location
	passing           // the same, and using it uses the readers and writers that it holds
	draining          // the same, where it is read from; to close it does not
	buffered          // the same, when it is flushed; else what flows over is seen
	drawing           // one location that uses only read, but for Read of a rand.Rand; what it holds is used
	element           // of a list, which counts as used too
	rings             // an element of a ring: all of them count
	sorting           // sort.IntSlice and the like
	wrapper           // a value that is nothing but the readers and writers in it
	file              // an os.File
	atomics           // a variable of expvar, which orders its accesses itself
	discarding        // io.Discard
	duplex            // a bufio.ReadWriter, of which two tasks may use one half each
	served            // the same, of a package that is rewritten where sockets are under control
	summing           // one location that changes whenever it is used
	ordering          // it has a lock, and using it uses the readers and writers that it holds
)

// objects are the unsynchronised types of the standard library. They are
// named, since importing all of them would link them into every test binary.
var objects = map[string]object{
	"bytes.Buffer": whole, "bytes.Reader": whole, "strings.Builder": whole, "strings.Reader": whole,
	"bufio.Reader": passing, "bufio.Scanner": passing, "bufio.ReadWriter": duplex, "bufio.Writer": buffered,
	"container/list.List": whole, "container/list.Element": element, "container/ring.Ring": rings,
	"math/big.Int": whole, "math/big.Rat": whole, "math/big.Float": whole,
	"math/rand.Rand": drawing, "math/rand.rngSource": whole, "gocheck.dev/runtime/access/draws.late": whole, "math/rand.Zipf": drawing, "math/rand/v2.Rand": drawing, "math/rand/v2.Zipf": drawing, "math/rand/v2.PCG": whole, "math/rand/v2.ChaCha8": whole,
	"hash/maphash.Hash": whole,
	"hash/crc32.digest": whole, "hash/crc64.digest": whole, "hash/adler32.digest": whole, "crypto/md5.digest": whole, "crypto/sha1.digest": whole,
	"crypto/internal/fips140/sha256.Digest": whole, "crypto/internal/fips140/sha512.Digest": whole,
	"hash/fnv.sum32": whole, "hash/fnv.sum32a": whole, "hash/fnv.sum64": whole, "hash/fnv.sum64a": whole, "hash/fnv.sum128": whole, "hash/fnv.sum128a": whole,
	"encoding/json.Encoder": passing, "encoding/json.Decoder": passing, "encoding/xml.Encoder": passing, "encoding/xml.Decoder": passing,
	"encoding/csv.Reader": passing, "encoding/csv.Writer": buffered, "text/tabwriter.Writer": buffered,
	"compress/gzip.Writer": buffered, "compress/gzip.Reader": draining, "compress/flate.Writer": buffered, "compress/flate.decompressor": draining,
	"compress/flate.huffmanBitWriter": wrapper, "compress/flate.dictWriter": wrapper, "compress/zlib.Writer": buffered, "compress/zlib.reader": draining, "compress/lzw.Writer": buffered, "compress/lzw.Reader": draining, "compress/bzip2.reader": passing,
	"archive/zip.Writer": buffered, "testing/fstest.openMapFile": whole, "testing/fstest.mapDir": whole, "embed.openFile": whole, "embed.openDir": whole, "archive/zip.fileWriter": buffered, "archive/zip.countWriter": wrapper, "archive/zip.checksumReader": draining,
	"encoding/base64.encoder": buffered, "encoding/base64.decoder": passing, "encoding/base32.encoder": buffered, "encoding/base32.decoder": passing,
	"encoding/hex.encoder": passing, "encoding/hex.decoder": passing, "encoding/hex.dumper": passing, "encoding/ascii85.encoder": buffered, "encoding/ascii85.decoder": passing,
	"crypto/cipher.StreamReader": wrapper, "crypto/cipher.StreamWriter": wrapper, "crypto/cipher.aesCtrWrapper": wrapper, "crypto/cipher.ctr": whole, "crypto/cipher.ofb": whole, "crypto/cipher.cfb": whole,
	"crypto/cipher.cbcEncrypter": whole, "crypto/cipher.cbcDecrypter": whole, "crypto/rc4.Cipher": whole,
	"crypto/internal/fips140/aes.CTR": whole, "crypto/internal/fips140/aes.CBCEncrypter": whole, "crypto/internal/fips140/aes.CBCDecrypter": whole,
	"crypto/internal/fips140/hmac.HMAC": summing, "net/http/httptest.ResponseRecorder": passing, "archive/tar.Writer": passing, "archive/tar.Reader": passing,
	"mime/multipart.Writer": passing, "mime/multipart.part": wrapper, "mime/multipart.Reader": passing, "mime/multipart.Part": passing,
	"net/textproto.Reader": passing, "net/textproto.dotReader": passing, "net/textproto.Writer": passing, "net/textproto.dotWriter": buffered,
	"net/http.Header": whole, "net/url.Values": whole, "net/textproto.MIMEHeader": whole,
	"sort.IntSlice": sorting, "sort.StringSlice": sorting, "sort.Float64Slice": sorting, "sort.reverse": wrapper,
	"io.multiWriter": wrapper, "io.multiReader": wrapper, "io.teeReader": wrapper, "io.LimitedReader": passing, "io.SectionReader": whole,
	"os.File": file, "expvar.Int": atomics, "expvar.Float": atomics, "expvar.String": atomics, "expvar.Map": atomics,
	"log/slog.LevelVar": atomics, "net/http.ServeMux": served, "net/http.CrossOriginProtection": served, "net/http/cookiejar.Jar": served, "crypto/tls.lruSessionCache": served,
	"go/token.FileSet": atomics, "go/token.File": atomics, "crypto/x509.CertPool": whole, "encoding/gob.Encoder": ordering, "encoding/gob.Decoder": ordering,
	"flag.boolValue": whole, "flag.intValue": whole, "flag.int64Value": whole, "flag.uintValue": whole, "flag.uint64Value": whole,
	"flag.stringValue": whole, "flag.float64Value": whole, "flag.durationValue": whole,
	"testing/iotest.oneByteReader": wrapper, "testing/iotest.halfReader": wrapper, "testing/iotest.readLogger": wrapper, "testing/iotest.writeLogger": wrapper, "testing/iotest.timeoutReader": passing,
	"testing/iotest.dataErrReader": passing, "testing/iotest.truncateWriter": passing, "mime/quotedprintable.Reader": passing, "mime/quotedprintable.Writer": buffered,
	"io.discard": discarding, "io.nopCloser": wrapper, "io.nopCloserWriterTo": wrapper, "io.OffsetWriter": passing,
}

// kinds caches what objects says, by dynamic type: rewritten code runs outside
// of executions as well, on many goroutines.
var kinds sync.Map

func kindOf(t reflect.Type) object {
	if k, ok := kinds.Load(t); ok {
		return k.(object)
	}
	named := t
	if t.Kind() == reflect.Pointer {
		named = t.Elem()
	}
	k := unknown
	if named.PkgPath() != "" {
		k = objects[named.PkgPath()+"."+named.Name()]
	}
	kinds.Store(t, k)
	return k
}

// Reads announces that v, if it is an object of the standard library, is about
// to be read.
func Reads[T any](v T, s rt.Site) T {
	if rt.Quiet() {
		return v
	}
	(&use{site: s, direct: true}).object(reflect.ValueOf(any(v)))
	return v
}

// Writes announces that v, if it is an object of the standard library, is
// about to be changed.
func Writes[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, direct: true}).object(reflect.ValueOf(any(v)))
	return v
}

// Takes is Writes for what is read from.
func Takes[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, direct: true, half: "Reader"}).object(reflect.ValueOf(any(v)))
	return v
}

// Emits is Writes for what is written to.
func Emits[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, direct: true, half: "Writer"}).object(reflect.ValueOf(any(v)))
	return v
}

// Flushes is Writes for calls that empty a buffer into what is below it. An
// empty one is only looked at.
func Flushes[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, flush: true, half: "Writer"}).unless(idleWriter, reflect.ValueOf(any(v)))
	return v
}

// Drains is Writes for calls that read from v. At its end, that only looks.
func Drains[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, direct: true, half: "Reader"}).unless(idleReader, reflect.ValueOf(any(v)))
	return v
}

// Detaches is Writes for the element that (*list.List).Remove is given, whose
// value it returns.
func Detaches(e *list.Element, s rt.Site) *list.Element {
	if e != nil {
		rt.R(&e.Value, s)
	}
	return Writes(e, s)
}

// A use is the use of an object, and of those that it is passed on to. An
// object counts once: they may refer to each other.
type use struct {
	site         rt.Site
	write, flush bool
	direct       bool         // it is what the call is given, not what that holds
	unsure       bool         // whether it is used is not known yet
	moves        bool         // it accesses nothing behind the object
	shows        bool         // it reads all behind the object
	half         string       // of a duplex that is used: "Reader" or "Writer"; "": both
	holder       reflect.Type // what has the object as its reader or writer; nil: the call has
	seen         []unsafe.Pointer
}

func (u *use) object(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	direct := u.direct
	u.direct = false
	switch kind := kindOf(v.Type()); kind {
	case unknown:
		if direct {
			carried(v, u.site)
		}
	case sorting:
		elements(v, u.site, u.write)
	case element:
		u.location(v)
		if !u.write && !v.IsNil() { // its writer has the list as well
			u.object(v.Elem().FieldByName("list"))
		}
	case rings:
		first := (*ring.Ring)(v.UnsafePointer())
		if !u.location(v) {
			return
		}
		for r := first.Next(); r != first; r = r.Next() {
			rt.Touch(unsafe.Pointer(r), u.site, u.write)
		}
	case wrapper:
		u.below(v)
	case file:
		u.file(v)
	case discarding:
		u.discards()
	case atomics, served:
		if kind == atomics || !HasNetwork {
			ConsultsAt(v.UnsafePointer(), u.site, u.write)
		}
	case ordering:
		u.ordered(v)
	case summing:
		(&use{site: u.site, write: true}).location(v)
	case duplex:
		u.halves(v)
	case drawing:
		(&use{site: u.site, write: u.write && u.half == "Reader"}).location(v)
		u.below(v)
	default:
		if u.unsure {
			u.overflows(v)
			return
		}
		if !u.location(v) {
			return
		}
		switch {
		case !u.write || u.moves || kind == draining && direct && u.flush:
		case kind == buffered && !u.flush, ahead(v):
			u.maybe(v)
		case kind != whole:
			u.below(v)
		}
		u.contents(v)
	}
}

// ordered announces the use of an object that holds a lock of its own during the call. The
// call itself follows in the same step.
func (u *use) ordered(v reflect.Value) {
	m, ok := rt.Kept(v.UnsafePointer(), func() any { return new(sync.Mutex) }).(*sync.Mutex)
	if !ok || rt.Quiet() {
		return
	}
	rt.MutexLock(m, u.site)
	u.below(v)
	rt.MutexUnlock(m, u.site)
}

// unless announces the use of an object as a write, unless it is idle. Others may
// come before the read that is announced of an idle one: then it is looked at
// again.
func (u *use) unless(idle func(reflect.Value) bool, v reflect.Value) {
	if !v.IsValid() || kindOf(v.Type()) == unknown || !idle(v) {
		u.object(v)
		return
	}
	(&use{site: u.site}).object(v)
	if !idle(v) {
		u.object(v)
	}
}

// idleWriter reports whether a flush of v only reads it.
func idleWriter(v reflect.Value) bool {
	w, ok := interfaceOf(v).(*bufio.Writer)
	return ok && w != nil && w.Buffered() == 0
}

// idleReader reports whether a Read of v only reads v: nothing is left in it.
func idleReader(v reflect.Value) bool {
	switch r := interfaceOf(v).(type) {
	case *bytes.Reader:
		return r != nil && r.Len() == 0
	case *strings.Reader:
		return r != nil && r.Len() == 0
	case *io.LimitedReader:
		return r != nil && r.N <= 0
	}
	return false
}

// location announces the access of one object, a pointer or map. It says
// whether that was the first.
func (u *use) location(v reflect.Value) bool {
	p := v.UnsafePointer()
	if p == nil || slices.Contains(u.seen, p) {
		return false
	}
	u.seen = append(u.seen, p)
	if offset, none := apart(v.Type()); !none {
		rt.Touch(unsafe.Add(p, offset), u.site, u.write)
	}
	return true
}

// below goes on to the readers and writers in the fields of an object: they
// are read from, or flushed into.
func (u *use) below(v reflect.Value) {
	flush, holder := u.flush, u.holder
	if v.Kind() == reflect.Struct && v.Type().Name() != "" {
		u.holder = v.Type()
		if k := kindOf(v.Type()); k != unknown && k != wrapper {
			u.flush = flushes(v.Type())
		}
	}
	defer func() { u.flush, u.holder = flush, holder }()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			u.below(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch f := v.Field(i); f.Kind() {
			case reflect.Interface:
				u.object(f.Elem())
			case reflect.Pointer:
				u.object(f)
			case reflect.Slice, reflect.Struct:
				u.below(f)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Interface {
			for i := range v.Len() {
				u.object(v.Index(i).Elem())
			}
		}
	}
}

// elements announces an access of the elements of a slice, or of a map.
func elements(v reflect.Value, s rt.Site, write bool) {
	if v.Kind() == reflect.Map {
		rt.Touch(v.UnsafePointer(), s, write)
		return
	}
	for i := range v.Len() {
		rt.TouchValue(unsafe.Pointer(v.Index(i).UnsafeAddr()), v.Type().Elem(), s, write)
	}
}

// Permutes announces writes of the elements of a slice that is passed as any,
// as to sort.Slice.
func Permutes[T any](v T, s rt.Site) T {
	if x := reflect.ValueOf(any(v)); x.Kind() == reflect.Slice {
		elements(x, s, true)
	}
	return v
}

// Sets announces a write of the variable that p points to.
func Sets[T any](p T, s rt.Site) T {
	if v := reflect.ValueOf(any(p)); v.Kind() == reflect.Pointer && !v.IsNil() {
		rt.TouchValue(v.UnsafePointer(), v.Type().Elem(), s, true)
	}
	return p
}

// Fills announces what a decoder writes when it is given p: the exported parts
// of the variable that p points to, and of what pointers there point to.
func Fills[T any](p T, s rt.Site) T {
	switch v := reflect.ValueOf(any(p)); v.Kind() {
	case reflect.Pointer:
		f := filling{s: s, seen: make(map[unsafe.Pointer]bool)}
		f.pointer(v)
	case reflect.Slice:
		elements(v, s, true)
	}
	return p
}

// Finds is Sets for a call that has set the variable if it says so.
func Finds[T any](p T, found bool, s rt.Site) {
	if found {
		Sets(p, s)
	}
}

// FillsEach is Fills for arguments that are passed as args....
func FillsEach[S ~[]E, E any](args S, s rt.Site) S {
	for _, p := range args {
		Fills(p, s)
	}
	return args
}

// A filling is a walk through what a decoder may write; data may be cyclic.
type filling struct {
	s    rt.Site
	seen map[unsafe.Pointer]bool
}

func (f filling) pointer(p reflect.Value) {
	if p.IsNil() || f.seen[p.UnsafePointer()] {
		return
	}
	f.seen[p.UnsafePointer()] = true
	if kindOf(p.Type()) != unknown {
		(&use{site: f.s, write: true}).object(p)
		return
	}
	f.variable(p.Elem())
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

func (f filling) variable(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		exported := false
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() || field.Anonymous {
				exported = true
				f.variable(v.Field(i))
			}
		}
		if exported || !reflect.PointerTo(v.Type()).Implements(textUnmarshaler) {
			return
		}
	case reflect.Array:
		for i := range v.Len() {
			f.variable(v.Index(i))
		}
		return
	case reflect.Pointer: // what is there is filled
		if !v.IsNil() {
			rt.TouchValue(v.Addr().UnsafePointer(), v.Type(), f.s, false)
			f.pointer(v)
			return
		}
	case reflect.Map: // what is there is added to
		if !v.IsNil() {
			elements(v, f.s, true)
			return
		}
	case reflect.Slice: // the array is used again
		for i := range v.Len() {
			f.variable(v.Index(i))
		}
	}
	rt.TouchValue(v.Addr().UnsafePointer(), v.Type(), f.s, true)
}
