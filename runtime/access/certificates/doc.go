// Package certificates verifies certificates in virtual time. Only binaries whose code verifies
// some have it.
package certificates
