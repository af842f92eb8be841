package schedule

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gocheck.dev/internal/wire"
)

// header is the first line of every schedule. The version changes when older
// commands would misread the file, not when a key is added.
const (
	magic  = "gocheck schedule "
	header = magic + "v1"
	hint   = "# Run it again: gocheck replay FILE. Look at it: gocheck show FILE\n"
)

// Format writes a schedule as text. It is deterministic: equal schedules have
// equal text.
func Format(s *wire.Schedule) []byte {
	var b strings.Builder
	b.WriteString(header + "\n")
	b.WriteString(hint)
	line(&b, "package", word(s.Package))
	line(&b, "test", word(s.Test))
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		line(&b, "option", word(key), word(s.Options[key]))
	}
	if f := s.Failure; f != nil {
		line(&b, "failure", word(f.Kind), word(f.Pos), word(f.Message))
		for _, d := range f.Details {
			line(&b, "detail", word(d))
		}
	}
	if n := s.Preemptions; n != nil {
		line(&b, "preemptions", strconv.Itoa(*n))
	}
	steps(&b, "step", s.Steps)
	if p := s.Passing; p != nil {
		// Most of it is the same: that is said by a number.
		same := 0
		for same < min(len(s.Steps), len(p.Steps)) && reflect.DeepEqual(s.Steps[same], p.Steps[same]) {
			same++
		}
		for i, q := range p.Pairs {
			what := "order"
			if q.Choice {
				what = "choice"
			}
			if i == 0 {
				line(&b, "passing", what, strconv.Itoa(q.First), strconv.Itoa(q.Second), strconv.Itoa(same))
			} else {
				line(&b, "and", what, strconv.Itoa(q.First), strconv.Itoa(q.Second))
			}
		}
		if p.Fails != "" {
			line(&b, "otherwise", word(p.Fails))
		}
		steps(&b, "pass", p.Steps[same:])
	}
	if s.Every {
		line(&b, "every", "fails")
	}
	fmt.Fprintf(&b, "end %d\n", len(s.Steps))
	return []byte(b.String())
}

// steps writes steps. Who is blocked is said only where it is not who was
// before, and of many only what changes: it would be most of the file.
func steps(b *strings.Builder, directive string, all []wire.Step) {
	var before []string
	for i := range all {
		step(b, directive, &all[i], blocked(before, all[i].Blocked))
		before = all[i].Blocked
	}
}

func line(b *strings.Builder, words ...string) {
	b.WriteString(strings.Join(words, " "))
	b.WriteByte('\n')
}

func step(b *strings.Builder, directive string, s *wire.Step, blocked []string) {
	words := []string{directive, word(s.Task), word(s.Op), word(s.Object), word(s.Pos)}
	add := func(key, value string) {
		if value != "" {
			words = append(words, key+"="+word(value))
		}
	}
	if s.Choice != 0 {
		add("choice", strconv.Itoa(int(s.Choice)))
	}
	add("partner", s.Partner)
	if s.PartnerChoice != 0 {
		add("partnerchoice", strconv.Itoa(int(s.PartnerChoice)))
	}
	add("from", s.From)
	add("created", s.Created)
	add("runs", s.Runs)
	add("value", s.Value)
	if s.Aside {
		words = append(words, "aside="+word(s.Says))
	} else {
		add("says", s.Says)
	}
	words = append(words, blocked...)
	add("failed", s.Failed)
	accesses := func(key string, all []wire.Access) {
		if len(all) == 0 {
			return
		}
		var items []string
		for _, a := range all {
			items = append(items, word(a.Task), word(a.Op), word(a.Object), word(a.Pos))
		}
		words = append(words, key+"="+strings.Join(items, ","))
	}
	accesses("held", s.Held)
	accesses("waits", s.Waits)
	ofWaits := func(key string, of func(a *wire.Access) string) {
		items, some := make([]string, len(s.Waits)), false
		for i := range s.Waits {
			text := of(&s.Waits[i])
			items[i], some = word(text), some || text != ""
		}
		if some {
			words = append(words, key+"="+strings.Join(items, ","))
		}
	}
	ofWaits("saying", func(a *wire.Access) string { return a.Says })
	ofWaits("asking", func(a *wire.Access) string { return a.From })
	accesses("racing", s.Racing)
	line(b, words...)
}

// word writes a field so that readWord finds its end and its value again.
func word(s string) string {
	if s == "" {
		return "-"
	}
	if s == "-" || !utf8.ValidString(s) || strings.ContainsFunc(s, needsQuote) {
		return strconv.Quote(s)
	}
	return s
}

// needsQuote reports whether a word with r in it is quoted: blanks and commas
// end words, and what cannot be seen is made visible.
func needsQuote(r rune) bool {
	return r == '"' || r == ',' || unicode.IsSpace(r) || !strconv.IsPrint(r)
}
