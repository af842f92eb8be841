package gen

import (
	"fmt"
	"strings"

	"gocheck.dev/checker/lang"
)

// Alike is p with several of each of its threads, which main creates: now and then with something
// in between that may tell them apart. What a body spawns it spawns twice, now and then.
func Alike(p *lang.Program, src Source) *lang.Program {
	q := &lang.Program{Coarse: p.Coarse, Vars: p.Vars, Caps: p.Caps, FIFO: p.FIFO}
	for _, b := range p.Bodies {
		var code []lang.Stmt
		for _, s := range b.Code {
			code = append(code, s)
			if s.Kind == lang.Go && src(2) == 1 {
				code = append(code, s)
			}
		}
		q.Bodies = append(q.Bodies, lang.Body{Name: b.Name, Code: code})
	}
	main := lang.Body{Name: "main"}
	between := []lang.Stmt{
		{Kind: lang.WGAdd, X: lang.Const(1)},
		{Kind: lang.Load},
		{Kind: lang.Store, X: lang.Const(1)},
		{Kind: lang.Lock},
		{Kind: lang.Join},
		{Kind: lang.Choose, X: lang.Const(2)},
	}
	odd := src(2) == 1
	for i := range q.Bodies {
		if !strings.HasPrefix(q.Bodies[i].Name, "t") {
			continue
		}
		for n := src(2 + src(3)); n >= 0; n-- {
			main.Code = append(main.Code, lang.Stmt{Kind: lang.Go, Body: i})
			if odd && src(3) == 2 {
				main.Code = append(main.Code, between[src(len(between))])
			}
		}
	}
	q.Bodies = append(q.Bodies, main)
	if err := q.Compile(); err != nil {
		panic(fmt.Sprintf("program with threads that are alike does not compile: %v: %s", err, q))
	}
	return q
}
