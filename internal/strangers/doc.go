// Package strangers makes files such as somebody might send who means no good, for
// tests: valid ones whose fields are replaced by what could hurt, or whose lines, words
// and bytes are exchanged. The same seed makes the same files. docs/security.md says
// what must not come of them.
package strangers
