package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a program in the textual form of doc.go and compiles it.
func Parse(text string) (*Program, error) {
	p := &Program{}
	type section struct{ name, code string }
	var sections []section
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, code, ok := strings.Cut(line, ":")
		if !ok {
			if err := p.declare(line); err != nil {
				return nil, fmt.Errorf("declaration %q: %w", line, err)
			}
			continue
		}
		sections = append(sections, section{strings.TrimSpace(name), code})
		p.Bodies = append(p.Bodies, Body{Name: strings.TrimSpace(name)})
	}
	vars := map[string]int{}
	for i, v := range p.Vars {
		vars[v.Name] = p.Cell(i)
	}
	for i, s := range sections {
		ps := parser{p: p, text: s.code, vars: vars}
		code, err := ps.block(false)
		if err != nil {
			return nil, fmt.Errorf("%s: %w at %q", s.name, err, ps.text[ps.at:])
		}
		p.Bodies[i].Code = code
	}
	if err := p.Compile(); err != nil {
		return nil, err
	}
	return p, nil
}

// MustParse is Parse for programs that are known to be right.
func MustParse(text string) *Program {
	p, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

func (p *Program) declare(line string) error {
	words := strings.Fields(line)
	switch words[0] {
	case "coarse":
		p.Coarse = true
	case "pause", "faults":
		if len(words) != 2 {
			return fmt.Errorf("want %s and a number", words[0])
		}
		n, err := strconv.ParseInt(words[1], 10, 32)
		switch {
		case err != nil:
			return err
		case words[0] == "pause":
			p.Pause = n
		default:
			p.Faults = int32(n)
		}
	case "fifo":
		for _, w := range words[1:] {
			n, err := number(w, "h")
			if err != nil {
				return err
			}
			for len(p.FIFO) <= n {
				p.FIFO = append(p.FIFO, false)
			}
			p.FIFO[n] = true
		}
	case "chan":
		for _, w := range words[1:] {
			name, val, _ := strings.Cut(w, "=")
			n, err := number(name, "c")
			if err != nil {
				return err
			}
			k, err := strconv.Atoi(val)
			if err != nil {
				return err
			}
			for len(p.Caps) <= n {
				p.Caps = append(p.Caps, 0)
			}
			p.Caps[n] = k
		}
	case "var":
		for _, w := range words[1:] {
			name, val, has := strings.Cut(w, "=")
			v := Var{Name: name}
			if has {
				n, err := strconv.ParseInt(val, 10, 64)
				if err != nil {
					return err
				}
				v.Init = n
			}
			if base, length, ok := strings.Cut(name, "["); ok {
				n, err := strconv.Atoi(strings.TrimSuffix(length, "]"))
				if err != nil {
					return err
				}
				v.Name, v.Len = base, n
			}
			p.Vars = append(p.Vars, v)
		}
	default:
		return fmt.Errorf("unknown")
	}
	return nil
}

// number is the number of an object name like c3.
func number(name, letters string) (int, error) {
	if len(name) < 2 || !strings.Contains(letters, name[:1]) {
		return 0, fmt.Errorf("%q is not one of the objects %s0, %[2]s1, …", name, letters)
	}
	n, err := strconv.Atoi(name[1:])
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q: no number", name)
	}
	return n, nil
}
