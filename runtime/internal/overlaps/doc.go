// Package overlaps knows which words the atomic operations of an execution were on, and says
// whether a part of one was accessed by itself: by package unsafe a program sees the bytes of a
// word, or two words as one.
package overlaps
