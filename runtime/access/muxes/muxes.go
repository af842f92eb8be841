// Package muxes announces who changes http.DefaultServeMux where package net/http is plain code. It
// is a package of its own because it would link net/http into every test binary.
package muxes

import (
	"net/http"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// HandlesByDefault announces that http.DefaultServeMux gets a handler for a pattern.
func HandlesByDefault(pattern string, s rt.Site) string {
	if !access.HasNetwork {
		access.ConsultsAt(unsafe.Pointer(http.DefaultServeMux), s, true)
	}
	return pattern
}
