package wire

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"
)

// What a program says of itself may be of any size: a message of ten megabytes would be
// saved with its schedule, and fill the terminal. What is kept of a text is its beginning
// and its end.
const (
	MaxText  = 4 << 10 // bytes of a message, of a line under it, of an observed value
	maxLines = 200     // of lines under a message
)

// Bounded is a text of at most limit bytes and some words, which say how much was left
// out. What was left out is told apart by a hash: texts that differ there are different
// failures, and different outcomes.
func Bounded(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	head, tail := text[:limit-limit/4], text[len(text)-limit/4:]
	for len(head) > 0 && !utf8.RuneStart(text[len(head)]) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	left := text[len(head) : len(text)-len(tail)]
	h := fnv.New32a()
	h.Write([]byte(left))
	return fmt.Sprintf("%s … (%d bytes left out, hash %08x) … %s", head, len(left), h.Sum32(), tail)
}

// BoundedLines is a list of texts, each bounded, of which those in the middle are left
// out if there are too many.
func BoundedLines(lines []string) []string {
	out := lines
	if left := len(lines) - maxLines; left > 0 {
		head, tail := lines[:maxLines-maxLines/4], lines[len(lines)-maxLines/4:]
		indent := tail[0][:len(tail[0])-len(strings.TrimLeft(tail[0], " "))]
		out = append(head[:len(head):len(head)], fmt.Sprintf("%s… (%d lines left out)", indent, left))
		out = append(out, tail...)
	}
	for i, line := range out {
		if len(line) > MaxText {
			if &out[0] == &lines[0] {
				out = append([]string(nil), lines...)
			}
			out[i] = Bounded(line, MaxText)
		}
	}
	return out
}
