// Package values says of plain accesses whether their order with others matters less than that they
// read or write (checker.Effect.As).
package values
