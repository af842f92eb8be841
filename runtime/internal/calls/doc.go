// Package calls reads stacks: it tells calls of the program from gocheck's and the standard
// library's, and makes up those that the program would have made natively.
package calls
