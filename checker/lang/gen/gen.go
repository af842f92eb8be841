package gen

import (
	"fmt"
	"math/rand"

	"gocheck.dev/checker/lang"
)

// Source returns a number from 0 to n-1.
type Source func(n int) int

// Seeded is the Source of pseudo-random numbers for a seed.
func Seeded(seed int64) Source { return rand.New(rand.NewSource(seed)).Intn }

// feature is something that programs of a kind may consist of.
type feature uint32

const (
	branch feature = 1 << iota
	cas
	mutex
	unordered
	fifo
	heavy // nested critical sections, posts anywhere, half of them by messages
	buffered
	unbuffered
	closing
	selecting
	defaults
	lengths
	cond
	group
	rw
	once
	timers
	choices
	coarse
	try
	flags
	spawns
	closeHandler
	postFront
	misuse // unlocks of what is not held
	waits  // loops that wait
	updates
	looping // event loops
	pauses
	faults

	handlers = unordered | fifo
	channels = buffered | unbuffered
)

// Kind is a kind of programs.
type Kind struct {
	Name     string
	features feature
}

// Kinds are all kinds, the simple ones first.
var Kinds = []Kind{
	{"plain", 0},
	{"branch", branch | cas},
	{"locks", mutex | branch},
	{"try", mutex | try | branch},
	{"misuse", mutex | try | misuse},
	{"unordered", unordered},
	{"unordered-locks", unordered | mutex},
	{"unordered-branch", unordered | branch | cas},
	{"unordered-branch-locks", unordered | branch | cas | mutex},
	{"fifo", fifo},
	{"fifo-locks", fifo | mutex},
	{"fifo-branch", fifo | branch | cas},
	{"fifo-branch-locks", fifo | branch | cas | mutex},
	{"fifo-front", fifo | postFront | branch},
	{"heavy-unordered", unordered | mutex | heavy},
	{"heavy-unordered-branch", unordered | mutex | heavy | branch | cas},
	{"heavy-events", unordered | heavy},
	{"heavy-events-branch", unordered | heavy | branch | cas},
	{"heavy-fifo", fifo | mutex | heavy},
	{"heavy-fifo-branch", fifo | mutex | heavy | branch | cas},
	{"heavy-mixed", unordered | fifo | mutex | heavy | branch | cas},
	{"handler-close", handlers | closeHandler | branch},
	{"buffered", buffered | branch},
	{"buffered-close", buffered | closing | branch},
	{"buffered-len", buffered | lengths | closing},
	{"unbuffered", unbuffered | branch},
	{"unbuffered-close", channels | closing | branch},
	{"select", channels | selecting | branch},
	{"select-close", channels | selecting | closing | mutex | branch},
	{"default", channels | selecting | defaults | branch},
	{"default-close", channels | selecting | defaults | closing | lengths | branch},
	{"handlers-channels", handlers | buffered | closing},
	{"handlers-select", handlers | channels | selecting | closing | mutex},
	{"handlers-default", handlers | channels | selecting | defaults | closing | mutex},
	{"cond", cond | branch},
	{"waitgroup", group | branch | spawns},
	{"rwmutex", rw | branch},
	{"rwmutex-try", rw | try | mutex},
	{"once", once | mutex | branch},
	{"flags", flags | branch | cas | selecting | defaults},
	{"timers", timers | branch},
	{"timers-select", timers | channels | selecting | defaults},
	{"timers-handlers", timers | handlers | mutex},
	{"choices", choices | branch | handlers},
	{"spawns", spawns | branch | cas},
	{"coarse", coarse | branch | cas | mutex},
	{"coarse-handlers", coarse | handlers | branch | mutex},
	{"coarse-channels", coarse | channels | selecting | closing | branch},
	{"handlers-sync", handlers | rw | group | cond | once | try},
	{"handlers-rwmutex", handlers | rw | mutex | try | branch},
	{"threads", spawns | branch | cas | mutex | try | channels | closing | selecting | defaults | rw | group | once | cond | flags},
	{"coarse-threads", coarse | spawns | branch | mutex | channels | closing | selecting | rw | group | once},
	{"coarse-sync", coarse | branch | mutex | rw | try | group | cond | once | flags},
	{"mixed", ^(faults | looping | pauses | coarse | misuse | timers | waits | updates)},
	{"mixed-timers", ^(faults | looping | pauses | coarse | misuse | waits | updates)},
	{"mixed-coarse", ^(faults | looping | pauses | waits | updates)},
	{"spin", waits | branch | cas},
	{"spin-locks", waits | mutex | rw | try},
	{"spin-coarse", waits | coarse | branch | mutex},
	{"spin-channels", waits | channels | selecting | defaults | closing | lengths},
	{"spin-handlers", waits | handlers | branch | mutex | try},
	{"spin-flags", waits | flags | branch | selecting | defaults},
	{"spin-timers", waits | timers | mutex},
	{"spin-mixed", ^(faults | looping | pauses | coarse | misuse | timers | updates)},
	{"spin-mixed-timers", ^(faults | looping | pauses | coarse | misuse | updates)},
	{"spin-mixed-coarse", ^(faults | looping | pauses | updates)},
	{"updates", updates},
	{"updates-branch", updates | branch | cas},
	{"updates-locks", updates | branch | cas | mutex | rw},
	{"updates-coarse", updates | coarse | branch | cas | mutex},
	{"updates-handlers", updates | handlers | branch | cas},
	{"updates-threads", updates | spawns | branch | cas | channels | selecting | defaults | group | flags},
	{"updates-spin", updates | waits | branch | cas},
	{"updates-mixed", ^(faults | looping | pauses | coarse | misuse)},
	{"updates-mixed-coarse", ^(faults | looping | pauses)},
	{"loops", looping | channels | branch},
	{"loops-buffered", looping | buffered | mutex | branch},
	{"loops-select", looping | channels | selecting | closing | mutex},
	{"loops-handlers", looping | handlers | channels | selecting | mutex},
	{"loops-timers", looping | timers | buffered | selecting | defaults},
	{"loops-flags", looping | flags | channels | selecting | branch},
	{"loops-coarse", looping | coarse | channels | selecting | closing | mutex | rw},
	{"pauses", pauses | timers},
	{"pauses-branch", pauses | timers | branch | cas},
	{"pauses-select", pauses | timers | channels | selecting | defaults},
	{"pauses-handlers", pauses | timers | handlers | mutex},
	{"pauses-spin", pauses | timers | waits | mutex},
	{"pauses-coarse", pauses | timers | coarse | branch | mutex | group},
	{"pauses-mixed", ^(faults | looping | coarse | misuse | updates)},
	{"choices-events", choices | unordered | heavy | branch | cas},
	{"faults", faults | branch | cas},
	{"faults-locks", faults | mutex | branch | choices},
	{"faults-events", faults | handlers | branch | cas},
	{"faults-threads", faults | spawns | branch | cas | mutex | try | channels | selecting | defaults | group | once | flags},
	{"faults-pauses", faults | pauses | timers | branch},
	{"faults-coarse", faults | coarse | branch | mutex},
}

