package schedule

import (
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/internal/wire"
)

const (
	fewBlocked  = 8       // shorter lists are always written whole
	mostBlocked = 8 << 20 // names that all lists of a file may have: few lines can stand for very many
)

// blocked are the words that say who is blocked after a step, of those before it: nothing if they
// are the same, and what changes in a long list if that is little. A timer that is pending is in
// the list of each step.
func blocked(before, after []string) []string {
	if slices.Equal(before, after) {
		return nil
	}
	was, is := map[string]bool{}, map[string]bool{}
	for _, t := range before {
		was[t] = true
	}
	var frees, blocks []string
	for i, t := range after {
		if is[t] = true; !was[t] {
			blocks = append(blocks, strconv.Itoa(i), t)
		}
	}
	for _, t := range before {
		if !is[t] {
			frees = append(frees, t)
		}
	}
	if len(after) >= fewBlocked && len(frees)+len(blocks) <= len(after)/2 {
		if again, ok := changed(before, frees, blocks); ok && slices.Equal(again, after) {
			var words []string
			if len(frees) > 0 {
				words = append(words, "frees="+joined(frees))
			}
			if len(blocks) > 0 {
				words = append(words, "blocks="+joined(blocks))
			}
			return words
		}
	}
	return []string{"blocked=" + joined(after)}
}

// joined is a list of words.
func joined(all []string) string {
	items := make([]string, len(all))
	for i, t := range all {
		items[i] = word(t)
	}
	return strings.Join(items, ",")
}

// changed is a list without some, and with others in their places: pairs of a place and a name, in
// the order of places. It is false if there is no such place.
func changed(before, frees, blocks []string) ([]string, bool) {
	out := make(map[string]bool, len(frees))
	for _, t := range frees {
		out[t] = true
	}
	all := make([]string, 0, len(before)+len(blocks)/2)
	next := func(until int) { // takes over what comes before a place
		for len(before) > 0 && (until < 0 || len(all) < until) {
			if !out[before[0]] {
				all = append(all, before[0])
			}
			before = before[1:]
		}
	}
	for ; len(blocks) > 0; blocks = blocks[2:] {
		at, err := strconv.Atoi(blocks[0])
		if err != nil || at < 0 {
			return nil, false
		}
		if next(at); len(all) != at {
			return nil, false
		}
		all = append(all, blocks[1])
	}
	next(-1)
	return all, true
}

// nowBlocked finds out who is blocked after a step: as the line says, or as before it.
func (p *parser) nowBlocked(s *wire.Step, seen map[string]bool) error {
	frees, blocks := p.frees, p.blocks
	p.frees, p.blocks = nil, nil
	switch {
	case frees == nil && blocks == nil:
		if !seen["blocked"] {
			s.Blocked = p.blocked
			return nil
		}
	case seen["blocked"]:
		return p.errorf("blocked= beside frees= or blocks= in one step")
	case len(blocks)%2 != 0:
		return p.errorf("blocks= wants a place and a task of each")
	default:
		for _, t := range frees {
			if !slices.Contains(p.blocked, t) {
				return p.errorf("frees= names %q, who is not blocked", short(t))
			}
		}
		all, ok := changed(p.blocked, frees, blocks)
		if !ok {
			return p.errorf("blocks= names places that are not there")
		}
		s.Blocked = all
	}
	if p.names += len(s.Blocked); p.names > mostBlocked {
		return p.errorf("the lists of who is blocked have more than %d names", mostBlocked)
	}
	p.blocked = s.Blocked
	return nil
}
