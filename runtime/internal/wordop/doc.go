// Package wordop performs the operations of sync/atomic on the bits of words in memory. Whose turn
// it is, and that others see it, is package runtime's business.
package wordop
