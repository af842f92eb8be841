// Package pipes has io.Pipe, and the stream without a buffer that such pipes are made of; os.Pipe;
// and how those wait who use a file or a socket together.
package pipes
