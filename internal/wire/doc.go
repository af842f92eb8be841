// Package wire is what the gocheck command and the test binaries that it
// builds say to each other: a Config goes in as a file named by an environment
// variable, Messages come out on the standard output, one JSON object a line.
// (The binary gives the program under test another standard output.)
//
// It is linked into test binaries and so imports nothing but the standard
// library.
package wire
