// Package rewrite makes of a unit what gocheck runs: the text of its files with calls of
// gocheck's runtime in the place of what it controls.
//
// An expression is rendered as a value (val) or a location (addr), a statement by stmt.
// Each is a frag: ranges of the original and generated pieces between them, so that every
// line and comment stays. order.go and plan.go hold the order of evaluation to the
// compiler's. What is generated beside the files is in package decls, what the standard
// library's functions do in package std, what tasks may share in package sharing.
//
// docs/design/instrument.md, "Rewriting", says what becomes of what, and why.
package rewrite
