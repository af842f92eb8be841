package rewrite

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The statements of a sequencer's functions; random_order_test.go has the expressions.

func (g *sequencer) line(format string, args ...any) {
	fmt.Fprintf(&g.b, g.indent+format+"\n", args...)
}

func (g *sequencer) block(d int) {
	g.indent += "\t"
	g.stmt(d)
	g.indent = g.indent[1:]
}

// polls writes a loop that waits and counts its rounds.
func (g *sequencer) polls(d int) {
	v, l := g.fresh("v"), g.fresh("l")
	bound := g.pick("3", "2 + 1", g.low(0, 3))
	g.line("{")
	g.line("%s, e%s := %s, 3", v, v, g.low(d, 1))
	g.line("_, _ = %s, e%s", v, v)
	g.line("%s:", l)
	g.line("%s", g.pick(
		fmt.Sprintf("for %s := 0; %s < %s; %s++ {", v, v, bound, v),
		fmt.Sprintf("for %s := range %s {", v, bound),
		fmt.Sprintf("for range %s {", bound),
		fmt.Sprintf("for ; %s != e%s && %s; %s += 1 {", v, v, "("+g.bool(0)+")", v),
		fmt.Sprintf("for %s := 5; ; %s-- { if %s <= 2 { break }", v, v, v),
		fmt.Sprintf("for %s := range int16(3) {", v),
		fmt.Sprintf("for %s < 3 { %s++", v, v)))
	g.line("\t_ = %s", v)
	g.line("\tif X + Y < Z { %s }", g.pick("note("+v+"); break "+l, "break "+l, "continue "+l, "note(1); break "+l))
	if g.IntN(2) == 0 {
		g.line("\tif %s == 1 { %s }", v, g.pick("break", "note(2); break "+l, "panic(1)"))
	}
	g.line("\ttime.Sleep(1)")
	g.line("}")
	g.line("%s", g.pick("note("+v+")", "if "+v+" > 1 { note(1) }", ""))
	g.line("}")
}

