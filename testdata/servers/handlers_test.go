package servers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A form that is sent while it is written.

func uploads(t *testing.T, ends bool) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		f, h, err := r.FormFile("f")
		if err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		defer f.Close()
		b, _ := io.ReadAll(f)
		fmt.Fprintf(w, "%s %d", h.Filename, len(b))
	})
	pr, pw := io.Pipe()
	m := multipart.NewWriter(pw)
	go func() {
		p, _ := m.CreateFormFile("f", "a.txt")
		p.Write(bytes.Repeat([]byte("x"), 1000))
		if ends {
			m.Close()
		}
		pw.Close()
	}()
	r, err := s.Client().Post(s.URL, m.FormDataContentType(), pr)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	if string(b) != "a.txt 1000" {
		t.Errorf("%d %q", r.StatusCode, b)
	}
}

func TestUpload(t *testing.T)    { uploads(t, true) }
func TestUploadBad(t *testing.T) { uploads(t, false) } // fails: the last boundary is missing

// What a handler does when its time is up.

func timesOut(t *testing.T, f func(w http.ResponseWriter, r *http.Request)) {
	s := server(t, http.TimeoutHandler(http.HandlerFunc(f), 100*time.Millisecond, "timeout").ServeHTTP)
	if code, body := get(t, s.Client(), s.URL); code != 503 || body != "timeout" {
		t.Errorf("%d %q", code, body)
	}
}

func TestTimeout(t *testing.T) {
	timesOut(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Second)
		if _, err := io.WriteString(w, "late"); err != http.ErrHandlerTimeout {
			t.Error(err)
		}
	})
}

func TestTimeoutTie(t *testing.T) { // fails: both are told at once, and the handler may answer first
	timesOut(t, func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		io.WriteString(w, "late")
	})
}

func TestTimeoutRaced(t *testing.T) { // a race: the handler goes on when its answer has been sent
	var last error
	timesOut(t, func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		last = r.Context().Err()
	})
	if last != nil {
		t.Log(last)
	}
}

// Bodies that are too big.

func TestMaxBytes(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10))
		var m *http.MaxBytesError
		if !errors.As(err, &m) {
			t.Errorf("%v", err)
		}
		http.Error(w, "big", 413)
	})
	r, err := s.Client().Post(s.URL, "text/plain", strings.NewReader(strings.Repeat("x", 100)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 413 || !r.Close {
		t.Errorf("%d %v", r.StatusCode, r.Close)
	}
}

// A body is sent when it is asked for.

func expects(t *testing.T, reads bool) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		if reads {
			b, err := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%d %v", len(b), err)
			return
		}
		http.Error(w, "no", 417)
	})
	tr := s.Client().Transport.(*http.Transport)
	tr.ExpectContinueTimeout = time.Hour
	var continued atomic.Bool
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{Got100Continue: func() { continued.Store(true) }})
	body := &counted{r: strings.NewReader("hello")}
	q, _ := http.NewRequestWithContext(ctx, "PUT", s.URL, body)
	q.Header.Set("Expect", "100-continue")
	q.ContentLength = 5
	r, err := s.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	if reads && (string(b) != "5 <nil>" || !continued.Load()) {
		t.Errorf("%q, continued %v", b, continued.Load())
	}
	if !reads && (r.StatusCode != 417 || body.n.Load() != 0) {
		t.Errorf("%d, %d bytes read", r.StatusCode, body.n.Load())
	}
}

type counted struct {
	r io.Reader
	n atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func TestExpect(t *testing.T)        { expects(t, true) }
func TestExpectRefused(t *testing.T) { expects(t, false) }

// Connections that are open are counted.

func states(t *testing.T, hijacked bool) {
	var open atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			c.Close()
		}
	}))
	s.Config.ConnState = func(c net.Conn, st http.ConnState) {
		switch {
		case st == http.StateNew:
			open.Add(1)
		case st == http.StateClosed, hijacked && st == http.StateHijacked:
			open.Add(-1)
		}
	}
	s.Start()
	get(t, s.Client(), s.URL)
	s.Close()
	if open.Load() != 0 {
		t.Errorf("%d open", open.Load())
	}
}

func TestConnState(t *testing.T)    { states(t, true) }
func TestConnStateBad(t *testing.T) { states(t, false) } // fails

// What a handler leaves to a goroutine.

func later(t *testing.T, copied bool) {
	var wg sync.WaitGroup
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		var body io.Reader = r.Body
		if copied {
			b, _ := io.ReadAll(r.Body)
			body = bytes.NewReader(b)
		}
		wg.Go(func() {
			b, err := io.ReadAll(body)
			if string(b) != "hello" || err != nil {
				t.Errorf("%q %v", b, err)
			}
		})
	})
	r, err := s.Client().Post(s.URL, "", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	wg.Wait()
}

func TestLater(t *testing.T)    { later(t, true) }
func TestLaterBad(t *testing.T) { later(t, false) } // fails: the body is closed

// Trailers are there when the body has been read.

func TestTrailer(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "Sum")
		io.WriteString(w, "body")
		w.Header().Set("Sum", "4")
	})
	r, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.Trailer.Get("Sum") != "" {
		t.Error("early")
	}
	io.Copy(io.Discard, r.Body)
	if r.Trailer.Get("Sum") != "4" {
		t.Error("none")
	}
}

// A request that takes as long as the server.

func onShutdown(t *testing.T, told bool) {
	stop := make(chan struct{})
	in := make(chan struct{})
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(in)
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	if told {
		s.Config.RegisterOnShutdown(func() { close(stop) })
	}
	s.Start()
	go s.Client().Get(s.URL)
	<-in
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Config.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	s.CloseClientConnections()
	s.Close()
}

func TestOnShutdown(t *testing.T)    { onShutdown(t, true) }
func TestOnShutdownBad(t *testing.T) { onShutdown(t, false) } // fails: Shutdown waits for it

// A handler that gives up.

func TestAbort(t *testing.T) {
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		io.WriteString(w, "half")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	r, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if string(b) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q %v", b, err)
	}
}

// A handler with a deadline of its own.

func TestController(t *testing.T) {
	heard := make(chan error, 1)
	s := server(t, func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		if err := rc.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			t.Error(err)
		}
		_, err := io.ReadAll(r.Body)
		heard <- err
	})
	pr, pw := io.Pipe()
	go func() {
		pw.Write([]byte("a"))
		time.Sleep(3 * time.Second)
		pw.Close()
	}()
	r, err := s.Client().Post(s.URL, "", pr)
	if err == nil {
		r.Body.Close()
	}
	if err := <-heard; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}
