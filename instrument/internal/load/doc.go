// Package load makes units of listed packages: syntax and types, each variant of a package
// for itself. Packages outside the standard library come from source, the standard
// library's from export data; what only importers see is read without function bodies.
//
// docs/design/instrument.md says why packages.Load does not do that.
package load
