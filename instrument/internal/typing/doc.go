// Package typing answers questions about types of go/types that go/types leaves to its
// users, above all about type parameters, whose type sets count.
package typing
