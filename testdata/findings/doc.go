// Package findings has programs of which gocheck once said a wrong word, or none. TestFindings of
// internal/e2e holds each to what go test -race says of it.
package findings
