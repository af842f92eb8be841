// Package testers has the methods of a testing.T under control, for interfaces of the program's.
package testers
