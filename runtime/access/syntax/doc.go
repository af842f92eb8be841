// Package syntax announces what functions of go/ast access of syntax trees. It is a package of its
// own because it would link go/ast into every test binary.
package syntax
