package formats

import (
	"bufio"
	"bytes"
	"io"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"testing"
	"text/scanner"
	"text/tabwriter"
)

func TestBugScannerText(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	s.Scan()
	two(func() { sink = s.Text() }, func() { s.Scan() })
}

func TestBugScannerSplit(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	n := 0
	s.Split(func(d []byte, e bool) (int, []byte, error) { n++; return bufio.ScanLines(d, e) })
	two(func() { s.Scan() }, func() { sink = n })
}

func TestBugScannerBuffer(t *testing.T) {
	buf := make([]byte, 64)
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	s.Buffer(buf, 64)
	two(func() { s.Scan() }, func() { sink = buf[0] })
}

func TestOKScannerLocked(t *testing.T) {
	var mu sync.Mutex
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	var got []string
	next := func() {
		mu.Lock()
		defer mu.Unlock()
		if s.Scan() {
			got = append(got, s.Text())
		}
	}
	two(next, next)
	if len(got) != 2 || got[0] != "a" {
		t.Error(got)
	}
}

func TestBugScannerCheckThenText(t *testing.T) {
	var mu sync.Mutex
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	var got []string
	next := func() {
		mu.Lock()
		ok := s.Scan()
		mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		if ok {
			got = append(got, s.Text())
		}
	}
	two(next, next)
	if got[0] != "a" {
		t.Error(got)
	}
}

func TestOKReadWriterTwo(t *testing.T) {
	pr, pw := io.Pipe()
	rw := bufio.NewReadWriter(bufio.NewReader(pr), bufio.NewWriter(pw))
	two(func() { rw.WriteString("x\n"); rw.Flush() }, func() { rw.ReadString('\n') })
}

func TestBugReadWriterUnflushed(t *testing.T) {
	pr, pw := io.Pipe()
	rw := bufio.NewReadWriter(bufio.NewReader(pr), bufio.NewWriter(pw))
	two(func() { rw.WriteString("x\n") }, func() { rw.ReadString('\n') })
}

func TestBugTextScanner(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c"))
	two(func() { s.Scan() }, func() { s.Scan() })
}

func TestBugTextScannerText(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c"))
	s.Scan()
	two(func() { sink = s.TokenText() }, func() { s.Scan() })
}

func TestBugTextScannerPeek(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c"))
	two(func() { sink = s.Peek() }, func() { s.Next() })
}

func TestBugTextScannerPos(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c"))
	two(func() { sink = s.Pos() }, func() { s.Scan() })
}

func TestBugTextScannerMode(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b c"))
	two(func() { s.Mode = 0 }, func() { s.Scan() })
}

func TestBugTextScannerError(t *testing.T) {
	n := 0
	var s scanner.Scanner
	s.Init(strings.NewReader("\"a"))
	s.Error = func(*scanner.Scanner, string) { n++ }
	two(func() { s.Scan() }, func() { sink = n })
}

func TestOKTextScannerOwn(t *testing.T) {
	f := func() {
		var s scanner.Scanner
		s.Init(strings.NewReader("a b"))
		for s.Scan() != scanner.EOF {
			sink2(s.TokenText())
		}
	}
	two(f, f)
}

func TestBugTabInit(t *testing.T) {
	w := tabwriter.NewWriter(io.Discard, 0, 8, 0, '\t', 0)
	two(func() { w.Init(io.Discard, 0, 8, 0, '\t', 0) }, func() { w.Write([]byte("a\tb\n")) })
}

func TestBugTabFlushBelow(t *testing.T) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 8, 0, '\t', 0)
	w.Write([]byte("a\tb\n"))
	two(func() { w.Flush() }, func() { sink = b.Len() })
}

func TestOKTabUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 8, 0, '\t', 0)
	two(func() { w.Write([]byte("a\tb\n")) }, func() { sink = b.Len() })
}

func TestBugTabWriteTwo(t *testing.T) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 8, 0, '\t', 0)
	two(func() { w.Write([]byte("a\tb\n\n")) }, func() { sink = b.Len() }) // an empty line ends the column
}

func TestBugMultipartPart(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	p, _ := w.CreateFormField("a")
	two(func() { p.Write([]byte("x")) }, func() { w.CreateFormField("b") })
}

func TestBugMultipartPartBelow(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	p, _ := w.CreateFormField("a")
	two(func() { p.Write([]byte("x")) }, func() { sink = b.Len() })
}

func multi() string {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	w.SetBoundary("xyz")
	w.WriteField("a", "1")
	w.WriteField("b", "2")
	w.Close()
	return b.String()
}

func TestBugMultipartReader(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	two(func() { r.NextPart() }, func() { r.NextPart() })
}

func TestBugMultipartReaderPart(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	p, _ := r.NextPart()
	two(func() { io.ReadAll(p) }, func() { r.NextPart() })
}

func TestBugMultipartPartRead(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	p, _ := r.NextPart()
	two(func() { p.Read(make([]byte, 1)) }, func() { p.Read(make([]byte, 1)) })
}

func TestBugMultipartFormName(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	p, _ := r.NextPart()
	two(func() { p.FormName() }, func() { p.FileName() })
}

func TestBugMultipartHeader(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	p, _ := r.NextPart()
	two(func() { p.Header.Set("A", "b") }, func() { p.Header.Get("A") })
}

