package rewrite

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
