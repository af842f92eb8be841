package racegen

// A kind is a kind of variable, with the forms of an access. $v is the variable, $n a
// number that no other form of the program has.
type kind struct {
	name, decl                             string
	reads, writes, atomicReads, atomicAdds []string
}

var kinds = []kind{
	{
		name: "int", decl: "var $v int",
		reads: []string{
			"use($v)", "use($v + 1)", "if $v > 5 { use(1) }", "switch $v { case 7: use(7) }", "use(fmt.Sprint($v))",
			"use([]int{$v})", "use(map[int]int{$v: 1})", "p$n := &$v; use(*p$n)", "use(any($v))", "use(float64($v))",
			"use(strconv.Itoa($v))", "func(x int) { use(x) }($v)", "defer func(x int) { use(x) }($v)", "x$n := $v; use(x$n)",
			"use(-$v, 2*$v)", "use(reflect.ValueOf(&$v).Elem().Int())", "b$n, _ := json.Marshal(&$v); use(b$n)",
			"use(identity($v))", "use(min($v, 3))", "c$n := make(chan int, 1); c$n <- $v; use(<-c$n)", "use([3]int{}[$v&1])",
			"for range $v & 1 { use(1) }", "f$n := func() int { return $v }; use(f$n())", "use(string(rune($v)))",
			"use(1 << ($v & 3))", "select { case ready(1) <- $v: default: }", "use(binary.BigEndian.AppendUint32(nil, uint32($v)))",
		},
		writes: []string{
			"$v = 1", "$v++", "$v += 2", "$v, _ = two()", "_, $v = two()", "p$n := &$v; *p$n = 3", "$v = <-ready(1)", "for $v = range 2 { }",
			"for $v = 0; $v < 1; $v++ { }", "fmt.Sscan(\"1\", &$v)", "assign(&$v, 1)", "reflect.ValueOf(&$v).Elem().SetInt(1)",
			"json.Unmarshal([]byte(\"1\"), &$v)", "$v, _ = strconv.Atoi(\"7\")", "if $v = 3; always() { }", "switch $v = 1; { }",
			"select { case $v = <-ready(1): }", "$v, _ = map[int]int{}[1]", "$v = len(\"x\")", "$v <<= 1", "$v, _ = any(1).(int)",
			"defer func() { $v = 4 }()", "for _, $v = range []int{1} { }", "f$n := func() { $v-- }; f$n()", "*identity(&$v) = 2",
			"for $v = range count { }", "$v = func() int { return 5 }()",
		},
	},
	{
		name: "string", decl: "$v := \"abc\"",
		reads: []string{
			"use($v)", "use(len($v))", "use($v[0])", "use([]byte($v))", "use([]rune($v))", "for range $v { }", "for i$n, r$n := range $v { use(i$n, r$n) }",
			"use($v + \"x\")", "use(strings.ToUpper($v))", "use($v == \"y\")", "switch $v { case \"q\": use(1) }", "use(copy(make([]byte, 3), $v))",
			"use(append([]byte(nil), $v...))", "use($v[1:])", "r$n := strings.NewReader($v); use(r$n.Len())", "use(fmt.Sprintf(\"%s\", $v))",
			"x$n := any($v); use(x$n)", "use(map[string]int{\"a\": 1}[$v])", "use(myString($v).first())", "use(errors.New($v))", "use(strings.Split($v, \"b\"))",
		},
		writes: []string{
			"$v = \"de\"", "$v += \"z\"", "$v = string([]byte{65})", "p$n := &$v; *p$n = \"q\"", "$v, _, _ = strings.Cut(\"a=b\", \"=\")", "assign(&$v, \"r\")",
			"fmt.Sscan(\"xy\", &$v)", "json.Unmarshal([]byte(`\"u\"`), &$v)", "$v = fmt.Sprint(1)", "reflect.ValueOf(&$v).Elem().SetString(\"w\")", "for $v = range map[string]int{\"k\": 1} { }",
		},
	},
	{
		name: "slice variable", decl: "$v := []int{3, 1, 2}",
		reads: []string{
			"use(len($v))", "use($v == nil)", "use(cap($v))", "x$n := $v; use(x$n)", "use($v[:0])", "for range $v { }", "f$n := func() []int { return $v }; use(f$n())",
			"use(any($v))", "use(append($v[:0:0], 1))", "use(slices.Clip($v))",
		},
		writes: []string{
			"$v = nil", "$v = append($v, 1)", "$v = $v[:0]", "$v = []int{4}", "assign(&$v, nil)", "p$n := &$v; *p$n = nil", "$v = make([]int, 1)",
			"json.Unmarshal([]byte(\"[1]\"), &$v)", "$v = slices.Grow($v, 8)", "reflect.ValueOf(&$v).Elem().SetLen(0)",
		},
	},
	{
		name: "slice element", decl: "$v := []int{3, 1, 2}",
		reads: []string{
			"use($v[0])", "for _, x$n := range $v { use(x$n) }", "use(fmt.Sprint($v))", "use(append([]int(nil), $v...))", "use([3]int($v))", "use(slices.Max($v))",
			"use(copy(make([]int, 3), $v))", "use(slices.Index($v, 9))", "use(slices.Clone($v))", "p$n := &$v[0]; use(*p$n)", "use(sort.IntsAreSorted($v[:2]))",
			"x$n := $v[:1]; use(x$n[0])", "b$n, _ := json.Marshal($v); use(b$n)", "use(reflect.DeepEqual($v, []int{3, 1, 2}))", "use(slices.Equal($v, []int{3}), $v[0])",
			"use(variadic($v...))", "use(slices.Collect(slices.Values($v)))", "a$n := (*[3]int)($v); use(a$n[0])",
		},
		writes: []string{
			"$v[0] = 1", "$v[0]++", "copy($v, []int{7})", "clear($v)", "$v[0], $v[1] = $v[1], $v[0]", "slices.Reverse($v)", "sort.Ints($v); $v[0] = 2", "p$n := &$v[0]; *p$n = 5",
			"_ = append($v[:0], 6)", "for i$n := range $v { $v[i$n] = 1 }", "x$n := $v[:1]; x$n[0] |= 8", "for $v[0] = range 2 { }", "fmt.Sscan(\"4\", &$v[0])", "slices.Sort($v[:1]); $v[0] = 9",
			"$v[0] = <-ready(3)", "reflect.ValueOf($v).Index(0).SetInt(2)", "(*[3]int)($v)[0] = 3", "assign(&$v[0], 4)", "sort.Slice($v, func(i, j int) bool { return i < j }); $v[0] = 0",
			"_ = slices.Insert($v[:0], 0, 5)", "_ = slices.Delete($v, 0, 1)",
		},
	},
	{
		name: "bytes", decl: "$v := []byte(\"hello\")",
		reads: []string{
			"use($v[0])", "use(string($v))", "use(bytes.ToUpper($v))", "use(bytes.Equal($v, []byte(\"hellp\")))", "use(string($v) == \"x123\", $v[0])", "use(hex.EncodeToString($v))",
			"use(binary.BigEndian.Uint32($v))", "var b$n bytes.Buffer; b$n.Write($v)", "use(bytes.IndexByte($v, 'z'))", "use(append([]byte(nil), $v...))", "use(base64.StdEncoding.EncodeToString($v))",
			"m$n := map[string]int{}; use(m$n[string($v)])", "for range string($v) { }", "use(strings.ToUpper(string($v)))", "use(sha256.Sum256($v))", "use(crc32.ChecksumIEEE($v))",
			"use(json.Valid($v))", "use(utf8.Valid($v))", "fmt.Fprint(io.Discard, $v)", "use(bytes.Contains($v, []byte(\"qq\")))",
		},
		writes: []string{
			"$v[0] = 1", "copy($v, \"x\")", "binary.BigEndian.PutUint32($v, 9)", "hex.Encode($v, []byte{1})", "io.ReadFull(strings.NewReader(\"zz\"), $v[:2])", "strings.NewReader(\"q\").Read($v)",
			"_ = append($v[:0], \"w\"...)", "_ = strconv.AppendInt($v[:0], 5, 10)", "_ = fmt.Appendf($v[:0], \"%d\", 3)", "utf8.EncodeRune($v, 'c')", "clear($v)", "bytes.NewReader([]byte{2}).Read($v)",
			"base64.StdEncoding.Encode($v, []byte{1})", "slices.Reverse($v)", "_ = binary.PutUvarint($v, 300)", "_ = bytes.NewBuffer($v[:0]).WriteByte(7)",
		},
	},
	{
		name: "map", decl: "$v := map[string]int{\"a\": 1}",
		reads: []string{
			"use($v[\"a\"])", "_, ok$n := $v[\"b\"]; use(ok$n)", "for k$n := range $v { use(k$n) }", "use(len($v))", "use(fmt.Sprint($v))", "use(maps.Clone($v))", "use(slices.Collect(maps.Keys($v)))",
			"b$n, _ := json.Marshal($v); use(b$n)", "use(reflect.ValueOf($v).Len())", "use(maps.Equal($v, map[string]int{\"a\": 2}))", "use(lookup($v, \"a\"))", "if x$n := $v[\"a\"]; x$n > 8 { use(1) }",
			"use(reflect.ValueOf($v).MapIndex(reflect.ValueOf(\"a\")))", "f$n := $v; use(f$n[\"a\"])",
		},
		writes: []string{
			"$v[\"a\"] = 2", "$v[\"a\"]++", "delete($v, \"a\")", "clear($v)", "$v[\"c\"], _ = two()", "maps.Copy($v, map[string]int{\"d\": 4})", "$v[\"e\"] += 3", "maps.DeleteFunc($v, func(string, int) bool { return true }); $v[\"g\"] = 1",
			"json.Unmarshal([]byte(`{\"f\":1}`), &$v)", "reflect.ValueOf($v).SetMapIndex(reflect.ValueOf(\"h\"), reflect.ValueOf(1))", "for _, $v[\"i\"] = range []int{1} { }", "insert($v, \"j\", 1)", "$v[\"k\"] = <-ready(1)",
		},
	},
	{
		name: "struct field", decl: "$v := &record{}",
		reads: []string{
			"use($v.N)", "x$n := *$v; use(x$n)", "use(fmt.Sprint($v))", "use($v.get())", "f$n := record.get; use(f$n(*$v))", "m$n := $v.get; use(m$n())", "b$n, _ := json.Marshal($v); use(b$n)", "use(*$v == record{})",
			"var i$n getter = $v; use(i$n.get())", "use(any(*$v))", "p$n := &$v.N; use(*p$n)", "o$n := outer{$v}; use(o$n.N)", "o$n := outer{$v}; use(o$n.get())", "use([]record{*$v})", "use(reflect.ValueOf($v).Elem().Field(0).Int())",
			"use(reflect.DeepEqual(*$v, record{N: 77}))", "c$n := make(chan record, 1); c$n <- *$v", "use(identity(*$v))", "switch y$n := any(*$v).(type) { case record: use(y$n) }",
		},
		writes: []string{
			"$v.N = 1", "$v.N++", "*$v = record{N: 2}", "$v.set(3)", "m$n := $v.set; m$n(4)", "p$n := &$v.N; *p$n = 5", "json.Unmarshal([]byte(`{\"N\":6}`), $v)", "o$n := outer{$v}; o$n.N = 7", "o$n := outer{$v}; o$n.set(8)",
			"reflect.ValueOf($v).Elem().Field(0).SetInt(9)", "(*record).set($v, 1)", "var i$n setter = $v; i$n.set(2)", "$v.N, _ = two()", "*$v = *(&record{N: 3})", "assign($v, record{})", "defer $v.set(5)", "*(*int)(unsafe.Pointer($v)) = 4",
		},
	},
	{
		name: "interface", decl: "var $v any = 1",
		reads: []string{
			"use($v)", "use($v == nil)", "x$n, ok$n := $v.(string); use(x$n, ok$n)", "switch $v.(type) { case string: use(1) }", "use(fmt.Sprint($v))", "y$n := $v; use(y$n)", "switch z$n := $v.(type) { case error: use(z$n) }",
			"use(map[any]int{$v: 1})", "use(reflect.TypeOf($v))", "use($v == any(3))", "use([]any{$v})",
		},
		writes: []string{
			"$v = 2", "$v = \"x\"", "$v = nil", "$v, _ = any(3), 1", "assign(&$v, any(4))", "p$n := &$v; *p$n = true", "json.Unmarshal([]byte(\"1\"), &$v)", "$v = errors.New(\"e\")", "$v, _ = two()",
		},
	},
	{
		name: "array", decl: "var $v [4]int",
		reads: []string{
			"use($v[2])", "x$n := $v; use(x$n)", "for _, x$n := range $v { use(x$n) }", "use($v == [4]int{})", "use($v[1:3][1])", "use(fmt.Sprint($v))", "p$n := &$v; use(p$n[2])", "use(identity($v))", "s$n := $v[:]; use(s$n[2])",
		},
		writes: []string{
			"$v[2] = 1", "$v = [4]int{2: 5}", "$v[1:3][1] = 3", "p$n := &$v; p$n[2]++", "copy($v[:], []int{1, 2, 3})", "clear($v[:])", "assign(&$v, [4]int{})", "for i$n := range $v { $v[i$n]++ }", "*(*int)(unsafe.Add(unsafe.Pointer(&$v), 16)) = 2",
		},
	},
	{
		name: "func", decl: "$v := func() int { return 1 }",
		reads:  []string{"use($v())", "use($v == nil)", "f$n := $v; use(f$n)", "defer $v()", "g$n := any($v); use(g$n)"},
		writes: []string{"$v = nil; $v = func() int { return 3 }", "$v = func() int { return 2 }", "assign(&$v, func() int { return 4 })"},
	},
	{
		name: "chan", decl: "$v := make(chan int, 40)",
		reads:  []string{"$v <- 1", "use(len($v))", "select { case $v <- 1: default: }", "d$n := $v; use(d$n)", "use(cap($v))"},
		writes: []string{"$v = make(chan int, 40)", "assign(&$v, make(chan int, 40))", "$v, _ = make(chan int, 40), 1"},
	},
	{
		name: "bytes.Buffer", decl: "var $v bytes.Buffer",
		reads:  []string{"use($v.Len())", "use($v.String())", "use($v.Bytes())"},
		writes: []string{"$v.WriteString(\"x\")", "$v.WriteByte(1)", "fmt.Fprint(&$v, 1)", "io.WriteString(&$v, \"y\")", "$v.Reset()", "io.Copy(&$v, strings.NewReader(\"z\"))", "json.NewEncoder(&$v).Encode(1)", "var w$n io.Writer = &$v; w$n.Write([]byte{1})", "defer $v.WriteRune('a')"},
	},
	{
		name: "list", decl: "$v := list.New()",
		reads:  []string{"use($v.Len())", "use($v.Front())", "for e$n := $v.Front(); e$n != nil; e$n = e$n.Next() { use(1) }; use($v.Len())"},
		writes: []string{"$v.PushBack(1)", "$v.PushFront(2)", "$v.Init(); $v.PushBack(3)"},
	},
	{
		name: "strings.Builder", decl: "var $v strings.Builder",
		reads:  []string{"use($v.Len())", "use($v.String())"},
		writes: []string{"$v.WriteString(\"x\")", "$v.WriteByte(1)", "fmt.Fprintf(&$v, \"%d\", 1)", "$v.WriteRune('r')"},
	},
	{
		name: "atomic", decl: "var $v int64",
		reads:       []string{"use($v)", "use($v + 2)", "p$n := &$v; use(*p$n)"},
		writes:      []string{"$v = 1", "$v++", "assign(&$v, 2)"},
		atomicReads: []string{"use(atomic.LoadInt64(&$v))"},
		atomicAdds:  []string{"atomic.AddInt64(&$v, 1)", "atomic.StoreInt64(&$v, 2)", "use(atomic.SwapInt64(&$v, 3))", "use(atomic.AddInt64(&$v, 4))"},
	},
}

