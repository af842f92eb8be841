package printable

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// raw finds the first character that does something, -1 if there is none.
func raw(s, kept string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || !unicode.IsPrint(r) && !strings.ContainsRune(kept, r) {
			return i
		}
		i += size
	}
	return -1
}

// TestEveryCharacter: of all characters, and all bytes that are none, what remains can
// be seen, and what can be seen remains.
func TestEveryCharacter(t *testing.T) {
	check := func(s string) {
		t.Helper()
		text, line := "a"+Text("\t"+s+"b"), "a"+Line(s+"b")
		if raw(text, "\t\n") >= 0 || raw(line, "") >= 0 {
			t.Errorf("%q: %q, %q", s, text, line)
		}
		if raw(s, "") < 0 && (text != "a\t"+s+"b" || line != "a"+s+"b") {
			t.Errorf("%q is changed: %q, %q", s, text, line)
		}
		var w strings.Builder
		NewWriter(&w).Write([]byte(s))
		if raw(w.String(), "\t\n") >= 0 {
			t.Errorf("%q is written as %q", s, &w)
		}
		encoded, err := json.Marshal(map[string]string{s: s})
		if err != nil {
			t.Fatal(err)
		}
		safe := JSON(encoded)
		var before, after map[string]string
		if err := json.Unmarshal(safe, &after); err != nil || raw(string(safe), "") >= 0 {
			t.Errorf("%q: JSON %q, %v", s, safe, err)
		}
		if json.Unmarshal(encoded, &before); cmp.Diff(before, after) != "" {
			t.Errorf("%q is %q after JSON", before, after)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r > 0x3000 && r < 0xd000 && r%97 != 0 || r > 0x20000 && r>>12 != 0xe0 && r%997 != 0 {
			continue // letters of East Asia, and what is private or not assigned
		}
		check(string(r))
	}
	for b := range 256 {
		check(string([]byte{byte(b)}))
		check(string([]byte{byte(b), '['}))
		check(string([]byte{0xe2, byte(b)}))
	}
}

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\nc": "a\tb\nc", "\x1b[31m": `\x1b[31m`, "\x9b": `\x9b`, "\u009b2J": `\u009b2J`, "\x7f": `\x7f`, "\u202egnp": `\u202egnp`, "a\rb": `a\x0db`,
		"\u2028": `\u2028`, "\xff\xfe": `\xff\xfe`, "\ufffd": "\ufffd", "日本": "日本", "\U000e0041": `\U000e0041`, "\x00": `\x00`,
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Line("a\tb\nc\r\n"); got != `a b\nc\x0d\n` {
		t.Errorf("%q", got)
	}
}

// TestWriter: what is our own passes, what looks like it does not, and no line gives
// GitHub's runner an order.
func TestWriter(t *testing.T) {
	for _, tt := range []struct {
		in   []string
		want string
	}{
		{[]string{Own("\x1b[1m") + "bold\x1b[1m" + Own("\x1b[0m") + "\n"}, "\x1b[1mbold\\x1b[1m\x1b[0m\n"},
		{[]string{"\xff" + strings.Repeat("A", 26) + "\xff\x1b[1m\n"}, `\xff` + strings.Repeat("A", 26) + `\xff\x1b[1m` + "\n"},
		{[]string{"::error::x\n"}, "\\x3a:error::x\n"},
		{[]string{"  ::error::x\n"}, "  \\x3a:error::x\n"},
		{[]string{"  ", "::error::x\n"}, "  \\x3a:error::x\n"},
		{[]string{"a", "::error::x\n\t::x"}, "a::error::x\n\t\\x3a:x"},
		{[]string{"a\n", ":", ":b"}, "a\n::b"}, // whoever writes half of it knows what he does
		{[]string{"see ##[error]x ##[\n"}, "see ##\\x5berror]x ##\\x5b\n"},
		{[]string{Own("::error title=a::b\n") + "::error\n"}, "::error title=a::b\n\\x3a:error\n"},
		{[]string{"a" + Own("b\n") + "  ::x"}, "ab\n  \\x3a:x"},
	} {
		var b strings.Builder
		w := NewWriter(&b)
		for _, s := range tt.in {
			if n, err := w.Write([]byte(s)); n != len(s) || err != nil {
				t.Error(n, err)
			}
		}
		if b.String() != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, &b, tt.want)
		}
	}
	if got := WithoutOwn("a" + Own("b") + "c" + Own("") + Own("d")); got != "ac" {
		t.Errorf("%q", got)
	}
	if got := string(JSON([]byte(`{"a":"##[error]"}`))); got != `{"a":"##\u005berror]"}` {
		t.Error(got)
	}
}

func TestAll(t *testing.T) {
	type inner struct{ S []string }
	type outer struct {
		S string
		I inner
		P *inner
		N *inner
		M map[string]map[int]string
		A any
	}
	v := outer{"\x1b", inner{[]string{"a", "\x7f"}}, &inner{[]string{"\x00"}}, nil, map[string]map[int]string{"\x1bk": {1: "\x1bv"}}, &inner{[]string{"\r"}}}
	All(&v)
	want := outer{`\x1b`, inner{[]string{"a", `\x7f`}}, &inner{[]string{`\x00`}}, nil, map[string]map[int]string{`\x1bk`: {1: `\x1bv`}}, &inner{[]string{`\x0d`}}}
	if diff := cmp.Diff(want, v); diff != "" {
		t.Error(diff)
	}
}

func TestWord(t *testing.T) {
	for in, want := range map[string]string{"a/b-c_1.2%2F": "a/b-c_1.2%2F", "a b": "'a b'", "it's": `'it'\''s'`, "": "''"} {
		if got := Word(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
