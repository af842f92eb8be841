package library

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"index/suffixarray"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestIPTo16(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.To16()) })
}

func TestIPTo4(t *testing.T) {
	ip := net.ParseIP("1.2.3.4")
	both(func() { ip[11] = 2 }, func() { use(ip.To4()) })
}

func TestIPDefaultMask(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.DefaultMask()) })
}

func TestIPPrivate(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.IsPrivate()) })
}

func TestAddrFromSlice(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { netip.AddrFromSlice(ip) })
}

func TestAddrTo4Part(t *testing.T) {
	ip := net.ParseIP("1.2.3.4")
	four := ip.To4()
	both(func() { four[0] = 2 }, func() { use(ip.String()) })
}

func TestIPNetOfCIDR(t *testing.T) {
	_, n, _ := net.ParseCIDR("10.0.0.0/8")
	both(func() { n.IP[0] = 2 }, func() { use(n.String()) })
}

func TestBitsOfInt(t *testing.T) {
	x := big.NewInt(5)
	words := x.Bits()
	both(func() { words[0] = 2 }, func() { use(x.String()) })
}

func TestSetBits(t *testing.T) {
	words := []big.Word{5}
	x := new(big.Int).SetBits(words)
	both(func() { words[0] = 2 }, func() { use(x.Sign(), x.Int64()) })
}

func TestCopyOfInt(t *testing.T) {
	x := big.NewInt(5)
	y := *x
	both(func() { x.SetInt64(6) }, func() { use(y.String()) })
}

func TestCopyOfIntMade(t *testing.T) {
	x := big.NewInt(5)
	both(func() { x.SetInt64(6) }, func() { y := *x; use(y) })
}

func TestRatNum(t *testing.T) {
	x := big.NewRat(5, 3)
	n := x.Num()
	both(func() { n.SetInt64(6) }, func() { use(x.String()) })
}

func TestIntSet(t *testing.T) {
	x, y := big.NewInt(5), new(big.Int)
	both(func() { x.SetInt64(6) }, func() { y.Set(x) })
}

func TestIntAppend(t *testing.T) {
	x, b := big.NewInt(5), make([]byte, 0, 8)
	both(func() { use(b[:1][0]) }, func() { x.Append(b, 10) })
}

func TestSuffixLookup(t *testing.T) {
	b := []byte("banana")
	x := suffixarray.New(b)
	both(func() { b[1] = 'o' }, func() { use(x.Lookup([]byte("ana"), -1)) })
}

func TestSuffixBytes(t *testing.T) {
	b := []byte("banana")
	x := suffixarray.New(b)
	both(func() { b[1] = 'o' }, func() { use(x.Bytes()[1]) })
}

func TestSuffixNew(t *testing.T) {
	b := []byte("banana")
	both(func() { b[1] = 'o' }, func() { suffixarray.New(b) })
}

func TestSubexpNames(t *testing.T) {
	r := regexp.MustCompile("(?P<a>x)")
	n := r.SubexpNames()
	both(func() { n[1] = "b" }, func() { use(r.SubexpIndex("a")) })
}

func TestSubexpExpand(t *testing.T) {
	r := regexp.MustCompile("(?P<a>x)")
	n := r.SubexpNames()
	both(func() { n[1] = "b" }, func() { use(r.ReplaceAllString("x", "${a}")) })
}

func TestRegexpLongest(t *testing.T) {
	r := regexp.MustCompile("a+")
	both(func() { r.Longest() }, func() { use(r.MatchString("aa")) })
}

func TestRegexpMatch(t *testing.T) {
	r, b := regexp.MustCompile("a+"), []byte("bbaa")
	both(func() { b[2] = 'c' }, func() { use(r.Match(b)) })
}

func TestJoinedGiven(t *testing.T) {
	es := []error{io.EOF, fs.ErrExist}
	err := errors.Join(es...)
	both(func() { err.(interface{ Unwrap() []error }).Unwrap()[0] = nil }, func() { use(errors.Is(err, fs.ErrExist)) })
}

func TestJoinedShown(t *testing.T) {
	err := errors.Join(io.EOF, fs.ErrExist)
	es := err.(interface{ Unwrap() []error }).Unwrap()
	both(func() { es[0] = fs.ErrClosed }, func() { use(err.Error()) })
}

func TestErrorfSeveral(t *testing.T) {
	err := fmt.Errorf("%w %w", io.EOF, fs.ErrExist)
	es := err.(interface{ Unwrap() []error }).Unwrap()
	both(func() { es[0] = fs.ErrClosed }, func() { use(errors.Is(err, fs.ErrInvalid)) })
}

func parsed() *ast.File {
	f, _ := parser.ParseFile(token.NewFileSet(), "a.go", "package a\nfunc f() { x := 1; _ = x }\n", 0)
	return f
}

func TestInspect(t *testing.T) {
	f := parsed()
	both(func() { f.Name = ast.NewIdent("b") }, func() { ast.Inspect(f, func(ast.Node) bool { return true }) })
}

func TestInspectDecl(t *testing.T) {
	f := parsed()
	both(func() { f.Decls[0].(*ast.FuncDecl).Body = nil }, func() { ast.Inspect(f, func(ast.Node) bool { return true }) })
}

func TestInspectList(t *testing.T) {
	f := parsed()
	b := f.Decls[0].(*ast.FuncDecl).Body
	both(func() { b.List[1] = b.List[0] }, func() { ast.Inspect(f, func(ast.Node) bool { return true }) })
}

func TestTimeInLocation(t *testing.T) {
	p := new(time.Time)
	both(func() { *p = time.Unix(1, 0) }, func() { use(p.Format(time.RFC3339)) })
}

func TestBuilderKept(t *testing.T) {
	var b strings.Builder
	both(func() { b.Grow(3) }, func() { use(b.Cap()) })
}