// wraps are what may stand around a statement, $s.
var wraps = []string{
	"func() { $s }()", "func() { defer func() { $s }() }()", "if always() { $s }", "for range 1 { $s }", "for i$n := 0; i$n < 1; i$n++ { $s }", "switch { default: $s }", "select { default: $s }",
	"for range once { $s }", "call(func() { $s })", "func() { defer func() { recover() }(); $s; panic(1) }()", "func() { var w sync.WaitGroup; w.Go(func() { $s }); w.Wait() }()",
	"worker{func() { $s }}.run()", "f$n := (&worker{func() { $s }}).run; f$n()", "runner(worker{func() { $s }}).run()", "{ $s }", "func() { if !always() { return }; $s }()",
	"func() { next, stop := iter.Pull(func(yield func(int) bool) { $s; yield(1) }); next(); stop() }()", "slices.SortFunc([]int{1, 2}, func(a, b int) int { if a < b { return 0 }; $s; return 0 })",
	"sync.OnceFunc(func() { $s })()", "strings.Map(func(r rune) rune { $s; return r }, \"x\")", "func() (err error) { defer func() { $s }(); return nil }()", "func(fs ...func()) { for _, f := range fs { f() } }(func() { $s })",
	"for _, f := range map[int]func(){1: func() { $s }} { f() }", "reflect.ValueOf(func() { $s }).Call(nil)", "struct{ f func() }{func() { $s }}.f()", "func() { done := make(chan int); go func() { defer close(done); $s }(); <-done }()",
}

