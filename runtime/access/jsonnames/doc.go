// Package jsonnames says which fields of a struct package json encodes, and decodes a name into.
package jsonnames
