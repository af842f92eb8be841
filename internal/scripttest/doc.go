// Package scripttest has what the tests of gocheck's commands share that run testdata/script: the
// environment of a script, and what its lines may say besides.
package scripttest
