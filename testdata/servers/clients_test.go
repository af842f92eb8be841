package servers

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// Requests are given to two servers in turn.

func balanced(t *testing.T, atomically bool) {
	var n int
	var an atomic.Int64
	var urls []*url.URL
	for i := range 2 {
		b := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, i) })
		u, _ := url.Parse(b.URL)
		urls = append(urls, u)
	}
	p := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		i := n
		if atomically {
			i = int(an.Add(1))
		} else {
			n++
		}
		r.SetURL(urls[i%2])
	}}
	s := server(t, p.ServeHTTP)
	var got [2]string
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { _, got[i] = get(t, s.Client(), s.URL) })
	}
	wg.Wait()
	if got[0] == got[1] {
		t.Errorf("%v", got)
	}
}

func TestBalance(t *testing.T)    { balanced(t, true) }
func TestBalanceBad(t *testing.T) { balanced(t, false) } // a race

func TestIdleRace(t *testing.T) { // fails: the server closes what the client uses again
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	s.Config.IdleTimeout = time.Second
	s.Start()
	defer s.Close()
	for range 2 {
		r, err := s.Client().Post(s.URL, "", strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		time.Sleep(time.Second)
	}
}

// A body is sent again where a request is sent elsewhere.

func TestRedirect(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" {
			http.Redirect(w, r, "/b", 307)
			return
		}
		io.Copy(w, r.Body)
	})
	r, err := s.Client().Post(s.URL+"/a", "", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	if string(b) != "hello" {
		t.Errorf("%q", b)
	}
}

// One connection for all requests.

func held(t *testing.T, closes bool) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, strings.Repeat("x", 10000)) })
	c := s.Client()
	c.Transport.(*http.Transport).MaxConnsPerHost = 1
	r, err := c.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if closes {
		r.Body.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	q, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	r, err = c.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
}

func TestMaxConns(t *testing.T)    { held(t, true) }
func TestMaxConnsBad(t *testing.T) { held(t, false) } // fails: nobody gives the connection back

// Contents of several kinds.

func TestGzip(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		io.WriteString(z, "hello")
	})
	if _, b := get(t, s.Client(), s.URL); b != "hello" {
		t.Errorf("%q", b)
	}
}

func TestFS(t *testing.T) {
	fs := fstest.MapFS{"a.txt": {Data: []byte("hello")}}
	s := server(t, http.FileServerFS(fs).ServeHTTP)
	q, _ := http.NewRequest("GET", s.URL+"/a.txt", nil)
	q.Header.Set("Range", "bytes=1-2")
	r, err := s.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	if r.StatusCode != 206 || string(b) != "el" {
		t.Errorf("%d %q", r.StatusCode, b)
	}
}

func TestServeFile(t *testing.T) {
	p := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(p, bytes.Repeat([]byte("y"), 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	s := server(t, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, p) })
	if c, b := get(t, s.Client(), s.URL); c != 200 || len(b) != 5000 {
		t.Errorf("%d %d", c, len(b))
	}
}

// Does the handler hear that its client has gone?

func gone(t *testing.T, looks bool) {
	out := make(chan bool, 1)
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		if looks {
			select {
			case <-r.Context().Done():
				out <- true
			case <-time.After(time.Minute):
				out <- false
			}
			return
		}
		time.Sleep(time.Minute)
		out <- r.Context().Err() == nil
	})
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	q, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	if _, err := s.Client().Do(q); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if !<-out {
		t.Error("not heard")
	}
}

func TestGone(t *testing.T)    { gone(t, true) }
func TestGoneBad(t *testing.T) { gone(t, false) } // fails

// A time limit that comes within the body.

func TestBodyTimeout(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "a")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	c := s.Client()
	c.Timeout = time.Second
	r, err := c.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	_, err = io.ReadAll(r.Body)
	if e, ok := errors.AsType[net.Error](err); !ok || !e.Timeout() {
		t.Error(err)
	}
}

// What a server logs is there when its answer is.

type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func logs(t *testing.T, locked bool) {
	var s safe
	log := slog.New(slog.NewTextHandler(&s, nil))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Info("asked", "path", r.URL.Path)
		fmt.Fprint(w, "ok")
		log.Info("answered")
	}))
	defer srv.Close()
	r, err := srv.Client().Get(srv.URL + "/a")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if !strings.Contains(s.b.String(), "path=/a") {
		t.Error(s.b.String())
	}
}

func TestLogs(t *testing.T)     { logs(t, true) }
func TestLogsBare(t *testing.T) { logs(t, false) } // passes: the answer leaves when its handler has ended

// Both directions at once.

func TestHTTP2Stream(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 {
			t.Error(r.Proto)
		}
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		b := bufio.NewReader(r.Body)
		for {
			l, err := b.ReadString('\n')
			if err != nil {
				return
			}
			io.WriteString(w, strings.ToUpper(l))
			w.(http.Flusher).Flush()
		}
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	pr, pw := io.Pipe()
	r, err := s.Client().Post(s.URL, "", pr)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	in := bufio.NewReader(r.Body)
	for range 2 {
		io.WriteString(pw, "x\n")
		if l, err := in.ReadString('\n'); l != "X\n" {
			t.Errorf("%q %v", l, err)
		}
	}
	pw.Close()
	if _, err := in.ReadString('\n'); err != io.EOF {
		t.Error(err)
	}
}
