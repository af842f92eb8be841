// Package stdlib has a test for each part of the standard library that calls
// back, blocks, orders tasks or draws at random: docs/stdlib.md.
package stdlib
