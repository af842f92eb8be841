// Package types mentions nothing that listens: mime.AddExtensionType alone has package net/http
// under control, as its handlers look at the types.
package types

import (
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestBugServedType(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xyzs")
	os.WriteFile(path, []byte("x"), 0o600)
	w := httptest.NewRecorder()
	var wg sync.WaitGroup
	wg.Go(func() { mime.AddExtensionType(".xyzs", "text/s") })
	wg.Go(func() { http.ServeFile(w, httptest.NewRequest("GET", "/a.xyzs", nil), path) })
	wg.Wait()
	if w.Header().Get("Content-Type") != "text/s; charset=utf-8" {
		t.Error(w.Header())
	}
}
