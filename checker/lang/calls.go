package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// call describes a statement with the form name(args): what parsing and
// printing have in common. Each letter of args is an argument: v variable,
// x and y values, b body, n a number in Obj, L the mutex of CondWait, any
// other letter an object of that class.
type call struct {
	kind   StmtKind
	name   string
	args   string
	result bool // may be followed by >r
}

var callTable = []call{
	{Load, "r", "v", true},
	{Store, "w", "vx", false},
	{AtomicLoad, "R", "v", true},
	{AtomicStore, "W", "vx", false},
	{AddVar, "add", "vx", true},
	{CAS, "cas", "vxy", true},
	{Put, "put", "vx", false},
	{Inc, "inc", "vx", false},
	{Mask, "mask", "vx", false},
	{Merge, "merge", "vx", false},
	{Await, "await", "v", true},
	{Go, "go", "b", false},
	{Join, "join", "n", false},
	{Post, "post", "bh", false},
	{PostFront, "postf", "bh", false},
	{HandlerClose, "hclose", "h", false},
	{Lock, "lock", "l", false},
	{Unlock, "unlock", "l", false},
	{TryLock, "trylock", "l", true},
	{RLock, "rlock", "l", false},
	{RUnlock, "runlock", "l", false},
	{TryRLock, "tryrlock", "l", true},
	{Send, "send", "cx", false},
	{Recv, "recv", "c", true},
	{Close, "close", "c", false},
	{Len, "len", "c", true},
	{WGAdd, "wgadd", "gx", false},
	{WGAdd, "done", "g", false},
	{WGWait, "wait", "g", false},
	{CondWait, "cwait", "qL", false},
	{Signal, "signal", "q", false},
	{Broadcast, "bcast", "q", false},
	{Once, "once", "o", false},
	{Choose, "choose", "x", true},
	{Sleep, "sleep", "x", false},
	{TimerNew, "tnew", "Tx", false},
	{TickerNew, "ticker", "Tx", false},
	{TimerReset, "treset", "Tx", true},
	{TimerStop, "tstop", "T", true},
	{TimerRecv, "trecv", "T", true},
	{AfterFunc, "after", "Txb", false},
}

var calls = func() map[string]call {
	m := map[string]call{}
	for _, c := range callTable {
		m[c.name] = c
	}
	return m
}()

func (p *parser) call(f call) (Stmt, error) {
	s := Stmt{Kind: f.kind}
	a, err := p.args(len(f.args))
	if err != nil {
		return s, err
	}
	for i, letter := range f.args {
		var err error
		switch letter {
		case 'v':
			err = p.variable(&s, a[i])
		case 'x':
			s.X, err = p.value(a[i])
		case 'y':
			s.Y, err = p.value(a[i])
		case 'b':
			s.Body, err = p.body(a[i])
		case 'n':
			s.Obj, err = strconv.Atoi(a[i])
		case 'L':
			s.Lock, err = number(a[i], "l")
		case 'l':
			s.Obj, err = number(a[i], "lk")
			s.RW = strings.HasPrefix(a[i], "k")
		default:
			s.Obj, err = number(a[i], string(letter))
		}
		if err != nil {
			return s, err
		}
	}
	switch f.name {
	case "done":
		s.X = Const(-1)
	case "rlock", "runlock", "tryrlock":
		if !s.RW {
			return s, fmt.Errorf("%s is for an rwmutex", f.name)
		}
	case "once":
		s.Then, err = p.braces()
		return s, err
	}
	if f.result {
		return s, p.result(&s)
	}
	return s, nil
}

// String prints the program so that Parse reads it again.
func (p *Program) String() string {
	var b strings.Builder
	if p.Coarse {
		b.WriteString("coarse; ")
	}
	if p.Pause > 0 {
		fmt.Fprintf(&b, "pause %d; ", p.Pause)
	}
	if p.Faults > 0 {
		fmt.Fprintf(&b, "faults %d; ", p.Faults)
	}
	var fifo, caps, vars []string
	for i, f := range p.FIFO {
		if f {
			fifo = append(fifo, fmt.Sprintf(" h%d", i))
		}
	}
	for i, c := range p.Caps {
		if c > 0 {
			caps = append(caps, fmt.Sprintf(" c%d=%d", i, c))
		}
	}
	for _, v := range p.Vars {
		name := v.Name
		if v.Len > 0 {
			name = fmt.Sprintf("%s[%d]", name, v.Len)
		}
		if v.Init != 0 {
			name = fmt.Sprintf("%s=%d", name, v.Init)
		}
		if name != v.Name {
			vars = append(vars, " "+name)
		}
	}
	for _, d := range []struct {
		word  string
		names []string
	}{{"fifo", fifo}, {"chan", caps}, {"var", vars}} {
		if len(d.names) > 0 {
			b.WriteString(d.word + strings.Join(d.names, "") + "; ")
		}
	}
	for i, body := range p.Bodies {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(body.Name + ":")
		pr := printer{p: p, b: &b}
		pr.block(body.Code)
	}
	return b.String()
}

