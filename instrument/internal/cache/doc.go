// Package cache keeps what earlier runs have made, by content: rewritten packages, test
// binaries, and what they are built with. It knows no Go source and no keys; it knows
// whether an entry is as it was made, how long it stays, and how much there may be.
package cache
