// Package match says which tests and subtests run: the patterns of -run and -skip, as package
// testing reads them.
package match
