// Package verbs takes formats of package fmt apart: which of the operands are printed, and by which
// verbs. The rewriter asks it where a format is known, the tests themselves where it is made.
package verbs
