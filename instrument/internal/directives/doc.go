// Package directives finds comments //gocheck:NAME VALUE in the packages under test, and the
// loops that //gocheck:loop is about.
package directives
