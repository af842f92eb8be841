package instrument

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A sequencer writes random statements in which the order of evaluation shows:
// the functions that they call change the variables that they read, and all that
// happens is traced.
type sequencer struct {
	*rand.Rand
	b      strings.Builder
	n      int // functions and variables so far
	indent string
	risks  int // how many expressions of the statement may still panic
}

func (g *sequencer) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *sequencer) fresh(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

// low is an int between 0 and a mask.
func (g *sequencer) low(d, mask int) string { return fmt.Sprintf("(%s)&%d", g.int(d), mask) }

// end reports whether the expression has to end.
func (g *sequencer) end(d int) bool { return d <= 0 || g.IntN(8) == 0 }

func (g *sequencer) int(d int) string {
	if g.end(d) {
		return g.pick("X", "Y", "Z", "P.N", "O.N", "Pr.A", "O.V.B", "P.Next.N", "P.P.B", "S[1]", "Arr[2]", "P.Arr[1]", "P.S[0]", `M["a"]`, `P.M["b"]`, "x", "y", "3", "len(S)", "len(Str)", "int(U)", "int(Bs[0])", "MA[1]", "MU[4]", "MU[U]", "MK[key{1, 2}].A", `MA["ab"]`, "q.A", "*px", "cap(S)", "len(M)")
	}
	d--
	i, s, b := g.int, g.S, g.bool
	if g.risks > 0 && g.IntN(12) == 0 {
		g.risks--
		return g.pick("S["+i(d)+"]", "P.Next.Next.Next.N", "int(I.(string)[0])", "len(I.(string))", "X / Y", i(d)+" / (Z & 1)", "[3]int(S[:2])[1]", "int(any(Su).(small).A)", "int(at(Bs, X))", "P.Next.Next.Get("+i(d)+")", "cS(S[:X], 1)[0]", "len(make([]int, X - Y))", "(*[4]int)(S)[1]")
	}
	switch g.IntN(50) {
	case 40:
		return "size(" + g.pick(g.str(d), s(d), g.M(d)) + ", " + i(d) + ")"
	case 41:
		return "len(bytesOf(" + g.pick(g.str(d), g.bytes(d), "Tx") + ", " + i(d) + "))"
	case 42:
		return "int(at(" + g.pick(g.str(d)+"+\"x\"", "append("+g.bytes(d)+", 1)") + ", 0))"
	case 43:
		return "len(wipe(" + g.pick(s(d), g.M(d)) + ", " + i(d) + "))"
	case 44:
		return "caught(func() int { x += 2; return " + i(d) + " })"
	case 45:
		return g.pick("Pr", "q", "P.P", "P.Next.P") + ".swap(" + i(d) + ")"
	case 46:
		return "(" + g.pick("pair.Sum(Pr, "+i(d)+")", "(*pair).Sum(&P.P, "+i(d)+")", "(*node).Get(P, "+i(d)+")", "summer.Sum(Su, "+i(d)+")") + ")"
	case 47:
		return "int(string(" + g.bytes(d) + " )[0])"
	case 48:
		return "*cP2(&" + g.pick("X", "P.N", "S[1]", "x", "Arr[1]") + ", " + i(d) + ")"
	case 49:
		return "[...]int{2: " + i(d) + ", 0: " + i(d) + "}[" + g.low(d, 1) + "]"
	case 0, 1, 2, 3:
		return i(d) + g.pick(" + ", " - ", " ^ ", " * ") + i(d)
	case 4, 5:
		return "c1(" + i(d) + ")"
	case 6, 7, 8:
		return "c2(" + i(d) + ", " + i(d) + ")"
	case 9:
		return "c3(" + i(d) + ", " + i(d) + ", " + i(d) + ")"
	case 10:
		return "c2(two(" + i(d) + ", " + i(d) + "))"
	case 11:
		return s(d) + "[" + g.low(d, 1) + "]"
	case 12:
		return g.P(d) + g.pick(".N", ".P.A", ".Arr[0]", ".Arr["+g.low(d, 1)+"]", ".S[1]", `.M["a"]`)
	case 13:
		return g.P(d) + ".Get(" + i(d) + ")"
	case 14:
		return g.pair(d) + ".Sum(" + i(d) + ")"
	case 15:
		return g.pair(d) + g.pick(".A", ".B")
	case 16:
		return "len(" + g.pick(s(d), g.str(d), g.bytes(d)) + ")"
	case 17:
		return g.M(d) + "[" + g.str(d) + "]"
	case 18:
		return "<-Ch"
	case 19:
		return "cany(" + g.any(d) + ", " + g.any(d) + ")"
	case 20:
		return g.pick("min", "max") + "(" + i(d) + ", " + i(d) + ")"
	case 21:
		return "func() int { " + g.pick("x", "y", "X", "P.N") + " = " + i(d) + "; return " + i(d) + " }()"
	case 22:
		return "vary(" + i(d) + ", " + i(d) + ", " + i(d) + ")"
	case 23:
		return "copy(" + s(d) + ", " + s(d) + ")"
	case 24:
		return g.pick("Fn", "P.F", "fl") + "(" + i(d) + ")"
	case 25:
		return "cfn(" + g.pick("Fn", "P.Get", "Pr.Sum", "P.Next.F", "O.Bump", "fl", "q.Sum", "Su.Sum") + ", " + i(d) + ")"
	case 26:
		return "I.(int)"
	case 27:
		return "I.(int) + " + i(d)
	case 28:
		return "Su.Sum(" + i(d) + ")"
	case 29:
		return "O.Bump(" + i(d) + ")"
	case 30:
		return "cptr(" + g.pick("&X", "&P.N", "&S[1]", "px", "&O.N", "&Arr["+g.low(d, 1)+"]") + ", " + i(d) + ")"
	case 31:
		return "(map[int]int{" + g.low(d, 3) + ": " + i(d) + ", 5: " + i(d) + ", " + g.low(d, 3) + " + 8: " + i(d) + "})[" + g.low(d, 7) + "]"
	case 32:
		return "[]int{" + i(d) + ", " + i(d) + ", " + i(d) + "}[" + g.low(d, 1) + "]"
	case 33:
		return "carr(" + g.arr(d) + ", " + i(d) + ")[" + g.low(d, 1) + "]"
	case 34:
		return "cm(" + g.M(d) + ", " + i(d) + ")"
	case 35:
		return "num(" + i(d) + ", " + i(d) + ")"
	case 36:
		return "gen(" + i(d) + ", " + i(d) + ")"
	case 37:
		return g.pick("MA["+g.any(d)+"]", "MU["+g.u8(d)+"]", "MK[key{int32("+i(d)+"), 2}].A", "MW[wide{"+g.str(d)+", 1}]")
	case 38:
		return "int(" + g.u8(d) + ")"
	default:
		return "map[bool]int{true: " + i(d) + ", false: " + i(d) + "}[" + b(d) + "]"
	}
}

func (g *sequencer) u8(d int) string {
	if g.end(d) {
		return g.pick("U", "Sm.A", "Bs[1]", "7", "u")
	}
	d--
	switch g.IntN(6) {
	case 0:
		return "cu(" + g.u8(d) + ", " + g.int(d) + ")"
	case 1:
		return "uint8(" + g.int(d) + ")"
	case 2:
		return g.bytes(d) + "[0]"
	case 3:
		return "Sm.Val(" + g.int(d) + ")"
	case 4:
		return "num(" + g.u8(d) + ", U)"
	}
	return "(" + g.u8(d) + " + " + g.u8(d) + ")"
}

func (g *sequencer) bool(d int) string {
	if g.end(d) {
		return g.pick("B", "X > Y", "Str == \"ab\"", "Pr == q", "I == any(X)", "true", "S != nil")
	}
	d--
	switch g.IntN(12) {
	case 0, 1:
		return "(" + g.bool(d) + " && " + g.bool(d) + ")"
	case 2, 3:
		return "(" + g.bool(d) + " || " + g.bool(d) + ")"
	case 4:
		return "!" + g.bool2(d)
	case 5:
		return "cb(" + g.bool(d) + ", " + g.int(d) + ")"
	case 6:
		return "(" + g.str(d) + g.pick(" == ", " < ", " != ") + g.str(d) + ")"
	case 7:
		return "(" + g.pair(d) + " == " + g.pair(d) + ")"
	case 8:
		return "(" + g.cmpAny(d) + " == " + g.cmpAny(d) + ")"
	case 9:
		return "bool(bools(" + g.int(d) + " < " + g.int(d) + ") && bools(" + g.bool(d) + "))"
	}
	return "(" + g.int(d) + g.pick(" < ", " == ", " >= ") + g.int(d) + ")"
}

func (g *sequencer) bool2(d int) string { return "(" + g.bool(d) + ")" }

func (g *sequencer) str(d int) string {
	if g.end(d) {
		return g.pick("Str", `"ab"`, "string(Bs)", "string(Tx)", `"a"`, "w.S")
	}
	d--
	switch g.IntN(6) {
	case 0:
		return "cs(" + g.str(d) + ", " + g.int(d) + ")"
	case 1, 2:
		return "(" + g.str(d) + " + " + g.str(d) + ")"
	case 3:
		return "string(" + g.bytes(d) + ")"
	case 4:
		return "wide{" + g.str(d) + ", " + g.int(d) + "}.S"
	}
	return "gen(" + g.str(d) + ", " + g.int(d) + ")"
}

func (g *sequencer) bytes(d int) string {
	if g.end(d) {
		return g.pick("Bs", "[]byte(Tx)", "Bs[:2]", "[]byte(\"lit\")")
	}
	d--
	switch g.IntN(4) {
	case 0:
		return "cbs(" + g.bytes(d) + ", " + g.int(d) + ")"
	case 1:
		return "[]byte(\"z\" + " + g.str(d) + ")"
	case 2:
		return "append(" + g.bytes(d) + ", " + g.u8(d) + ")"
	}
	return "append(" + g.bytes(d) + ", " + g.str(d) + "...)"
}

func (g *sequencer) S(d int) string {
	if g.end(d) {
		return g.pick("S", "P.S", "Arr[:]", "P.Arr[:]", "S[:2]", "sl")
	}
	d--
	switch g.IntN(9) {
	case 0:
		return "cS(" + g.S(d) + ", " + g.int(d) + ")"
	case 1:
		return "append(" + g.S(d) + ", " + g.int(d) + ", " + g.int(d) + ")"
	case 2:
		return "[]int{" + g.int(d) + ", " + g.int(d) + "}"
	case 3:
		return g.S(d) + "[" + g.low(d, 0) + ":2]"
	case 4:
		return "append(" + g.S(d) + "[:2], " + g.S(d) + "...)"
	case 5:
		return "[]int{" + g.int(d) + ", 1: " + g.int(d) + "}[0 : 1+" + g.low(d, 1) + " : 2][:2]"
	case 6:
		return "gen(" + g.S(d) + ", " + g.int(d) + ")"
	case 7:
		return g.P(d) + ".S"
	}
	return "append([]int(nil), append(" + g.S(d) + "[:2], " + g.int(d) + ")...)"
}

func (g *sequencer) P(d int) string {
	if g.end(d) {
		return g.pick("P", "P.Next", "pl")
	}
	d--
	switch g.IntN(5) {
	case 0:
		return "cP(" + g.P(d) + ", " + g.int(d) + ")"
	case 1:
		return g.P(d) + ".Add(" + g.int(d) + ")"
	case 2:
		return "(&node{N: " + g.int(d) + ", S: " + g.S(d) + ", P: " + g.pair(d) + ", M: M})"
	case 3:
		return "any(" + g.P(d) + ").(*node)"
	}
	return "cP(" + g.P(d) + ", " + g.int(d) + ")"
}

func (g *sequencer) pair(d int) string {
	if g.end(d) {
		return g.pick("Pr", "P.P", "O.V", "q", "MK[key{1, 2}]")
	}
	d--
	switch g.IntN(6) {
	case 0:
		return "cpr(" + g.pair(d) + ", " + g.int(d) + ")"
	case 1, 2:
		return "(pair{" + g.int(d) + ", " + g.int(d) + "})"
	case 3:
		return "any(" + g.pair(d) + ").(pair)"
	case 4:
		return g.P(d) + ".P"
	}
	return "[]pair{{" + g.int(d) + ", " + g.int(d) + "}, " + g.pair(d) + "}[" + g.low(d, 1) + "]"
}

func (g *sequencer) arr(d int) string {
	if g.end(d) {
		return g.pick("Arr", "P.Arr", "[3]int{1, X, 3}", "al")
	}
	d--
	switch g.IntN(3) {
	case 0:
		return "[3]int{" + g.int(d) + ", " + g.int(d) + "}"
	case 1:
		return "[3]int(append(" + g.S(d) + "[:2], " + g.int(d) + ", 1))"
	}
	return "carr(" + g.arr(d) + ", " + g.int(d) + ")"
}

func (g *sequencer) M(d int) string {
	if g.end(d) {
		return g.pick("M", "P.M", "ml")
	}
	d--
	if g.IntN(2) == 0 {
		return "cM(" + g.int(d) + ")"
	}
	return "map[string]int{" + g.str(d) + " + \"1\": " + g.int(d) + ", \"a\": " + g.int(d) + ", " + g.str(d) + " + Str[:1]: " + g.int(d) + "}"
}

// cmpAny is an interface whose value can be compared.
func (g *sequencer) cmpAny(d int) string {
	return "any(" + g.pick(g.int(d), g.u8(d), g.bool(d), g.str(d), g.pair(d)) + ")"
}

func (g *sequencer) any(d int) string {
	switch g.IntN(12) {
	case 0:
		return g.u8(d)
	case 1:
		return g.bool(d)
	case 2:
		return g.str(d)
	case 3:
		return g.pair(d)
	case 4:
		return "small{" + g.u8(d) + "}"
	case 5:
		return "I"
	case 6:
		return "cI(" + g.int(d-1) + ", " + g.int(d-1) + ")"
	case 7:
		return "wide{" + g.str(d) + ", " + g.int(d) + "}"
	case 8:
		return g.arr(d)
	case 9:
		return "F64"
	}
	return g.int(d)
}

// place is what an int can be assigned to.
func (g *sequencer) place(d int) string {
	switch g.IntN(9) {
	case 0:
		return g.pick("X", "Y", "x", "y")
	case 1:
		return g.S(min(d, 1)) + "[" + g.low(d, 1) + "]"
	case 2:
		return g.P(d) + g.pick(".N", ".P.A", ".Arr[1]", ".Arr["+g.low(d, 1)+"]", ".S["+g.low(d, 1)+"]")
	case 3:
		return g.pick("M", "P.M", "cM(1)", "ml") + "[" + g.str(d) + "]"
	case 4:
		return g.pick("Pr.A", "Arr[0]", "Arr["+g.low(d, 1)+"]", "O.N", "O.V.B", "al["+g.low(d, 1)+"]")
	case 5:
		return g.pick("MA["+g.cmpAny(d)+"]", "MU["+g.u8(d)+"]", "MW[wide{"+g.str(d)+", "+g.int(d)+"}]", "MA[X]", "MA[U]", "MU[U]")
	case 6:
		return g.pick("S[X&1]", "P.S[Y&1]", "P.Next.N", "*px", "sl[x&1]", "pl.N")
	case 7:
		return "(*" + g.P(d) + ").N"
	}
	return "S[" + g.low(d, 1) + "]"
}

func (g *sequencer) line(format string, args ...any) {
	fmt.Fprintf(&g.b, g.indent+format+"\n", args...)
}

func (g *sequencer) block(d int) {
	g.indent += "\t"
	g.stmt(d)
	g.indent = g.indent[1:]
}

func (g *sequencer) stmt(d int) {
	n := g.IntN(36)
	g.risks = 0
	if n != 4 && n != 5 && n != 6 && n != 29 && g.IntN(4) == 0 { // not in parallel assignments
		g.risks = 1
	}
	switch n {
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
	main.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar verbose = len(os.Args) > 1\n" + sequencerState)
	main.WriteString(g.b.String())
	main.WriteString("func main() {\n\tfor i, f := range all {\n\t\tif verbose && fmt.Sprint(i) != os.Args[1] { continue }\n\t\ttry(i, f)\n\t}\n}\n\nvar all = []func(){")
	for i := range n {
		fmt.Fprintf(&main, "f%d, ", i)
	}
	main.WriteString("}\n")
	return main.String()
}