// A locking is a way to keep accesses apart. $l is the lock.
type locking struct {
	decl        string
	write, read []string
}

var lockings = []locking{
	{
		decl:  "var $l sync.Mutex",
		write: []string{"$l.Lock(); func() { $s }(); $l.Unlock()", "func() { $l.Lock(); defer $l.Unlock(); $s }()", "func() { var l sync.Locker = &$l; l.Lock(); defer l.Unlock(); $s }()", "func() { unlock := $l.Unlock; $l.Lock(); defer unlock(); $s }()"},
	},
	{
		decl:  "var $l sync.RWMutex",
		write: []string{"$l.Lock(); func() { $s }(); $l.Unlock()", "func() { $l.Lock(); defer $l.Unlock(); $s }()"},
		read:  []string{"$l.RLock(); func() { $s }(); $l.RUnlock()", "func() { l := $l.RLocker(); l.Lock(); defer l.Unlock(); $s }()"},
	},
	{
		decl:  "$l := make(chan int, 1)",
		write: []string{"$l <- 1; func() { $s }(); <-$l", "func() { $l <- 1; defer func() { <-$l }(); $s }()"},
	},
	{
		decl:  "$l := struct{ sync.Mutex }{}",
		write: []string{"$l.Lock(); func() { $s }(); $l.Unlock()"},
	},
}

