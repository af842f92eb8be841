package cli

import (
	"errors"
	"flag"
	"strconv"

	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/flagvalue"
)

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

// algorithms are the values of -algo.
func algorithms() []string {
	var names []string
	for _, a := range explore.Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

func oneOf(fs *flag.FlagSet, to *string, name, value string, values []string) {
	*to = value
	fs.Var(&flagvalue.OneOf{To: to, Values: values, Hint: otherValues[name]}, name, "")
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
