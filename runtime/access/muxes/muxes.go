// Package muxes announces uses of a ServeMux where package net/http is plain code. It is a package of
// its own because it would link net/http into every test binary.
package muxes

import (
	"net/http"
	"path"
	"path/filepath"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Serves announces what a handler looks at to find who answers a request: itself, if it is a
// ServeMux, and those that it leads to.
func Serves[H http.Handler](h H, s rt.Site, r *http.Request) H {
	if access.HasNetwork || rt.Quiet() || r == nil || r.URL == nil {
		return h
	}
	var next http.Handler = h
	for range 8 {
		m, ok := next.(*http.ServeMux)
		if !ok || m == nil {
			break
		}
		access.ConsultsAt(unsafe.Pointer(m), s, false)
		next, _ = m.Handler(r)
	}
	if dir, ok := directoryOf(next); ok {
		access.ConsultsPath(filepath.Join(dir, filepath.FromSlash(path.Clean("/"+r.URL.Path))), s, false)
	}
	return h
}

// directoryOf is where a file server finds its files.
func directoryOf(h http.Handler) (string, bool) {
	v := reflect.ValueOf(h)
	if v.Kind() != reflect.Pointer || v.Type() != fileHandler {
		return "", false
	}
	dir, ok := http.FileSystem(nil), false
	for i := range v.Elem().NumField() {
		if f := v.Elem().Field(i); f.Type() == reflect.TypeFor[http.FileSystem]() {
			dir, ok = *(*http.FileSystem)(f.Addr().UnsafePointer()), true
		}
	}
	d, named := dir.(http.Dir)
	return string(d), ok && named
}

var fileHandler = reflect.TypeOf(http.FileServer(nil))

// HandlesByDefault announces that http.DefaultServeMux gets a handler for a pattern.
func HandlesByDefault(pattern string, s rt.Site) string {
	if !access.HasNetwork {
		access.ConsultsAt(unsafe.Pointer(http.DefaultServeMux), s, true)
	}
	return pattern
}
