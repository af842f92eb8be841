// Command found asks gocheck and go test -race about the tests of testdata/found, each of which
// shows a bug of a current release of a well-known module, and writes docs/measured/found.md: make
// found. What the page says of a bug is the doc comment of its test.
package main
