package muxes

import (
	"net/http"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/states"
)

// HandlesByDefault announces that http.DefaultServeMux gets a handler for a pattern.
func HandlesByDefault(pattern string, s rt.Site) string {
	if !access.HasNetwork {
		access.ConsultsAt(unsafe.Pointer(http.DefaultServeMux), s, true)
	}
	return pattern
}

// beneath is a handler that another one of package net/http leads to.
type beneath struct {
	http.Handler
	s rt.Site
}

func (b beneath) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	states.Serves(b.Handler, b.s, r).ServeHTTP(w, r)
}

func below(h http.Handler, s rt.Site) http.Handler {
	if access.HasNetwork || h == nil {
		return h
	}
	return beneath{h, s}
}

// StripPrefix is http.StripPrefix.
func StripPrefix(s rt.Site, prefix string, h http.Handler) http.Handler {
	if prefix == "" {
		return h
	}
	return http.StripPrefix(prefix, below(h, s))
}

// MaxBytesHandler is http.MaxBytesHandler.
func MaxBytesHandler(s rt.Site, h http.Handler, n int64) http.Handler {
	return http.MaxBytesHandler(below(h, s), n)
}

// AllowQuerySemicolons is http.AllowQuerySemicolons.
func AllowQuerySemicolons(s rt.Site, h http.Handler) http.Handler {
	return http.AllowQuerySemicolons(below(h, s))
}
