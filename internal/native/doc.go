// Command native holds gocheck to what go test finds: `make native` writes docs/measured/native.md.
//
// The module testdata/native has small programs of many classes that are wrong (TestXBad), each
// with a correct twin (TestXGood). A comment above each says what is wrong. go test -race fails of
// the first in one of some runs, each in a process of its own, and passes all runs of the second.
// gocheck must fail of the first, and must not fail of the second.
//
// Where it does not, known.go says why; anything else fails the command, after it has written the
// table, and so does what is known and does not happen any more.
//
// With -library it holds the programs of testdata/library to go test -race: `make library`.
package main
