// Package pipes has io.Pipe, and the stream without a buffer that such pipes are made of.
package pipes
