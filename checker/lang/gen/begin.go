package gen

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"gocheck.dev/checker/lang"
)

var section = regexp.MustCompile(`(?:^|[;\n])\s*(\w+):`)

// WithBeginning is the program after a beginning that uses its objects; nil: it has a main, or no
// thread.
func WithBeginning(r *rand.Rand, p *lang.Program) *lang.Program {
	text := p.String()
	var threads []string
	for _, m := range section.FindAllStringSubmatch(text, -1) {
		if name := m[1]; !strings.Contains(text, "("+name+")") && !strings.Contains(text, "("+name+",") && !strings.Contains(text, ","+name+")") {
			threads = append(threads, name)
		}
	}
	if strings.Contains(text, "main:") || len(threads) == 0 {
		return nil
	}
	used := func(what string) bool { return strings.Contains(text, what) }
	var parts []string
	add := func(all ...string) { parts = append(parts, all...) }
	add("yield yield", "yield")
	for _, v := range "abcdefghxyz" {
		if s := string(v); strings.Contains(text, "w"+s) || strings.Contains(text, "r"+s) || strings.Contains(text, s+"++") || strings.Contains(text, "("+s) {
			add("W"+s+"2", "R"+s, "W"+s+"0", "w"+s, "r"+s, s+"++", "cas("+s+",0,1)", "cas("+s+",7,1)")
		}
	}
	for i := range 3 {
		for _, uses := range [][2]string{
			{"l%d", "lock(%[1]s) unlock(%[1]s)|trylock(%[1]s) unlock(%[1]s)|lock(%[1]s) trylock(%[1]s) unlock(%[1]s)"},
			{"k%d", "lock(%[1]s) unlock(%[1]s)|rlock(%[1]s) runlock(%[1]s)|rlock(%[1]s) rlock(%[1]s) runlock(%[1]s) runlock(%[1]s)"},
			{"g%d", "wgadd(%[1]s,1) done(%[1]s)|wait(%[1]s)|wgadd(%[1]s,2) done(%[1]s) done(%[1]s) wait(%[1]s)|wgadd(%[1]s,1)"},
			{"c%d", "len(%[1]s)|select{send(%[1]s,1){recv(%[1]s)} default{}}|select{send(%[1]s,1){} default{}}|select{recv(%[1]s){} default{}}"},
			{"o%d", "once(%[1]s){}|once(%[1]s){yield}"},
			{"q%d", "signal(%[1]s)|bcast(%[1]s)"},
		} {
			if o := fmt.Sprintf(uses[0], i); used(o) {
				for _, one := range strings.Split(uses[1], "|") {
					add(fmt.Sprintf(one, o))
				}
			}
		}
	}
	var main []string
	for range 3 + r.IntN(8) {
		main = append(main, parts[r.IntN(len(parts))])
	}
	held := ""
	for _, l := range []string{"l0", "k0"} {
		if used("lock("+l) && r.IntN(3) == 0 {
			main, held = append(main, "lock("+l+")"), held+" unlock("+l+")"
		}
	}
	for _, name := range threads {
		main = append(main, "go("+name+")")
	}
	q, err := lang.Parse(text + "\nmain: " + strings.Join(main, " ") + held)
	if err != nil {
		return nil // of another kind of object
	}
	return q
}
