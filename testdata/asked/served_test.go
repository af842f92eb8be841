package asked

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// A hits counts requests, with no lock.
type hits struct{ n int }

func (s *hits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.n++
	fmt.Fprint(w, s.n)
}

// TestHits: two are counted at a time.
func TestHits(t *testing.T) {
	s := &hits{}
	srv := httptest.NewServer(s)
	defer srv.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			r, err := http.Get(srv.URL)
			if err != nil {
				t.Error(err)
				return
			}
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
		})
	}
	wg.Wait()
}

// TestAbandoned: who computes the answer gives it to nobody if the client does not wait any more.
func TestAbandoned(t *testing.T) {
	done := make(chan string)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		res := make(chan string)
		go func() {
			time.Sleep(10 * time.Millisecond)
			res <- "answer"
			done <- "computed"
		}()
		select {
		case a := <-res:
			fmt.Fprint(w, a)
		case <-r.Context().Done():
		}
	}))
	defer srv.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", srv.URL, nil)
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	<-done
}
