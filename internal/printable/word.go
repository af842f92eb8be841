package printable

import "strings"

// Args are the words by which a command line hands a test its arguments, if it has some.
func Args(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	words := []string{"-args"}
	for _, arg := range args {
		words = append(words, Word(arg))
	}
	return words
}

// Word quotes a word of a command line that is to be pasted, if a shell would take it for more.
func Word(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+=:@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
