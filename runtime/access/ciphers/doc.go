// Package ciphers announces what the objects of package crypto access behind the interfaces of
// crypto/cipher. Those of the program's announce it themselves.
package ciphers
