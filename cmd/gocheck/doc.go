// Command gocheck runs the tests of Go packages under every schedule that makes
// a difference. See `gocheck help`, and package internal/cli.
package main
