package match

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Selection is which tests and subtests run: -run and -skip, as in go test.
type Selection struct {
	run, skip pattern
}

// pattern is a list of alternatives. Each is a list of regular expressions, of
// which each is for one element of a subtest's name, the part between slashes.
type pattern struct {
	text         string
	alternatives [][]*regexp.Regexp
}

// New is of these patterns.
func New(run, skip string) (s Selection, err error) {
	if s.run, err = newPattern(run); err != nil {
		return s, fmt.Errorf("-run: %w", err)
	}
	if s.skip, err = newPattern(skip); err != nil {
		return s, fmt.Errorf("-skip: %w", err)
	}
	return s, nil
}

// newPattern takes a pattern apart at those slashes and bars that are neither
// in brackets nor in parentheses.
func newPattern(text string) (pattern, error) {
	p := pattern{text: text}
	if text == "" {
		return p, nil
	}
	var alternative []*regexp.Regexp
	var broken error
	from, brackets, parentheses := 0, 0, 0
	element := func(to int) {
		e, err := regexp.Compile(Typeable(text[from:to]))
		if err != nil && broken == nil {
			broken = err
		}
		alternative = append(alternative, e)
		from = to + 1
	}
	for i := 0; i < len(text); i++ {
		outside := brackets == 0 && parentheses == 0
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '[':
			brackets++
		case c == ']':
			brackets = max(brackets-1, 0)
		case c == '(' && brackets == 0:
			parentheses++
		case c == ')' && brackets == 0:
			parentheses--
		case c == '/' && outside:
			element(i)
		case c == '|' && outside:
			element(i)
			p.alternatives = append(p.alternatives, alternative)
			alternative = nil
		}
	}
	element(len(text))
	p.alternatives = append(p.alternatives, alternative)
	return p, broken
}

// matches reports whether a name matches, and whether the alternative that it
// matches says more about subtests of that name.
func (p pattern) matches(name string) (ok, partial bool) {
	elements := strings.Split(name, "/")
	for _, alternative := range p.alternatives {
		ok = true
		for i, e := range alternative[:min(len(alternative), len(elements))] {
			ok = ok && e.MatchString(elements[i])
		}
		if ok {
			return true, len(elements) < len(alternative)
		}
	}
	return false, false
}

// ofSubtests is the pattern's text if it tells subtests of one test apart.
func (p pattern) ofSubtests() string {
	for _, alternative := range p.alternatives {
		if len(alternative) > 1 {
			return p.text
		}
	}
	return ""
}

// OfSubtests are the texts of -run and -skip, as far as they tell subtests of one test
// apart.
func (s Selection) OfSubtests() (run, skip string) { return s.run.ofSubtests(), s.skip.ofSubtests() }

// Selects reports whether the test of that name is to run.
func (s Selection) Selects(name string) bool {
	if ok, _ := s.run.matches(name); !ok && s.run.text != "" {
		return false
	}
	skip, partial := s.skip.matches(name)
	return !skip || partial
}

// Typeable replaces what cannot be typed in a subtest's name or a pattern.
func Typeable(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case unicode.IsSpace(c):
			b.WriteByte('_')
		case strconv.IsPrint(c):
			b.WriteRune(c)
		default:
			q := strconv.QuoteRune(c)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}
