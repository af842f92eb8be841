package library

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"go/token"
	"io"
	"log"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFineHandlerMutex(t *testing.T) {
	n := 0
	var mu sync.Mutex
	m := http.NewServeMux()
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { mu.Lock(); n++; fmt.Fprint(w, n); mu.Unlock() })
	f := func() { m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }
	both(f, f)
}

func TestFineJSONEncoderMutex(t *testing.T) {
	var b bytes.Buffer
	var mu sync.Mutex
	e := json.NewEncoder(&b)
	f := func() { mu.Lock(); defer mu.Unlock(); e.Encode(1) }
	both(f, f)
}

func TestFineLogger(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func() { l.Print(1) }, func() { l.Print(2) })
	use(b.String())
}

func TestFineRand(t *testing.T) {
	both(func() { use(rand.IntN(3)) }, func() { use(rand.IntN(3)) })
}

func TestFineExpvar(t *testing.T) {
	v := new(expvar.Int)
	both(func() { v.Add(1) }, func() { use(v.Value()) })
}

func TestFineFileSet(t *testing.T) {
	fs := token.NewFileSet()
	both(func() { fs.AddFile("a", -1, 10) }, func() { use(fs.Base()) })
}

func TestFinePipe(t *testing.T) {
	r, w := io.Pipe()
	both(func() { fmt.Fprint(w, "abc"); w.Close() }, func() { io.ReadAll(r) })
}

func TestFineErrOnce(t *testing.T) {
	var err error
	var once sync.Once
	f := func() { once.Do(func() { err = errors.New("x") }) }
	both(f, f)
	use(err)
}

func TestFineTimerChan(t *testing.T) {
	n := 0
	c := make(chan int, 1)
	time.AfterFunc(time.Millisecond, func() { n = 1; c <- n })
	use(<-c, n)
}

func TestFineBufferOwnCopy(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("abc")
	b := bytes.Clone(buf.Bytes())
	both(func() { use(b[0]) }, func() { buf.Reset(); buf.WriteString("x") })
}

func TestFineScannerText(t *testing.T) {
	sc := bufio.NewScanner(strings.NewReader(strings.Repeat("aaaa\n", 2000)))
	sc.Scan()
	s := sc.Text()
	both(func() { use(s) }, func() {
		for sc.Scan() {
		}
	})
}

func TestFineMultipartBoundary(t *testing.T) {
	w := multipart.NewWriter(io.Discard)
	both(func() { w.WriteField("a", "b"); w.Close() }, func() { use(w.FormDataContentType(), w.Boundary()) })
}
