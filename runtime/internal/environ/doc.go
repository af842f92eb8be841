// Package environ undoes what a test does to the process at the end of its execution: to the
// environment, the working directory, temporary directories and flags. Variables of the standard
// library are put back by the packages that assign to them.
package environ