type printer struct {
	p *Program
	b *strings.Builder
}

func (o Operand) String() string {
	if o.IsReg {
		return fmt.Sprintf("$%d", o.N)
	}
	return strconv.FormatInt(o.N, 10)
}

func (pr printer) block(code []Stmt) {
	for i := range code {
		pr.b.WriteByte(' ')
		pr.stmt(&code[i])
	}
}

func (pr printer) braces(code []Stmt) {
	pr.b.WriteByte('{')
	pr.block(code)
	pr.b.WriteByte('}')
}

func (pr printer) condition(s *Stmt) {
	if s.X != Reg(0) {
		pr.b.WriteString(s.X.String())
	}
	pr.b.WriteString(s.Rel + s.Y.String())
}

// variable names the cell of a memory statement.
func (pr printer) variable(s *Stmt) string {
	n := 0
	for _, v := range pr.p.Vars {
		size := max(v.Len, 1)
		if s.Obj < n+size {
			switch {
			case s.Indexed:
				return fmt.Sprintf("%s[$%d]", v.Name, s.Idx)
			case v.Len > 0:
				return fmt.Sprintf("%s[%d]", v.Name, s.Obj-n)
			}
			return v.Name
		}
		n += size
	}
	return "?"
}

func (pr printer) stmt(s *Stmt) {
	b := pr.b
	switch s.Kind {
	case Assign:
		fmt.Fprintf(b, "$%d=%s", s.Reg, s.X)
		if s.Rel != "" {
			b.WriteString(s.Rel + s.Y.String())
		}
		return
	case If:
		b.WriteString("if")
		pr.condition(s)
		pr.braces(s.Then)
		if len(s.Else) > 0 {
			b.WriteString("else")
			pr.braces(s.Else)
		}
		return
	case Assert:
		b.WriteString("assert")
		pr.condition(s)
		return
	case Loop:
		b.WriteString("loop" + s.X.String())
		pr.braces(s.Then)
		return
	case Now:
		b.WriteString("now")
		pr.result(s)
		return
	case Fault:
		b.WriteString("fault")
		pr.result(s)
		return
	case Spin:
		b.WriteString("spin")
		pr.braces(s.Then)
		return
	case Break:
		b.WriteString("break")
		return
	case Exit:
		b.WriteString("exit")
		return
	case Yield:
		b.WriteString("yield")
		return
	case NilCase:
		b.WriteString("nil")
		return
	case Select:
		b.WriteString("select{")
		for i := range s.Cases {
			b.WriteByte(' ')
			pr.stmt(&s.Cases[i])
			pr.braces(s.Cases[i].Then)
		}
		if s.Default {
			b.WriteString(" default")
			pr.braces(s.Else)
		}
		b.WriteByte('}')
		return
	case Load, Store, AtomicLoad, AtomicStore:
		if v := pr.variable(s); len(v) == 1 && v[0] >= 'a' && v[0] <= 'z' {
			b.WriteString(map[StmtKind]string{Load: "r", Store: "w", AtomicLoad: "R", AtomicStore: "W"}[s.Kind] + v)
			if (s.Kind == Store || s.Kind == AtomicStore) && s.X != Const(1) {
				b.WriteString(s.X.String())
			}
			pr.result(s)
			return
		}
	case AddVar:
		if v := pr.variable(s); len(v) == 1 && v[0] >= 'a' && v[0] <= 'z' && s.X == Const(1) {
			b.WriteString(v + "++")
			pr.result(s)
			return
		}
	}
	pr.call(s)
}

func (pr printer) result(s *Stmt) {
	if s.Reg != 0 {
		fmt.Fprintf(pr.b, ">%d", s.Reg)
	}
}

func (pr printer) call(s *Stmt) {
	for _, f := range callTable {
		if f.kind != s.Kind || f.name == "done" && s.X != Const(-1) || f.name == "wgadd" && s.X == Const(-1) {
			continue
		}
		pr.b.WriteString(f.name + "(")
		for i, letter := range f.args {
			if i > 0 {
				pr.b.WriteByte(',')
			}
			switch letter {
			case 'v':
				pr.b.WriteString(pr.variable(s))
			case 'x':
				pr.b.WriteString(s.X.String())
			case 'y':
				pr.b.WriteString(s.Y.String())
			case 'b':
				pr.b.WriteString(pr.p.Bodies[s.Body].Name)
			case 'n':
				pr.b.WriteString(strconv.Itoa(s.Obj))
			case 'L':
				fmt.Fprintf(pr.b, "l%d", s.Lock)
			case 'l':
				if s.RW {
					letter = 'k'
				}
				fmt.Fprintf(pr.b, "%c%d", letter, s.Obj)
			default:
				fmt.Fprintf(pr.b, "%c%d", letter, s.Obj)
			}
		}
		pr.b.WriteByte(')')
		if f.result {
			pr.result(s)
		}
		if s.Kind == Once {
			pr.braces(s.Then)
		}
		return
	}
	fmt.Fprintf(pr.b, "?%d", s.Kind)
}
