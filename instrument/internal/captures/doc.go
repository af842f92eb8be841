// Package captures says what a function refers to besides what is declared for the whole package:
// the variables that a literal mentions, the receiver that a method is bound to, and the types of a
// generic function.
package captures
