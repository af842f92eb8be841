package served

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// What a transport does that nobody can tell here is told by others.

func TestTwice(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	defer s.Close()
	gets(t, s.Client(), s.URL)
	gets(t, s.Client(), s.URL)
}

// The context of a dial that is done is cancelled with what is in progress, or is not.
func dialed(t *testing.T) (kept context.Context) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	defer s.Close()
	tr := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		kept = ctx
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	gets(t, &http.Client{Transport: tr}, s.URL)
	tr.CloseIdleConnections()
	return kept
}

func TestDialLeft(t *testing.T) {
	if dialed(t).Err() != nil {
		t.Fatal("it is cancelled")
	}
}

func TestDialCancelled(t *testing.T) {
	if dialed(t).Err() == nil {
		t.Fatal("it is not cancelled")
	}
}

// A request that is used again cannot be cancelled if what the first use has left is taken away
// late.
func TestUsedAgain(t *testing.T) {
	asked := make(chan struct{}, 2)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked <- struct{}{}; len(asked) == 2 {
			select {
			case <-r.Context().Done():
			case <-time.After(2 * time.Second):
			}
		}
		io.WriteString(w, "ok")
	}))
	tr := new(http.Transport)
	r, err := http.NewRequest("GET", s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		resp, err := tr.RoundTrip(r)
		if len(asked) == 2 {
			if err == nil {
				t.Fatal("it is not cancelled")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.AfterFunc(time.Second, func() { tr.CancelRequest(r) })
	}
}

// A request is cancelled, or answered before.
func TestCancelled(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	r, err := http.NewRequest("GET", s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := new(http.Transport)
	go tr.CancelRequest(r)
	resp, err := tr.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}