func (g *sequencer) stmt(d int) {
	n := g.IntN(37)
	g.risks = 0
	if n != 4 && n != 5 && n != 6 && n != 29 && g.IntN(4) == 0 { // not in parallel assignments
		g.risks = 1
	}
	switch n {
	case 36:
		g.polls(d)
	case 30:
		k, v := g.fresh("v"), g.fresh("v")
		g.line("for %s, %s := range pairs(%s) {", k, v, g.low(d, 3))
		g.line("\tnote(%s, %s)", k, v)
		g.line("\tif %s { continue }", g.pick(k+" == 1", v+" < X", "("+g.bool(d)+")"))
		g.block(d - 1)
		g.line("\tif %s > 1 { break }", k)
		g.line("}")
	case 31:
		l, v := g.fresh("l"), g.fresh("v")
		g.line("%s:", l)
		g.line("for %s := range 3 {", v)
		g.line("\tnote(%s)", v)
		g.line("\tswitch (%s) {", g.int(d))
		g.line("\tcase 3, %s + X: break %s", g.int(d), l)
		g.line("\tcase 4 + X: continue %s", l)
		g.line("\t}")
		g.block(d - 1)
		g.line("}")
	case 32:
		v := g.fresh("v")
		g.line("note(func() (%s string, n int) {", v)
		g.line("\tdefer func() { if r := recover(); r != nil { %s = fmt.Sprint(%s, r, n) } }()", v, v)
		g.line("\tn = %s", g.int(d))
		g.line("\tfunc() { defer func() { n += %s }(); %s = Str }()", g.int(d), v)
		g.line("\treturn %s, %s + n", g.str(d), g.int(d))
		g.line("}())")
	case 33:
		v, w := g.fresh("v"), g.fresh("v")
		g.line("var %s, %s = %s, %s", v, w, g.pair(d), g.pick(g.int(d), g.any(d)))
		g.line("note(%s)", v)
		g.line("show(%s)", w)
	case 34:
		v := g.fresh("v")
		g.line("for %s := %s; %s < 2; %s++ {", v, g.low(d, 1), v, v)
		g.line("\tkeep = append(keep, func() int { %s += 3; return %s + %s })", v, v, g.int(0))
		g.line("\tif %s { continue }", "("+g.bool(d)+")")
		g.line("\tnote(keep[len(keep)-1](), %s)", v)
		g.line("}")
	case 35:
		v := g.fresh("v")
		g.line("%s := %s", v, g.pick("P.Get", "Pr.Sum", "(&Pr).swap", "Su.Sum", "c1", "P.Next.F", "cP(P, "+g.int(d)+").Get", "cpr("+g.pair(d)+", 1).Sum"))
		g.line("show(%s)", "any("+v+") != nil")
		g.line("note(%s)", g.int(d))
		if g.IntN(2) == 0 {
			g.line("_ = fmt.Sprint(%s)", g.any(d))
		}
	case 0, 1:
		g.line("%s = %s", g.place(d), g.int(d+1))
	case 2:
		g.line("%s %s %s", g.place(d), g.pick("+=", "-=", "^=", "*="), g.int(d+1))
	case 3:
		g.line("%s%s", g.place(d), g.pick("++", "--"))
	case 4, 5:
		g.line("%s, %s = %s, %s", g.place(d), g.place(d), g.int(d), g.int(d))
	case 6:
		g.line("%s, %s = two(%s, %s)", g.place(d), g.place(d), g.int(d), g.int(d))
	case 7, 8:
		v := g.fresh("v")
		g.line("%s := %s", v, g.pick(g.int(d+1), g.bool(d+1), g.str(d+1), g.S(d+1), g.pair(d+1), g.u8(d+1)))
		g.line("show(%s)", v)
	case 9:
		v, w := g.fresh("v"), g.fresh("v")
		g.line("%s, %s := %s, %s", v, w, g.pick(g.int(d), g.bool(d), g.str(d), g.arr(d)), g.int(d))
		g.line("note(%s, %s)", v, w)
	case 10:
		v := g.fresh("v")
		g.line("var %s %s = %s", v, g.pick("int", "any"), g.int(d))
		g.line("show(%s)", v)
	case 11, 12:
		g.line("if (%s) {", g.bool(d+1))
		g.block(d)
		g.line("} else if (%s) {", g.bool(d))
		g.block(d)
		g.line("}")
	case 13:
		v := g.fresh("v")
		g.line("if %s := (%s); (%s) {", v, g.int(d), g.pick(v+" < "+g.int(d), v+" == X", g.int(d)+" > "+v))
		g.block(d)
		g.line("}")
	case 14:
		g.line("switch (%s) {", g.int(d))
		g.line("case %s + x, %s + X:", g.int(d), g.int(d))
		g.block(d)
		g.line("case 1, %s + Y:", g.int(d))
		g.line("\tnote(1)")
		g.line("default:")
		g.line("\tnote(2)")
		g.line("}")
	case 15:
		v := g.fresh("v")
		g.line("switch %s := (%s); {", v, g.int(d))
		g.line("case %s:", g.bool(d))
		g.line("\tnote(%s)", v)
		g.line("case %s:", g.bool(d))
		g.block(d)
		g.line("}")
	case 16:
		v := g.fresh("v")
		g.line("for %s := (%s) & 1; %s < (%s) & 3; %s += 1 + (%s) & 1 {", v, g.int(d), v, g.int(d), v, g.int(d))
		g.block(d - 1)
		g.line("}")
	case 17:
		g.line("note(func() (int, %s) { return %s, %s }())", g.pick("int", "any"), g.int(d), g.int(d))
	case 18:
		r, s := g.fresh("r"), g.fresh("r")
		g.line("note(func() (%s int, %s any) { fr := func() { %s += X; %s = %s }; defer func() { fr(); note(%s, %s) }(); if (%s) { return }; return %s, %s }())", r, s, r, s, g.int(0), r, s, g.bool(d), g.int(d), g.int(d))
	case 19:
		g.line("Ch <- %s", g.int(d+1))
	case 20:
		g.line("func() { defer c2(%s, %s); defer %s.Add(%s); note(1) }()", g.int(d), g.int(d), g.P(d), g.int(d))
	case 21:
		k, v := g.fresh("v"), g.fresh("v")
		g.line("for %s, %s := range (%s) {", k, v, g.pick(g.S(d), g.str(d), g.bytes(d), g.arr(d)))
		g.line("\tnote(%s, %s)", k, v)
		g.line("\tif %s > 2 { break }", k)
		g.block(d - 1)
		g.line("}")
	case 22:
		g.line("select {")
		g.line("case Ch <- %s:", g.int(d))
		g.block(d)
		g.line("}")
	case 23:
		g.line("select {")
		g.line("case %s = <-Ch:", g.place(d))
		g.block(d)
		g.line("}")
	case 24:
		g.line("c2(%s, %s)", g.int(d), g.int(d))
	case 25:
		g.line("cany(%s, %s, %s)", g.any(d), g.any(d), g.any(d))
	case 26:
		g.line("%s.Add(%s)", g.P(d), g.int(d))
	case 27:
		g.line("S = append(%s, %s)", g.pick("S", g.S(d)), g.int(d))
	case 28:
		v := g.fresh("v")
		g.line("switch %s := (cI(%s, %s)).(type) {", v, g.any(d), g.int(d))
		g.line("case int:")
		g.line("\tnote(%s)", v)
		g.line("case string, pair:")
		g.line("\tshow(%s)", v)
		g.line("}")
	default:
		v := g.fresh("v")
		g.line("%s, %sok := %s", v, v, g.pick(g.M(d)+"["+g.str(d)+"]", "cI("+g.int(d)+", "+g.int(d)+").(int)", "<-Ch"))
		g.line("note(%s, %sok)", v, v)
	}
}

