package served

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestKept(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	defer s.Close()
	gets(t, s.Client(), s.URL)
}

func TestOwn(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	defer s.Close()
	gets(t, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, s.URL)
}

func gets(t *testing.T, c *http.Client, url string) {
	r, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if b, err := io.ReadAll(r.Body); err != nil || string(b) != "ok" {
		t.Fatal(string(b), err)
	}
}

// Where there is a limit for the answer's header, the transport is told that the request was
// written: the limit counts from there.
func TestHeaderTimeout(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(2 * time.Second)
		io.WriteString(w, "ok")
	}))
	defer s.Close()
	for _, limit := range []time.Duration{time.Second, 3 * time.Second} {
		c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, ResponseHeaderTimeout: limit}}
		begun := time.Now()
		r, err := c.Get(s.URL)
		switch took := time.Since(begun).Round(time.Second); {
		case limit < 2*time.Second:
			if e, ok := err.(net.Error); !ok || !e.Timeout() || took != limit {
				t.Fatalf("after %v: %v", took, err)
			}
		case err != nil:
			t.Fatal(err)
		default:
			r.Body.Close()
		}
	}
}

// Who waits no longer is told so once, and its connection is closed: the handler hears of it.
func TestReached(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer s.Close()
	c := s.Client()
	c.Timeout = time.Second
	if _, err := c.Get(s.URL); err == nil {
		t.Error("answered")
	} else if e, ok := err.(net.Error); !ok || !e.Timeout() {
		t.Error(err)
	}
}
