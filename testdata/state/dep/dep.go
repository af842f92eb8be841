// Package dep is a dependency with state of its own.
package dep

import (
	"errors"

	"gocheck.dev/testdata/state/internal/hidden"
)

// Registry is filled by init functions of other packages.
var Registry = map[string]int{}

// Timeout is assigned to by others.
var Timeout = 3

// Limits is a struct that others change.
var Limits = struct{ Max int }{5}

// Counter counts.
type Counter struct{ n int }

// Shared is made by a function.
var Shared = New()

// New makes a Counter.
func New() *Counter { return &Counter{hidden.Next()} }

// Add adds one and returns what there was.
func (c *Counter) Add() int { c.n++; return c.n - 1 }

// Register registers a name.
func Register(name string) bool {
	Registry[name]++
	return true
}

// Hidden is the state of an internal package.
func Hidden() int { return hidden.Next() }

// Stat is a struct with methods that change it.
type Stat struct{ n int }

// Inc adds one.
func (s *Stat) Inc() int { s.n++; return s.n }

// Variables that other packages change without an assignment.
var (
	Calls Stat
	Hits  int64
	Err   = errors.New("original")
	Hook  = func() int { return 1 }
)
