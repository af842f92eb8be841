package schedule

import (
	"bytes"
	"compress/flate"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestLine writes a schedule as a word and reads it. What a replay follows is the same.
func TestLine(t *testing.T) {
	s := &wire.Schedule{
		Package: "example.com/bank", Test: "TestTransfer", Options: map[string]string{"queue": "fifo"},
		Failure: &wire.Failure{Kind: "deadlock", Pos: "bank.go:3:1", Message: "2 goroutines wait", Details: []string{"a detail"}},
		Steps: []wire.Step{
			{Task: "main", Op: "begin", Pos: "bank_test.go:3:2", Blocked: []string{"main/1"}},
			{Task: "main/1", Op: "recv", Object: "c d", Choice: 3, Partner: "main/2", PartnerChoice: 1, Value: "x"},
		},
	}
	word := Line(s)
	if strings.ContainsAny(word, " \n\"'$&|;<>()") || len(word) > 300 || !IsLine(word) {
		t.Errorf("%q is not one short word for a shell", word)
	}
	got, err := ParseLine("the line", word)
	if err != nil {
		t.Fatal(err)
	}
	if !Same(got, s) || got.Failure.Message != s.Failure.Message || got.Options["queue"] != "fifo" || got.Steps[1].Object != "c d" {
		t.Errorf("%+v", got)
	}
}

// TestLineDamaged: no beginning of a word is a schedule, nor is one that stands for too much.
func TestLineDamaged(t *testing.T) {
	word := Line(&wire.Schedule{Package: "p", Test: "TestX", Steps: []wire.Step{{Task: "main", Op: "begin"}}})
	for i := range len(word) {
		if s, err := ParseLine("the line", word[:i]); err == nil {
			t.Errorf("%q is %+v", word[:i], s)
		}
	}
	for i := len(linePrefix); i < len(word); i++ {
		other := word[:i] + string('A'+(word[i]+1)%26) + word[i+1:]
		if s, err := ParseLine("the line", other); err == nil && lineOf(t, other) != lineOf(t, word) {
			t.Errorf("%q is %+v", other, s)
		}
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)
	w.Write(bytes.Repeat([]byte("\n"), lineText+1))
	w.Close()
	packed.WriteString("sum.")
	if _, err := ParseLine("the line", linePrefix+lineEncoding.EncodeToString(packed.Bytes())); err == nil || !strings.Contains(err.Error(), "more than 4 MiB") {
		t.Errorf("too much text: %v", err)
	}
}

// lineOf is what a word is unpacked from: the last letter has bits that mean nothing.
func lineOf(t *testing.T, word string) string {
	packed, err := lineEncoding.DecodeString(strings.TrimPrefix(word, linePrefix))
	if err != nil {
		t.Fatal(err)
	}
	return string(packed)
}
