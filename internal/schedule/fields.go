package schedule

import (
	"strconv"
	"strings"

	"gocheck.dev/internal/wire"
)

// list reads the rest of a list of words that begins with first.
func (p *parser) list(first string) ([]string, error) {
	all := []string{first}
	for strings.HasPrefix(p.rest, ",") {
		p.rest = p.rest[1:]
		w, err := p.readWord()
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// accesses reads a list of accesses: of each its task, operation, object and
// position.
func (p *parser) accesses(key, first string) ([]wire.Access, error) {
	words, err := p.list(first)
	if err != nil {
		return nil, err
	}
	if len(words)%4 != 0 {
		return nil, p.errorf("%s= wants task, operation, object and position of each", key)
	}
	var all []wire.Access
	for ; len(words) > 0; words = words[4:] {
		all = append(all, wire.Access{Task: words[0], Op: words[1], Object: words[2], Pos: words[3]})
	}
	return all, nil
}

// ofWaits reads a word for each of those that wait, who come before it in the line.
func (p *parser) ofWaits(s *wire.Step, key, first string) error {
	words, err := p.list(first)
	if err != nil {
		return err
	}
	if len(words) != len(s.Waits) {
		return p.errorf("%s= wants a word for each of waits=", key)
	}
	for i := range words {
		if a := &s.Waits[i]; key == "saying" {
			a.Says = words[i]
		} else {
			a.From = words[i]
		}
	}
	return nil
}

func (p *parser) number(key, value string) (int32, error) {
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil {
		return 0, p.errorf("%s=%s is no number", key, short(value))
	}
	return int32(n), nil
}

// words reads one word for each of into.
func (p *parser) words(into ...*string) error {
	for _, s := range into {
		w, err := p.readWord()
		if err != nil {
			return err
		}
		*s = w
	}
	return nil
}

// readWord reads a word at the beginning of the rest of the line, after
// blanks. It ends at a blank or a comma.
func (p *parser) readWord() (string, error) {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" {
		return "", p.errorf("the line is too short: the file is damaged")
	}
	if p.rest[0] == '"' {
		quoted, err := strconv.QuotedPrefix(p.rest)
		if err != nil {
			return "", p.errorf("a quoted word does not end: %s", short(p.rest))
		}
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return "", p.errorf("damaged word %s", short(quoted))
		}
		p.rest = p.rest[len(quoted):]
		return value, nil
	}
	end := strings.IndexAny(p.rest, " ,")
	if end < 0 {
		end = len(p.rest)
	}
	value := p.rest[:end]
	p.rest = p.rest[end:]
	if strings.Contains(value, `"`) {
		return "", p.errorf("a quote inside of the word %s", short(value))
	}
	if value == "-" {
		return "", nil
	}
	return value, nil
}