func TestOKMultipartForm(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	f, err := r.ReadForm(1000)
	if err != nil {
		t.Fatal(err)
	}
	two(func() { sink2(f.Value["a"]) }, func() { sink2(f.Value["b"]) })
}

func TestBugMultipartForm(t *testing.T) {
	r := multipart.NewReader(strings.NewReader(multi()), "xyz")
	f, err := r.ReadForm(1000)
	if err != nil {
		t.Fatal(err)
	}
	two(func() { sink2(f.Value["a"]) }, func() { f.Value["b"] = nil })
}

func TestBugMailHeader(t *testing.T) {
	m, _ := mail.ReadMessage(strings.NewReader("From: a@b.c\r\nDate: Mon, 2 Jan 2006 15:04:05 -0700\r\n\r\nbody"))
	two(func() { m.Header.Get("From") }, func() { m.Header["From"] = nil })
}

func TestBugMailHeaderDate(t *testing.T) {
	m, _ := mail.ReadMessage(strings.NewReader("From: a@b.c\r\nDate: Mon, 2 Jan 2006 15:04:05 -0700\r\n\r\nbody"))
	two(func() { m.Header.Date() }, func() { m.Header["Date"] = nil })
}

func TestBugMailHeaderAddr(t *testing.T) {
	m, _ := mail.ReadMessage(strings.NewReader("From: a@b.c\r\nDate: Mon, 2 Jan 2006 15:04:05 -0700\r\n\r\nbody"))
	two(func() { m.Header.AddressList("From") }, func() { m.Header["From"] = nil })
}

func TestBugMailBody(t *testing.T) {
	m, _ := mail.ReadMessage(strings.NewReader("From: a@b.c\r\n\r\nbody"))
	two(func() { io.ReadAll(m.Body) }, func() { io.ReadAll(m.Body) })
}

func TestBugMailAddress(t *testing.T) {
	a := &mail.Address{Name: "A", Address: "a@b.c"}
	two(func() { sink = a.String() }, func() { a.Name = "B" })
}

func TestOKMailParse(t *testing.T) {
	p := &mail.AddressParser{}
	two(func() { p.Parse("a@b.c") }, func() { p.Parse("d@e.f") })
}

func TestBugTextprotoReader(t *testing.T) {
	r := textproto.NewReader(bufio.NewReader(strings.NewReader("a\r\nb\r\n")))
	two(func() { r.ReadLine() }, func() { r.ReadLine() })
}

func TestBugTextprotoReaderDot(t *testing.T) {
	r := textproto.NewReader(bufio.NewReader(strings.NewReader("a\r\nb\r\n.\r\n")))
	d := r.DotReader()
	two(func() { io.ReadAll(d) }, func() { r.ReadLine() })
}

func TestBugTextprotoWriter(t *testing.T) {
	w := textproto.NewWriter(bufio.NewWriter(io.Discard))
	two(func() { w.PrintfLine("a") }, func() { w.PrintfLine("b") })
}

func TestBugTextprotoDotWriter(t *testing.T) {
	w := textproto.NewWriter(bufio.NewWriter(io.Discard))
	d := w.DotWriter()
	two(func() { d.Write([]byte("a")) }, func() { w.PrintfLine("b") })
}

func TestBugTextprotoBelow(t *testing.T) {
	var b bytes.Buffer
	w := textproto.NewWriter(bufio.NewWriter(&b))
	two(func() { w.PrintfLine("a") }, func() { sink = b.Len() })
}

func TestBugMIMEHeaderRead(t *testing.T) {
	h := textproto.MIMEHeader{"A": {"x"}}
	two(func() { h.Del("B") }, func() { h.Values("A") })
}

func TestOKMIMEHeader(t *testing.T) {
	h := textproto.MIMEHeader{"A": {"x"}}
	two(func() { h.Get("B") }, func() { h.Values("A") })
}

func TestBugValuesEncode(t *testing.T) {
	v := url.Values{"a": {"b"}}
	two(func() { v.Encode() }, func() { v.Add("a", "c") })
}

func TestBugValuesEncodeElem(t *testing.T) {
	v := url.Values{"a": {"b"}}
	two(func() { v.Encode() }, func() { v["a"][0] = "x" })
}

func TestBugURLString(t *testing.T) {
	u, _ := url.Parse("http://a/b")
	two(func() { sink = u.String() }, func() { u.Path = "c" })
}

func TestBugURLJoin(t *testing.T) {
	u, _ := url.Parse("http://a/b")
	two(func() { sink = u.JoinPath("x") }, func() { u.Host = "c" })
}

func TestBugURLResolve(t *testing.T) {
	u, _ := url.Parse("http://a/b")
	v, _ := url.Parse("c")
	two(func() { sink = u.ResolveReference(v) }, func() { v.Path = "c" })
}

func TestOKURLReads(t *testing.T) {
	u, _ := url.Parse("http://a/b?x=y")
	two(func() { sink2(u.Query()) }, func() { sink2(u.String()) })
}

func TestBugUserinfo(t *testing.T) {
	u, _ := url.Parse("http://u:p@a/b")
	two(func() { sink = u.Redacted() }, func() { u.User = nil })
}
