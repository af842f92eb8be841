// Package timeouts mentions nothing that listens: http.TimeoutHandler alone has package net/http
// under control, as it calls the program's handler in a goroutine of its own.
package timeouts

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// served has two requests answered side by side by a handler behind a timeout.
func served(f http.HandlerFunc) {
	h := http.TimeoutHandler(f, time.Second, "late")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) })
	}
	wg.Wait()
}

func TestBugRace(t *testing.T) {
	n := 0
	served(func(http.ResponseWriter, *http.Request) { n++ })
}

func TestBugLost(t *testing.T) {
	var mu sync.Mutex
	n := 0
	served(func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		m := n
		mu.Unlock()
		mu.Lock()
		n = m + 1
		mu.Unlock()
	})
	if n != 2 {
		t.Error(n)
	}
}

func TestOKCounted(t *testing.T) {
	var mu sync.Mutex
	n := 0
	served(func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		n++
	})
	if n != 2 {
		t.Error(n)
	}
}

// Its time is virtual.
func TestOKLate(t *testing.T) {
	h := http.TimeoutHandler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(2 * time.Hour) }), time.Hour, "late")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusServiceUnavailable {
		t.Error(w.Code)
	}
}
