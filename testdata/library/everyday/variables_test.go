package everyday

import (
	"bytes"
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"strings"
	"testing"
	"time"
)

// Exported variables of the standard library that the program sets beside functions of the library
// that read them.

func local(t *testing.T) {
	l := time.Local
	t.Cleanup(func() { time.Local = l })
}

func utc() { time.Local = time.UTC }

func TestBugLocalNow(t *testing.T) {
	local(t)
	two(utc, func() { sink = time.Now() })
}

func TestBugLocalNowAsValue(t *testing.T) {
	local(t)
	now := time.Now
	two(utc, func() { sink = now() })
}

func TestBugLocalOfTime(t *testing.T) {
	local(t)
	x := time.Unix(1, 0).UTC()
	two(utc, func() { sink = x.Local() })
}

func TestBugLocalOfTimeAsValue(t *testing.T) {
	local(t)
	f := time.Unix(1, 0).UTC().Local
	two(utc, func() { sink = f() })
}

func TestBugLocalUnix(t *testing.T) {
	local(t)
	two(utc, func() { sink = time.Unix(1, 2) })
}

func TestBugLocalUnixMilli(t *testing.T) {
	local(t)
	two(utc, func() { sink = time.UnixMilli(1) })
}

func TestBugLocalDate(t *testing.T) {
	local(t)
	two(utc, func() { sink = time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) })
}

func TestBugLocalParse(t *testing.T) {
	local(t)
	two(utc, func() { sink, _ = time.Parse(time.RFC822Z, "02 Jan 06 15:04 -0700") })
}

func TestBugLocalTimeout(t *testing.T) {
	local(t)
	two(utc, func() {
		_, cancel := context.WithTimeout(context.Background(), time.Second)
		cancel()
	})
}

func TestBugLocalByAddress(t *testing.T) {
	local(t)
	p := &time.Local
	two(func() { *p = time.UTC }, func() { sink = time.Now() })
}

// The arguments come before the call.
func TestOKLocalAfterArgument(t *testing.T) {
	local(t)
	c := make(chan int64)
	two(func() { utc(); c <- 1 }, func() { sink = time.Unix(<-c, 0) })
}

func TestOKLocalFormat(t *testing.T) {
	local(t)
	x := time.Now().UTC()
	two(utc, func() { sink = x.Add(1).Format(time.RFC3339) })
}

func TestOKLocalSince(t *testing.T) {
	local(t)
	x := time.Now()
	two(utc, func() { sink2(time.Since(x)) })
}

func TestOKLocalBefore(t *testing.T) {
	local(t)
	utc()
	two(func() { sink2(time.Now()) }, func() { sink2(time.Now()) })
}

func reader(t *testing.T) {
	r := rand.Reader
	t.Cleanup(func() { rand.Reader = r })
}

func letters() { rand.Reader = strings.NewReader(strings.Repeat("a", 100)) }

func TestBugReaderRead(t *testing.T) {
	reader(t)
	two(letters, func() { rand.Read(make([]byte, 2)) })
}

func TestBugReaderText(t *testing.T) {
	reader(t)
	two(letters, func() { sink = rand.Text() })
}

func TestBugReaderBoundary(t *testing.T) {
	reader(t)
	two(letters, func() { sink = multipart.NewWriter(new(bytes.Buffer)) })
}

func TestOKReaderOwn(t *testing.T) {
	reader(t)
	own := strings.NewReader(strings.Repeat("a", 100))
	two(letters, func() { io.ReadFull(own, make([]byte, 2)) })
}

func commandLine(t *testing.T) {
	f := flag.CommandLine
	t.Cleanup(func() { flag.CommandLine = f })
}

func noFlags() { flag.CommandLine = flag.NewFlagSet("x", flag.ContinueOnError) }

func TestBugFlagsLookup(t *testing.T) {
	commandLine(t)
	two(noFlags, func() { sink = flag.Lookup("q") })
}

func TestBugFlagsNArg(t *testing.T) {
	commandLine(t)
	two(noFlags, func() { sink = flag.NArg() })
}

func TestBugFlagsDefine(t *testing.T) {
	commandLine(t)
	noFlags()
	two(noFlags, func() { sink = flag.Int("q", 1, "") })
}

func TestBugFlagsArgs(t *testing.T) {
	commandLine(t)
	noFlags()
	defer func(args []string) { os.Args = args }(os.Args)
	os.Args = []string{"x"}
	two(func() { os.Args = []string{"y"} }, flag.Parse)
}

func TestOKFlagsOfSet(t *testing.T) {
	commandLine(t)
	f := flag.NewFlagSet("y", flag.ContinueOnError)
	two(noFlags, func() { f.Int("q", 1, "") })
}

// What fmt prints of an address is another matter.
func TestBugStdoutAddress(t *testing.T) {
	defer func(f *os.File) { os.Stdout = f }(os.Stdout)
	null, _ := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	defer null.Close()
	two(func() { os.Stdout = null }, func() { fmt.Printf("%p\n", t) })
}
