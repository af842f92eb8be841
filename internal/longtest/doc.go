// Package longtest divides the tests into those that a newcomer runs and those that take
// minutes: campaigns of random programs, brute force, published modules.
//
// `go test ./...` runs the quick ones. The environment variable GOCHECK_LONG=1 adds the long
// ones, as CI does. It is a variable and no flag, because `go test ./... -long` fails in each
// package that does not define the flag; go test also keeps results apart by it in its cache.
package longtest
