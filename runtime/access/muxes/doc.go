// Package muxes announces who changes http.DefaultServeMux where package net/http is plain code,
// and who asks a ServeMux behind handlers of that package, which are functions. It is a package of
// its own because it would link net/http into every test binary.
package muxes
