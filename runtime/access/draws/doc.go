// Package draws notes for a trace what natively is chance and what it came to (runtime.Drew), so
// that a native reproduction can come to the same; and draws few elements so that each order of
// them can be chosen.
package draws
