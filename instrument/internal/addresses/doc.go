// Package addresses finds in a package's source who makes a number or a text of an address. None
// of these is a function of the schedule, so whoever passes is told. That two addresses are equal
// is one, and so is the way from an address to another one.
package addresses
