package pipes

import (
	"strings"
	"testing"
)

func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "0 bytes",
		"a":                      `1 byte "a"`,
		"GET / HTTP/1.1\r\nHost": `20 bytes "GET / HTTP/1.1"`,
		"\n":                     "1 byte",
		"\x16\x03\x01":           "3 bytes",
		strings.Repeat("x", 25):  `25 bytes "` + strings.Repeat("x", 24) + `"…`,
	} {
		if got := Message([]byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
