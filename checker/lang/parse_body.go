package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// This file parses the bodies of tasks.

type parser struct {
	p    *Program
	text string
	at   int
	vars map[string]int
}

func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *parser) peek(s string) bool { return strings.HasPrefix(p.text[p.at:], s) }

func (p *parser) take(s string) bool {
	if p.peek(s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *parser) word() string {
	i := p.at
	for i < len(p.text) && (p.text[i] >= 'a' && p.text[i] <= 'z' || p.text[i] >= 'A' && p.text[i] <= 'Z' || p.text[i] == '_') {
		i++
	}
	w := p.text[p.at:i]
	p.at = i
	return w
}

func (p *parser) int() (int64, error) {
	i := p.at
	if i < len(p.text) && p.text[i] == '-' {
		i++
	}
	for i < len(p.text) && p.text[i] >= '0' && p.text[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(p.text[p.at:i], 10, 64)
	if err == nil {
		p.at = i
	}
	return n, err
}

func (p *parser) operand() (Operand, error) {
	if p.take("$") {
		n, err := p.int()
		return Reg(n), err
	}
	n, err := p.int()
	return Const(n), err
}

// block parses statements up to a closing brace, or the end.
func (p *parser) block(braced bool) ([]Stmt, error) {
	var out []Stmt
	for {
		p.space()
		if p.at == len(p.text) {
			if braced {
				return out, fmt.Errorf("} missing")
			}
			return out, nil
		}
		if braced && p.take("}") {
			return out, nil
		}
		s, err := p.stmt()
		if err != nil {
			return out, err
		}
		out = append(out, s)
	}
}

func (p *parser) braces() ([]Stmt, error) {
	p.space()
	if !p.take("{") {
		return nil, fmt.Errorf("{ expected")
	}
	return p.block(true)
}

// args parses (a,b,c) into its strings.
func (p *parser) args(n int) ([]string, error) {
	if !p.take("(") {
		return nil, fmt.Errorf("( expected")
	}
	end := strings.IndexByte(p.text[p.at:], ')')
	if end < 0 {
		return nil, fmt.Errorf(") missing")
	}
	a := strings.Split(p.text[p.at:p.at+end], ",")
	for i := range a {
		a[i] = strings.TrimSpace(a[i])
	}
	if len(a) != n {
		return nil, fmt.Errorf("%d arguments expected", n)
	}
	p.at += end + 1
	return a, nil
}

func (p *parser) value(s string) (Operand, error) {
	q := parser{text: s}
	o, err := q.operand()
	if err == nil && q.at != len(s) {
		err = fmt.Errorf("%q is not a number or register", s)
	}
	return o, err
}

// result parses >r.
func (p *parser) result(s *Stmt) error {
	if !p.take(">") {
		return nil
	}
	n, err := p.int()
	s.Reg = int(n)
	return err
}

func (p *parser) variable(s *Stmt, name string) error {
	base, index, ok := strings.Cut(name, "[")
	at, known := p.vars[base]
	if !known {
		if ok {
			return fmt.Errorf("array %s is not declared", base)
		}
		p.p.Vars = append(p.p.Vars, Var{Name: base})
		at = p.p.Cell(len(p.p.Vars) - 1)
		p.vars[base] = at
	}
	s.Obj = at
	if !ok {
		return nil
	}
	o, err := p.value(strings.TrimSuffix(index, "]"))
	if err != nil {
		return err
	}
	if o.IsReg {
		s.Indexed, s.Idx = true, int(o.N)
	} else {
		s.Obj += int(o.N)
	}
	return nil
}

func (p *parser) body(name string) (int, error) {
	for i := range p.p.Bodies {
		if p.p.Bodies[i].Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no body %q", name)
}

func (p *parser) relation(s *Stmt, rels ...string) error {
	for _, r := range rels {
		if p.take(r) {
			s.Rel = r
			var err error
			s.Y, err = p.operand()
			return err
		}
	}
	return fmt.Errorf("one of %s expected", strings.Join(rels, " "))
}

func (p *parser) condition(s *Stmt) error {
	s.X = Reg(0)
	if p.peek("$") {
		var err error
		if s.X, err = p.operand(); err != nil {
			return err
		}
	}
	return p.relation(s, "==", "!=", "<=", ">=", "<", ">")
}

func (p *parser) stmt() (Stmt, error) {
	var s Stmt
	if p.peek("$") {
		s.Kind = Assign
		dst, err := p.operand()
		if err != nil {
			return s, err
		}
		s.Reg = int(dst.N)
		if !p.take("=") {
			return s, fmt.Errorf("= expected")
		}
		if s.X, err = p.operand(); err != nil {
			return s, err
		}
		if p.at < len(p.text) && strings.IndexByte("+-*/%", p.text[p.at]) >= 0 {
			err = p.relation(&s, "+", "-", "*", "/", "%")
		}
		return s, err
	}
	start := p.at
	w := p.word()
	switch w {
	case "if":
		s.Kind = If
		if err := p.condition(&s); err != nil {
			return s, err
		}
		var err error
		if s.Then, err = p.braces(); err != nil {
			return s, err
		}
		if p.take("else") {
			s.Else, err = p.braces()
		}
		return s, err
	case "assert":
		s.Kind = Assert
		return s, p.condition(&s)
	case "loop":
		s.Kind = Loop
		var err error
		if s.X, err = p.operand(); err != nil {
			return s, err
		}
		s.Then, err = p.braces()
		return s, err
	case "spin":
		s.Kind = Spin
		var err error
		s.Then, err = p.braces()
		return s, err
	case "select":
		return p.selectStmt()
	case "now":
		s.Kind = Now
		return s, p.result(&s)
	case "fault":
		s.Kind = Fault
		return s, p.result(&s)
	case "break":
		s.Kind = Break
		return s, nil
	case "exit":
		s.Kind = Exit
		return s, nil
	case "yield":
		s.Kind = Yield
		return s, nil
	}
	if f, ok := calls[w]; ok && p.peek("(") {
		return p.call(f)
	}
	p.at = start
	return p.short()
}

// short parses rx, wx2, Rx, Wx, x++.
func (p *parser) short() (Stmt, error) {
	var s Stmt
	rest := p.text[p.at:]
	if len(rest) >= 3 && rest[1:3] == "++" {
		s.Kind, s.X = AddVar, Const(1)
		p.at += 3
		if err := p.variable(&s, rest[:1]); err != nil {
			return s, err
		}
		return s, p.result(&s)
	}
	if len(rest) < 2 || strings.IndexByte("rwRW", rest[0]) < 0 || rest[1] < 'a' || rest[1] > 'z' {
		return s, fmt.Errorf("no statement")
	}
	p.at += 2
	if err := p.variable(&s, rest[1:2]); err != nil {
		return s, err
	}
	switch rest[0] {
	case 'r', 'R':
		s.Kind = Load
		if rest[0] == 'R' {
			s.Kind = AtomicLoad
		}
		return s, p.result(&s)
	}
	s.Kind = Store
	if rest[0] == 'W' {
		s.Kind = AtomicStore
	}
	s.X = Const(1)
	if p.at < len(p.text) && (p.text[p.at] == '$' || p.text[p.at] == '-' || p.text[p.at] >= '0' && p.text[p.at] <= '9') {
		var err error
		s.X, err = p.operand()
		return s, err
	}
	return s, nil
}

func (p *parser) selectStmt() (Stmt, error) {
	s := Stmt{Kind: Select}
	p.space()
	if !p.take("{") {
		return s, fmt.Errorf("{ expected")
	}
	for {
		p.space()
		if p.take("}") {
			return s, nil
		}
		w := p.word()
		var c Stmt
		var err error
		switch {
		case w == "default":
			s.Default = true
			if s.Else, err = p.braces(); err != nil {
				return s, err
			}
			continue
		case w == "nil":
			c.Kind = NilCase
		default:
			f, ok := calls[w]
			if !ok {
				return s, fmt.Errorf("no case")
			}
			if c, err = p.call(f); err != nil {
				return s, err
			}
		}
		if c.Then, err = p.braces(); err != nil {
			return s, err
		}
		s.Cases = append(s.Cases, c)
	}
}
