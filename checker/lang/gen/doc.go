// Package gen makes random programs of package lang, by kind, and shrinks
// programs that broke something.
//
// A program is a function of the numbers that a Source returns, so the same
// generator serves seeded campaigns (Seeded) and property tests that shrink
// their draws. Kinds list what a program may consist of; deadlocks are wanted
// in all of them: unlocks are forgotten, receives outnumber sends.
package gen
