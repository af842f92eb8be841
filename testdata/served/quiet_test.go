package served

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
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
