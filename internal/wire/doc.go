// Package wire has the messages between the gocheck command and the test binaries that it
// builds. A Config goes in as a file named by an environment variable. Messages come out on the
// standard output, one JSON object a line. (The binary gives the program under test another
// standard output.)
//
// It is linked into test binaries, so it imports the standard library only.
package wire