// A signalling lets the second task wait for the first. $l is its name.
type signalling struct {
	decl, signal, await string
	both                bool // the first waits for the second, too
}

var signallings = []signalling{
	{"$l := make(chan int)", "close($l)", "<-$l", false},
	{"$l := make(chan int, 1)", "$l <- 1", "<-$l", false},
	{"$l := make(chan int)", "$l <- 1", "<-$l", true},
	{"$l := make(chan int)", "$l <- 1", "select { case <-$l: }", true},
	{"$l := make(chan int)", "close($l)", "for range $l { }", false},
	{"var $l sync.WaitGroup; $l.Add(1)", "$l.Done()", "$l.Wait()", false},
	{"var $l atomic.Bool", "$l.Store(true)", "for !$l.Load() { runtime.Gosched() }", false},
	{"var $l sync.Mutex; $l.Lock()", "$l.Unlock()", "$l.Lock()", false},
	{"$l, cancel$l := context.WithCancel(context.Background())", "cancel$l()", "<-$l.Done()", false},
	{"$l := sync.NewCond(new(sync.Mutex)); ok$l := false", "$l.L.Lock(); ok$l = true; $l.L.Unlock(); $l.Broadcast()", "$l.L.Lock(); for !ok$l { $l.Wait() }; $l.L.Unlock()", false},
}

// prelude is what programs call.
const prelude = `
//go:noinline
func use(...any) {}

//go:noinline
func always() bool { return true }

func two() (int, int) { return 1, 2 }

func ready(v int) chan int {
	c := make(chan int, 1)
	c <- v
	return c
}

func assign[T any](p *T, v T) { *p = v }

func identity[T any](v T) T { return v }

func lookup[M ~map[K]V, K comparable, V any](m M, k K) V { return m[k] }

func insert[M ~map[K]V, K comparable, V any](m M, k K, v V) { m[k] = v }

func variadic(vs ...int) (n int) {
	for _, v := range vs {
		n += v
	}
	return n
}

func once(yield func() bool) { yield() }

func count(yield func(int) bool) { _ = yield(1) && yield(2) }

func call[F ~func()](f F) { f() }

type myString string

func (s myString) first() byte { return s[0] }

type record struct{ N int }

func (r record) get() int   { return r.N }
func (r *record) set(n int) { r.N = n }

type outer struct{ *record }

type (
	getter interface{ get() int }
	setter interface{ set(int) }
	runner interface{ run() }
)

type worker struct{ f func() }

func (w worker) run() { w.f() }

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}
`
