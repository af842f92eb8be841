package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/verdicts"
)

var keep = flag.String("keep", "", "folder for the program, which is kept")

// imports are those of the cases.
var imports = strings.Fields(`archive/tar archive/zip bufio bytes cmp compress/flate compress/gzip compress/zlib container/heap container/list container/ring crypto/aes crypto/ed25519
	crypto/hmac crypto/md5 crypto/rand crypto/rc4 crypto/sha1 crypto/sha256 crypto/sha512 crypto/subtle encoding/ascii85 encoding/base32 encoding/base64 encoding/binary encoding/csv
	encoding/hex encoding/json encoding/pem htmltemplate=html/template errors flag fmt hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html image image/color image/draw image/png io maps math/big
	mrand=math/rand rand2=math/rand/v2 mime/multipart mime/quotedprintable net/http net/netip net/url path path/filepath reflect regexp slices sort strconv strings sync testing
	text/tabwriter text/template time unicode unicode/utf8`)

const prelude = `
//go:noinline
func use(...any) {}

type ints []int

func (x ints) Len() int           { return len(x) }
func (x ints) Less(i, j int) bool { return x[i] < x[j] }
func (x ints) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x *ints) Push(v any)        { *x = append(*x, v.(int)) }
func (x *ints) Pop() any {
	v := (*x)[len(*x)-1]
	*x = (*x)[:len(*x)-1]
	return v
}

type point struct {
	X int
	Y *point
	Z string
}

func both(f, g func()) {
	var wg sync.WaitGroup
	for _, f := range []func(){f, g} {
		wg.Go(func() {
			defer func() { recover() }()
			f()
		})
	}
	wg.Wait()
}
`

// A check is one call beside one other access.
type check struct {
	group, call, other string
	test               string
	native             bool // go test -race reports a race
	checked            *verdicts.Test
}

func (c *check) String() string { return c.group + ": " + c.call + " | " + c.other }

// TestCompare holds what calls of the standard library are said to access to what go test -race
// sees: each call runs beside another access of the same memory. A race that -race reports gocheck
// has to report. What gocheck reports and -race does not is in known_test.go, with the reason.
func TestCompare(t *testing.T) {
	longtest.Only(t)
	var all []*check
	functions := 0
	for _, g := range groups {
		functions += len(g.calls)
		for _, call := range g.calls {
			for _, other := range g.others {
				all = append(all, &check{group: g.name, call: call, other: other, test: fmt.Sprintf("Test%d", len(all))})
			}
		}
	}
	if functions < 200 {
		t.Errorf("only %d calls", functions)
	}
	dir := *keep
	if dir == "" {
		dir = t.TempDir()
	}
	if err := write(dir, all); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	gocheck, err := verdicts.Build(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	gocheck.Cache = "" // the user's
	racy, err := verdicts.Races(t.Context(), dir, 4)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := gocheck.Run(t.Context(), dir, nil, "-budget=5s", "-minimize=off", ".")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]*verdicts.Test)
	for i, v := range tests {
		found[v.Name] = &tests[i]
	}
	seen, missed := 0, 0
	for _, c := range all {
		c.native, c.checked = racy[c.test], found[c.test]
		if c.native {
			seen++
		}
		switch wrong, why := c.wrong(), knownFor(c); {
		case wrong != "" && why == "":
			t.Errorf("%s: %s", c, wrong)
		case wrong != "":
			missed++
			t.Logf("known: %s: %s (%s)", c, wrong, why)
		}
	}
	t.Logf("%d checks of %d calls; go test -race reports %d; %d are known to differ", len(all), functions, seen, missed)
}

// wrong says in what gocheck differs; empty: in nothing.
func (c *check) wrong() string {
	switch {
	case c.checked == nil:
		return "gocheck has no verdict"
	case c.native && c.checked.Kind() != "race":
		return "go test -race reports a race, gocheck: " + c.checked.String()
	case !c.native && c.checked.Kind() == "race":
		return "only gocheck reports a race"
	case !c.native && c.checked.Verdict != "pass":
		return "gocheck: " + c.checked.String()
	}
	return ""
}

func write(dir string, all []*check) error {
	var body strings.Builder
	body.WriteString(prelude)
	decls := make(map[string]string)
	for _, g := range groups {
		decls[g.name] = g.decl
	}
	for _, c := range all {
		extra := ""
		if strings.Contains(c.call, "rc4c.") {
			extra = "\trc4c, _ := rc4.NewCipher([]byte(\"key\"))\n"
		} else if strings.Contains(c.call, "aesc.") {
			extra = "\taesc, _ := aes.NewCipher(make([]byte, 16))\n"
		}
		fmt.Fprintf(&body, "\n// %s\nfunc %s(t *testing.T) {\n\t%s\n%s\tboth(func() { %s }, func() { %s })\n}\n", c.group, c.test, decls[c.group], extra, c.call, c.other)
	}
	text, err := verdicts.Source("compared", imports, body.String())
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module compared\n\ngo 1.26\n"), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "compared_test.go"), text, 0o644)
}
