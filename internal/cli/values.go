package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/meant"
)

// The values of flags that package flag has no types for.

// number is a flag that is no bound unless it is given.
func number(fs *flag.FlagSet, to **int, name string) { fs.Var(&numberValue{to}, name, "") }

type numberValue struct{ to **int }

func (v *numberValue) String() string {
	if v.to == nil || *v.to == nil {
		return ""
	}
	return strconv.Itoa(**v.to)
}

func (v *numberValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("want a number, 0 or more")
	}
	*v.to = &n
	return nil
}

// A jsonMode is the flag -json, which may say whose actions are wanted.
type jsonMode struct{ o *options }

func (jsonMode) IsBoolFlag() bool { return true }

func (m jsonMode) String() string {
	switch {
	case m.o == nil || !m.o.json:
		return "false"
	case m.o.test2json:
		return "test2json"
	}
	return "true"
}

func (m jsonMode) Set(s string) error {
	m.o.json, m.o.test2json = s != "false", s == "test2json"
	if s == "true" || s == "false" || s == "test2json" {
		return nil
	}
	return errors.New("want -json, or -json=test2json")
}

// A pattern is a regular expression, which matches nothing unless it is given.
type pattern struct{ re *regexp.Regexp }

func (p *pattern) String() string {
	if p.re == nil {
		return ""
	}
	return p.re.String()
}

func (p *pattern) Set(s string) (err error) {
	p.re, err = regexp.Compile(s)
	return err
}

// algorithms are the values of -algo.
func algorithms() []string {
	var names []string
	for _, a := range explore.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// A oneOfValue is a flag with a few values.
type oneOfValue struct {
	to     *string
	what   string
	values []string
}

func oneOf(fs *flag.FlagSet, to *string, name, value string, values []string) {
	*to = value
	fs.Var(&oneOfValue{to, name, values}, name, "")
}

func (v *oneOfValue) String() string {
	if v.to == nil {
		return ""
	}
	return *v.to
}

func (v *oneOfValue) Set(s string) error {
	if slices.Contains(v.values, s) {
		*v.to = s
		return nil
	}
	text := fmt.Sprintf("want one of %s", strings.Join(v.values, ", "))
	if hint := otherValues[v.what]; hint != "" {
		return errors.New(text + "; " + hint)
	}
	if near := cmp.Or(meant.SameAnswer(s, v.values), meant.Nearest(s, v.values)); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return errors.New(text)
}

// A count is the flag -count, which has one value: 0 is none.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(s string) error {
	if s != "1" {
		return errors.New("want -count=1, which explores what is known, too; more often would come to the same")
	}
	*c = 1
	return nil
}

// A size is a number of bytes: 1GiB, 512MiB, 64k. A small number without a unit was hardly meant
// as bytes.
type size int64

var sizeUnits = []struct {
	suffix string
	bytes  int64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

func (z *size) String() string {
	if n := int64(*z); n != 0 && n%(1<<30) == 0 {
		return strconv.FormatInt(n>>30, 10) + "GiB"
	}
	return strconv.FormatInt(int64(*z), 10) + "B"
}

func (z *size) Set(s string) error {
	low := strings.ToLower(strings.TrimSpace(s))
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(low, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		switch {
		case err != nil || n < 1 || n > (1<<62)/u.bytes:
			return errors.New(wantSize)
		case u.suffix == "" && n < 1<<20:
			return fmt.Errorf("%s; did you mean %dGiB?", wantSize, n)
		}
		*z = size(n * u.bytes)
		return nil
	}
	return errors.New(wantSize)
}

const wantSize = "want a size like 1GiB or 512MiB"
