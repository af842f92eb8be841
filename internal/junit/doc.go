// Package junit writes results of tests as JUnit's XML, as build servers read
// it.
//
// There is no standard, but what Jenkins validates (junit-10.xsd of its xUnit
// plugin) is the strictest description in use, and GitLab and the others read a
// subset of it. Reports keep to it: no attribute and no element more, such as
// properties of a test case, which some readers know and this one rejects.
// TestSchema has it as a table.
//
// What tests print can be any bytes. What XML cannot hold (control characters,
// what is no UTF-8) becomes U+FFFD.
package junit