// function writes a function of a few statements over the package's variables
// and some of its own, which literals change.
func (g *sequencer) function(n, depth int) {
	g.line("func f%d() {", n)
	g.indent = "\t"
	g.line("x, y, u, q, w, al := 1, 2, uint8(3), pair{4, 5}, wide{\"k\", 1}, [3]int{7, 8, 9}")
	g.line("px, pl, sl, ml := &Z, P.Next, []int{1, 2, 3}, map[string]int{\"a\": 1}")
	g.line("fl := func(v int) int { x, y = y, x+v; q.A++; u++; al[v&1]++; px = &O.N; pl = P; sl = []int{v, x, y}; w.S += \"j\"; return call(40, x, y, v) }")
	g.line("_, _, _, _, _, _, _, _, _, _, _ = x, y, u, q, w, al, px, pl, sl, ml, fl")
	for range 1 + g.IntN(4) {
		g.stmt(depth)
	}
	g.line("note(x, y, u, q, al, sl)")
	g.indent = ""
	g.line("}\n")
}

// sequencerProgram is a program of n functions.
func sequencerProgram(seed uint64, n, depth int) string {
	g := &sequencer{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range n {
		g.function(i, depth)
	}
	var main strings.Builder
	main.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"time\"\n)\n\nvar verbose = len(os.Args) > 1\n" + sequencerState)
	main.WriteString(g.b.String())
	main.WriteString("func main() {\n\tfor i, f := range all {\n\t\tif verbose && fmt.Sprint(i) != os.Args[1] { continue }\n\t\ttry(i, f)\n\t}\n}\n\nvar all = []func(){")
	for i := range n {
		fmt.Fprintf(&main, "f%d, ", i)
	}
	main.WriteString("}\n")
	return main.String()
}