// Size is a size for the i-th program of a campaign. The sizes of a kind are
// such that most programs have some dozens of traces and few have too many.
func (k Kind) Size(i int) int {
	switch {
	case k.features&(handlers|spawns) != 0:
		return 2 + i%4
	case k.features&channels != 0:
		return 4 + i%9
	}
	return 3 + i%5
}

// Named is the kind of that name.
func Named(name string) (Kind, bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// Program makes a random program of the kind. Size is about the number of
// statements of a thread.
func (k Kind) Program(src Source, size int) *lang.Program {
	g := &generator{f: k.features, src: src, size: size, p: &lang.Program{}}
	g.program()
	if err := g.p.Compile(); err != nil {
		panic(fmt.Sprintf("generated program does not compile: %v: %s", err, g.p))
	}
	return g.p
}

type generator struct {
	f     feature
	src   Source
	size  int
	p     *lang.Program
	posts []lang.Stmt // that the present body has still to make
	left  int         // statements that the present body may still have
	sends []bool      // by channel: whether the present body prefers sending

	handlers, locks, chans, vars int
	timers                       int   // AfterFuncs so far
	mine                         []int // timers of the present body
	inFunc                       bool  // the present body is a function
	spins                        int   // loops that wait, in the present body
	funcs                        []int // bodies that may be spawned by the present one
}

func (g *generator) has(f feature) bool { return g.f&f != 0 }

// chance is true in n of m cases. Draws that shrink to 0 are true: simpler
// alternatives should be the ones for true.
func (g *generator) chance(n, m int) bool { return g.src(m) < n }

func (g *generator) program() {
	p := g.p
	p.Coarse = g.has(coarse)
	if g.has(pauses) {
		p.Pause = int64(1 + g.src(4))
	}
	if g.has(faults) {
		p.Faults = int32(1 + g.src(2))
	}
	g.vars = 1 + g.src(3)
	for i := range g.vars {
		p.Vars = append(p.Vars, lang.Var{Name: string("xyz"[i])})
	}
	if g.has(flags) && g.f&(coarse|updates) != 0 {
		p.Vars = append(p.Vars, lang.Var{Name: "f"})
	}
	g.locks = 1 + g.src(2)
	if g.has(heavy) {
		g.locks = 1 + g.src(3)
	}
	if g.has(channels) {
		g.chans = 1 + g.src(2)
		for range g.chans {
			c := 0
			switch {
			case g.f&channels == buffered:
				c = 1 + g.src(2)
			case g.f&channels == channels:
				c = g.src(3)
			}
			p.Caps = append(p.Caps, c)
		}
	}
	threads := 2 + g.src(2)
	messages := 0
	if g.has(channels) {
		threads = 2 + g.src(3)
	}
	if g.has(handlers) {
		threads = 1 + g.src(3)
		messages = 2 + g.src(min(g.size, 4))
		g.handlers = 1 + g.src(2)
		if g.has(heavy) {
			g.handlers = 1 + g.src(3)
		}
		for range g.handlers {
			p.FIFO = append(p.FIFO, g.f&handlers == fifo || g.f&handlers == handlers && g.chance(1, 2))
		}
	}
	funcs := 0
	if g.has(spawns) || g.has(timers) {
		funcs = 1 + g.src(2)
	}
	n := threads + messages + funcs
	for i := range threads {
		p.Bodies = append(p.Bodies, lang.Body{Name: fmt.Sprintf("t%d", i)})
	}
	for i := range messages {
		p.Bodies = append(p.Bodies, lang.Body{Name: fmt.Sprintf("m%d", i)})
	}
	for i := range funcs {
		p.Bodies = append(p.Bodies, lang.Body{Name: fmt.Sprintf("f%d", i)})
	}
	// Each message is posted once, by a thread, a message of a lower number or
	// a function. In programs in which functions post, messages start none:
	// they might start what posts them, for ever.
	funcsPost := funcs > 0 && !g.chance(2, 3)
	posts := make([][]lang.Stmt, n)
	for i := range messages {
		by := g.src(threads)
		if nested := g.has(heavy) && g.chance(1, 2) || g.chance(1, 4); nested && i > 0 {
			by = threads + g.src(i)
		}
		if funcsPost && !g.chance(1, 2) { // as PostAfter does, when the function is an AfterFunc's
			by = threads + messages + g.src(funcs)
		}
		s := lang.Stmt{Kind: lang.Post, Body: threads + i, Obj: g.src(g.handlers)}
		if g.has(postFront) && !g.chance(2, 3) {
			s.Kind = lang.PostFront
		}
		posts[by] = append(posts[by], s)
	}
	for i := range n {
		g.posts = posts[i]
		g.funcs = g.funcs[:0]
		g.mine = g.mine[:0]
		g.spins = 0
		g.inFunc = i >= threads+messages
		g.sends = g.sends[:0]
		for c := range g.chans {
			g.sends = append(g.sends, (i+c)%2 == 0)
		}
		g.left = 1 + g.src(g.size)
		if i >= threads {
			g.left = 1 + g.src(max(g.size-1, 1))
		} else if g.has(handlers) && len(g.posts) > 1 {
			g.left = 1 + g.src(max(g.size-1, 1))
		}
		for f := threads + messages; f < n; f++ {
			if i < threads || i < threads+messages && !funcsPost || f > i {
				g.funcs = append(g.funcs, f)
			}
		}
		g.left += len(g.posts)
		var code []lang.Stmt
		if i == 0 && g.has(timers) && !g.chance(3, 4) {
			code = append(code, lang.Stmt{Kind: lang.TickerNew, X: lang.Const(int64(1 + g.src(2)))})
		}
		code = append(code, g.block(0)...)
		for len(g.posts) > 0 {
			g.left = max(g.left, 1)
			code = append(code, g.post())
		}
		p.Bodies[i].Code = code
	}
}

func (g *generator) post() lang.Stmt {
	s := g.posts[0]
	g.posts = g.posts[1:]
	return s
}

// block makes statements while there are any left.
func (g *generator) block(depth int) []lang.Stmt {
	var out []lang.Stmt
	n := g.left
	if depth > 0 {
		n = g.src(min(3, g.left+1))
		if g.has(heavy) && g.left > 0 {
			n = 1 + g.src(min(3, g.left))
		}
	}
	for range n {
		if g.left <= 0 {
			break
		}
		g.left--
		if len(g.posts) > 0 && !g.chance(1, 2) {
			out = append(out, g.post())
			continue
		}
		out = append(out, g.stmt(depth)...)
	}
	return out
}

// Coarse returns the program in the coarse step mode.
func Coarse(p *lang.Program) *lang.Program { return mode(p, true) }

// Fine returns the program in the fine step mode.
func Fine(p *lang.Program) *lang.Program { return mode(p, false) }

func mode(p *lang.Program, coarse bool) *lang.Program {
	q := &lang.Program{Coarse: coarse, Pause: p.Pause, Faults: p.Faults, Vars: p.Vars, Caps: p.Caps, FIFO: p.FIFO, Bodies: p.Bodies}
	if err := q.Compile(); err != nil {
		panic(err) // it compiled before
	}
	return q
}
