// Package likeness says whether two functions do the same, as far as they can be told apart when
// they are called: they have the same code, and refer to the same variables and values. That is
// known of those of which the rewriter says what they refer to.
package likeness
