package flagvalue

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/internal/meant"
)

// Number is a flag that is no bound unless it is given.
func Number(fs *flag.FlagSet, to **int, name string) { fs.Var(&numberValue{to}, name, "") }

type numberValue struct{ to **int }

// String implements flag.Value.
func (v *numberValue) String() string {
	if v.to == nil || *v.to == nil {
		return ""
	}
	return strconv.Itoa(**v.to)
}

// Set implements flag.Value.
func (v *numberValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("want a number, 0 or more")
	}
	*v.to = &n
	return nil
}

// A Pattern is a regular expression, which matches nothing unless it is given.
type Pattern struct{ Re *regexp.Regexp }

// String implements flag.Value.
func (p *Pattern) String() string {
	if p.Re == nil {
		return ""
	}
	return p.Re.String()
}

// Set implements flag.Value.
func (p *Pattern) Set(s string) (err error) {
	p.Re, err = regexp.Compile(s)
	return err
}

// A OneOf is a flag with a few values.
type OneOf struct {
	To     *string
	Values []string
	Hint   string // is said of wrong values, if there is something to say
}

// String implements flag.Value.
func (v *OneOf) String() string {
	if v.To == nil {
		return ""
	}
	return *v.To
}

// Set implements flag.Value.
func (v *OneOf) Set(s string) error {
	if slices.Contains(v.Values, s) {
		*v.To = s
		return nil
	}
	text := fmt.Sprintf("want one of %s", strings.Join(v.Values, ", "))
	if v.Hint != "" {
		return errors.New(text + "; " + v.Hint)
	}
	if near := cmp.Or(meant.SameAnswer(s, v.Values), meant.Nearest(s, v.Values)); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return errors.New(text)
}

// A Size is a number of bytes: 1GiB, 512MiB, 64k. A small number without a unit was hardly meant
// as bytes.
type Size int64

var sizeUnits = []struct {
	suffix string
	bytes  int64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

// String implements flag.Value.
func (z *Size) String() string {
	if n := int64(*z); n != 0 && n%(1<<30) == 0 {
		return strconv.FormatInt(n>>30, 10) + "GiB"
	}
	return strconv.FormatInt(int64(*z), 10) + "B"
}

// Set implements flag.Value.
func (z *Size) Set(s string) error {
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
		*z = Size(n * u.bytes)
		return nil
	}
	return errors.New(wantSize)
}

const wantSize = "want a size like 1GiB or 512MiB"
