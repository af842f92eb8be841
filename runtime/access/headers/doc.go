// Package headers announces what methods of headers, of net/http and net/textproto, read. It is a
// package of its own because it would link net/textproto into every test binary.
package headers
