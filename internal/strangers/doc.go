// Package strangers makes hostile files for tests: valid files whose fields are replaced by
// harmful ones, or whose lines, words and bytes are exchanged. The same seed makes the same
// files. docs/security.md says what they must not lead to.
package strangers
