// Package loadtest makes modules for tests of what works on units: rewriting, and the
// analyses before it.
package loadtest
