package schedule

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gocheck.dev/internal/wire"
)

// transfer is a deadlock, as far as the format is concerned.
func transfer() *wire.Schedule {
	s := &wire.Schedule{
		Package: "example.com/bank",
		Test:    "TestTransfer",
		Options: map[string]string{"races": "report", "queue": "fifo"},
		Failure: &wire.Failure{
			Kind: "deadlock", Pos: "bank.go:31:5", Message: "2 goroutines wait for each other",
			Details: []string{"goroutine 1 (bank_test.go:12) holds a.mu (bank.go:30)"},
		},
		Preemptions: new(int),
		Steps: []wire.Step{
			{Task: "main", Op: "begin", Pos: "bank_test.go:9:6"},
			{Task: "main", Op: "spawn", Pos: "bank_test.go:12:2"},
			{Task: "main/1", Op: "begin", Pos: "bank_test.go:12:5", Created: "bank_test.go:12:2"},
			{Task: "main/1", Op: "select", Object: `m["a b"]`, Pos: "bank.go:30:5", Choice: -1},
			{Task: "main/1", Op: "send", Object: "c", Pos: "bank.go:31:5", Partner: "main", PartnerChoice: 2, Value: "7, 8", Blocked: []string{"main", "main/2"}},
			{Task: "main/1", Op: "lock", Object: "a.mu", Pos: "bank.go:32:5", Blocked: []string{"main", "main/2"}},
			{Task: "main/1", Op: "unlock", Object: "a.mu", Pos: "bank.go:33:5"},
		},
	}
	s.Passing = &wire.Passing{Pairs: []wire.Pair{{First: 3, Second: 2}, {First: 1, Second: 3, Choice: true}}, Steps: append(slices.Clone(s.Steps[:2]), s.Steps[4], s.Steps[3])}
	return s
}

func TestFormat(t *testing.T) {
	const want = `gocheck schedule v1
# Run it again: gocheck replay FILE. Look at it: gocheck show FILE
package example.com/bank
test TestTransfer
option queue fifo
option races report
failure deadlock bank.go:31:5 "2 goroutines wait for each other"
detail "goroutine 1 (bank_test.go:12) holds a.mu (bank.go:30)"
preemptions 0
step main begin - bank_test.go:9:6
step main spawn - bank_test.go:12:2
step main/1 begin - bank_test.go:12:5 created=bank_test.go:12:2
step main/1 select "m[\"a b\"]" bank.go:30:5 choice=-1
step main/1 send c bank.go:31:5 partner=main partnerchoice=2 value="7, 8" blocked=main,main/2
step main/1 lock a.mu bank.go:32:5
step main/1 unlock a.mu bank.go:33:5 blocked=
passing order 3 2 2
and choice 1 3
pass main/1 send c bank.go:31:5 partner=main partnerchoice=2 value="7, 8" blocked=main,main/2
pass main/1 select "m[\"a b\"]" bank.go:30:5 choice=-1 blocked=
end 7
`
	if diff := cmp.Diff(want, string(Format(transfer()))); diff != "" {
		t.Error(diff)
	}
}

// TestSays: a saved schedule has the words of its steps, as a socket's.
func TestSays(t *testing.T) {
	s := &wire.Schedule{Package: "p", Test: "T", Steps: []wire.Step{
		{Task: "main", Op: "write", Object: "connection", Pos: "a.go:1", Says: `write 1 byte "a" to server :1`},
		{Task: "main", Op: "send", Object: "connection", Pos: "a.go:1", Says: "say that there is something", Aside: true, Waits: []wire.Access{
			{Task: "main/1", Op: "lock", Object: "mu", Pos: "a.go:2"}, {Task: "main/2", Op: "select", Object: "connection", Pos: "a.go:3", Says: "accept at :1"},
		}},
	}}
	for _, want := range []string{
		`step main write connection a.go:1 says="write 1 byte \"a\" to server :1"`,
		`step main send connection a.go:1 aside="say that there is something" waits=main/1,lock,mu,a.go:2,main/2,select,connection,a.go:3 saying=-,"accept at :1"`,
	} {
		if text := string(Format(s)); !strings.Contains(text, want+"\n") {
			t.Errorf("no line\n%s\nin\n%s", want, text)
		}
	}
}

// anySchedule draws schedules with every sort of text in every field, since
// objects and messages are whatever the user's program says.
func anySchedule() *rapid.Generator[*wire.Schedule] {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "-", "main/1", "a,b", `"`, "#", "end 3", "x=y", "\xff", "\n", "a.go:1:2"}))
	name := text.Filter(func(s string) bool { return s != "" })
	step := rapid.Custom(func(t *rapid.T) wire.Step {
		s := wire.Step{
			Task: name.Draw(t, "task"), Op: name.Draw(t, "op"), Object: text.Draw(t, "object"), Pos: text.Draw(t, "pos"),
			Choice: rapid.Int32().Draw(t, "choice"), Partner: text.Draw(t, "partner"), PartnerChoice: rapid.Int32().Draw(t, "partner choice"),
			Created: text.Draw(t, "created"), Value: text.Draw(t, "value"),
		}
		if n := rapid.IntRange(0, 2).Draw(t, "blocked"); n > 0 {
			s.Blocked = rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"main", "main/1"}), text), n, n).Draw(t, "blocked")
		}
		s.Failed = text.Draw(t, "failed")
		s.Runs = text.Draw(t, "runs")
		s.Says, s.Aside = text.Draw(t, "says"), rapid.Bool().Draw(t, "aside")
		for _, accesses := range []*[]wire.Access{&s.Racing, &s.Waits} {
			for range rapid.IntRange(0, 2).Draw(t, "accesses") {
				*accesses = append(*accesses, wire.Access{Task: text.Draw(t, "task"), Op: text.Draw(t, "op"), Object: text.Draw(t, "object"), Pos: text.Draw(t, "pos")})
			}
		}
		s.From = text.Draw(t, "from")
		for i := range s.Waits {
			s.Waits[i].Says, s.Waits[i].From = text.Draw(t, "saying"), text.Draw(t, "asking")
		}
		return s
	})
	return rapid.Custom(func(t *rapid.T) *wire.Schedule {
		s := &wire.Schedule{Package: name.Draw(t, "package"), Test: name.Draw(t, "test")}
		if o := rapid.MapOfN(text, text, 0, 3).Draw(t, "options"); len(o) > 0 {
			s.Options = o
		}
		if rapid.Bool().Draw(t, "failed") {
			s.Failure = &wire.Failure{Kind: text.Draw(t, "kind"), Message: text.Draw(t, "message"), Pos: text.Draw(t, "pos")}
			if d := rapid.SliceOfN(text, 0, 2).Draw(t, "details"); len(d) > 0 {
				s.Failure.Details = d
			}
		}
		if rapid.Bool().Draw(t, "counted") {
			n := rapid.IntRange(0, 3).Draw(t, "preemptions")
			s.Preemptions = &n
		}
		if steps := rapid.SliceOfN(step, 0, 4).Draw(t, "steps"); len(steps) > 0 {
			s.Steps = steps
			if rapid.Bool().Draw(t, "passing") {
				p := &wire.Passing{}
				p.Steps = append(slices.Clone(steps[:rapid.IntRange(0, len(steps)).Draw(t, "same")]), rapid.SliceOfN(step, 1, 3).Draw(t, "passing steps")...)
				for range rapid.IntRange(1, 3).Draw(t, "pairs") {
					p.Pairs = append(p.Pairs, wire.Pair{
						First:  rapid.IntRange(0, len(steps)-1).Draw(t, "first"),
						Second: rapid.IntRange(0, len(p.Steps)-1).Draw(t, "second"),
						Choice: rapid.Bool().Draw(t, "is a choice"),
					})
				}
				p.Fails = text.Draw(t, "fails otherwise")
				s.Passing = p
			}
			s.Every = rapid.Bool().Draw(t, "every fails")
		}
		return s
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySchedule().Draw(t, "schedule")
		text := Format(s)
		got, err := Parse("f", text)
		if err != nil {
			t.Fatalf("%v in:\n%s", err, text)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Fatalf("%s in:\n%s", diff, text)
		}
		crlf := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		if got, err := Parse("f", crlf); err != nil || cmp.Diff(s, got) != "" {
			t.Fatalf("with CRLF: %v", err)
		}
	})
}

// Every proper prefix that ends with a line is recognised as truncated.
func TestTruncated(t *testing.T) {
	text := string(Format(transfer()))
	for i := range text[:len(text)-1] {
		if text[i] != '\n' {
			continue
		}
		_, err := Parse("f", []byte(text[:i+1]))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Message, "truncated") {
			t.Errorf("after %d bytes: %v", i+1, err)
		}
		if want := strings.Count(text[:i+1], "\n") + 1; e.Line != want {
			t.Errorf("after %d bytes: line %d, want %d", i+1, e.Line, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const head = "gocheck schedule v1\npackage p\ntest T\n"
	for _, tt := range []struct{ in, want string }{
		{"", `f:1: not a saved schedule: its first line is empty`},
		{head + "<<<<<<< HEAD\n", `f:4: a mark of version control, which could not merge two schedules: one of them is to stay`},
		{"go test fuzz v1\nint(3)\n", `f:1: not a saved schedule: the first line must be "gocheck schedule v1"`},
		{"gocheck schedule v2\n", `f:1: a schedule of version "v2": this gocheck reads v1`},
		{head + "step main lock\n", `f:4: the line is too short: the file is damaged`},
		{head + "step main lock a.mu x.go:1 foo=3\nend 1\n", `f:4: unknown key "foo": want choice, partner, partnerchoice, from, created, runs, value, says, aside, blocked, frees, blocks, failed, held, waits, saying, asking or racing`},
		{head + "step main lock a.mu x.go:1 choice=a\n", `f:4: choice=a is no number`},
		{head + "step main lock a.mu x.go:1 choice=99999999999\n", `f:4: choice=99999999999 is no number`},
		{head + "step main lock a.mu x.go:1 choice=1 choice=1\n", `f:4: a second choice= in one step`},
		{head + "step main lock a.mu x.go:1 choice\n", `f:4: want key=value, not "choice"`},
		{head + "step - lock a.mu x.go:1\n", `f:4: a step needs a task and an operation`},
		{head + "step main lock \"a.mu x.go:1\n", `f:4: a quoted word does not end: "a.mu x.go:1`},
		{head + "step main lock a\"b x.go:1\n", `f:4: a quote inside of the word a"b`},
		{head + "test T\n", `f:4: a second line "test"`},
		{head + "option a b\noption a c\n", `f:5: a second option "a"`},
		{head + "option a b c\n", `f:4: unexpected " c" at the end of the line`},
		{head + "detail x\n", `f:4: a line "detail" without a line "failure" before it`},
		{head + "stop\n", `f:4: unknown line "stop": want package, test, option, failure, detail, preemptions, step, passing, and, otherwise, pass, every or end`},
		{head + "pass main lock a.mu x.go:1\n", `f:4: a line "pass" without a line "passing" before it`},
		{head + "and order 0 0\n", `f:4: a line "and" without a line "passing" before it`},
		{head + "preemptions few\n", `f:4: "few" is no number of preemptions`},
		{head + "preemptions 1\npreemptions 1\n", `f:5: a second line "preemptions"`},
		{head + "every passes\n", `f:4: want "every fails", not "passes"`},
		{head + "passing order 0 0 1\n", `f:4: there are no 1 steps before the line "passing"`},
		{head + "passing other 0 0 0\n", `f:4: "other" is no difference: want order or choice`},
		{head + "passing order 0 x 0\n", `f:4: "x" is no number of a step`},
		{head + "step main lock a.mu x.go:1\npassing order 0 3 1\nend 1\n", `f:6: "passing" names steps that are not there: the file is damaged`},
		{head + "end 1\n", `f:4: 0 steps, but "end" says 1: the file is damaged`},
		{head + "end -1\n", `f:4: "-1" is no number of steps`},
		{head + "end 0\nstep main lock a x.go:1\n", `f:5: text after the line "end"`},
		{head + "\xff\n", `f:4: not UTF-8 text: the file is damaged`},
		{head + "step main lock a x.go:1 waits=a,b,c,d saying=e,f\nend 1\n", `f:4: saying= wants a word for each of waits=`},
		{head + "step main lock a x.go:1 saying=e waits=a,b,c,d\nend 1\n", `f:4: saying= wants a word for each of waits=`},
		{head + "step main lock a x.go:1 waits=a,b,c,d asking=e,f\nend 1\n", `f:4: asking= wants a word for each of waits=`},
		{head + "otherwise fatal\nend 0\n", `f:4: a line "otherwise" without a line "passing" before it`},
		{"gocheck schedule v1\ntest T\nend 0\n", `f:3: the line "package" is missing`},
		{"gocheck schedule v1\npackage p\nend 0\n", `f:3: the line "test" is missing`},
	} {
		_, err := Parse("f", []byte(tt.in))
		var damaged *Error
		if !errors.As(err, &damaged) || damaged.Next == "" || err.Error() != tt.want+"; "+damaged.Next {
			t.Errorf("%q:\n got %v\nwant %s, and what to do", tt.in, err, tt.want)
		}
	}
	_, err := Parse("f", []byte(head+"stop\n"))
	if want := "get the file again, or delete it: gocheck -run '^T$' finds the failure anew"; err == nil || !strings.HasSuffix(err.Error(), "; "+want) {
		t.Errorf("%v does not say: %s", err, want)
	}
}

// TestLoad: what editors and people do to a file that is no damage.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for name, text := range map[string]string{
		"a mark of UTF-8": "\ufeff" + string(Format(transfer())), "one line": Line(transfer()), "one line with its end": Line(transfer()) + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := Load(path); err != nil || !Same(s, transfer()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(path, []byte(Line(transfer())[:40]), 0o600); err != nil {
		t.Fatal(err)
	}
	var damaged *Error
	if _, err := Load(path); !errors.As(err, &damaged) || damaged.Line != 1 {
		t.Errorf("half a line: %v", err)
	}
}

func TestComments(t *testing.T) {
	text := bytes.ReplaceAll(Format(transfer()), []byte("\n"), []byte("\n# why this matters\n\n"))
	got, err := Parse("f", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(transfer(), got); diff != "" {
		t.Error(diff)
	}
}

// FuzzParse feeds damaged files: an error or a schedule that is written and
// read back as itself, never a crash.
func FuzzParse(f *testing.F) {
	f.Add(Format(transfer()))
	f.Add([]byte("gocheck schedule v1\npackage \"p\ntest T\nend 0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("f", data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.File != "f" {
				t.Fatalf("not an error with a line: %v", err)
			}
			return
		}
		again, err := Parse("f", Format(s))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestStore(t *testing.T) {
	pkg, cache := t.TempDir(), t.TempDir()
	s := transfer()
	s.Test = "TestX/sub test"
	path, err := Save(pkg, cache, s)
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(pkg, "testdata", "gocheck", "TestX%2Fsub%20test", Name(Format(s)))
	if path != want || len(filepath.Base(path)) != 16 {
		t.Errorf("saved as %s, want %s", path, want)
	}
	if again, err := Save(pkg, cache, s); again != path || err != nil {
		t.Errorf("saved again as %s, %v", again, err)
	}
	if dir, ok := PackageDir(path); dir != pkg || !ok {
		t.Errorf("PackageDir: %s, %v", dir, ok)
	}
	if _, ok := PackageDir(filepath.Join(cache, "x")); ok {
		t.Error("PackageDir of a file that lies elsewhere")
	}

	bad := filepath.Join(filepath.Dir(path), "0000000000000000")
	if err := os.WriteFile(bad, []byte("gocheck schedule v1\nnonsense\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	found, err := LoadAll(pkg)
	if err == nil || !strings.HasPrefix(err.Error(), bad+":2: ") {
		t.Errorf("the damaged file: %v", err)
	}
	if diff := cmp.Diff(map[string][]File{s.Test: {{path, s}}}, found); diff != "" {
		t.Error(diff)
	}
	if found, err := LoadAll(t.TempDir()); len(found) != 0 || err != nil {
		t.Errorf("nothing saved: %v, %v", found, err)
	}
}

// What people have written into a file is kept when another takes its place.
func TestCommentsStay(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old")
	text := strings.Replace(string(Format(transfer())), "\nstep", "\n# Issue 17: #42\r\n\n#\n# yes\nstep", 1)
	if err := os.WriteFile(old, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	comments, err := Comments(old)
	if diff := cmp.Diff([]string{"# Issue 17: #42", "#", "# yes"}, comments); diff != "" || err != nil {
		t.Fatal(diff, err)
	}
	path, err := Save(t.TempDir(), t.TempDir(), transfer(), comments...)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Comments(path); err != nil || !slices.Equal(again, comments) {
		t.Errorf("%q, %v", again, err)
	}
	if got, err := Load(path); err != nil || cmp.Diff(transfer(), got) != "" {
		t.Errorf("%v", err)
	}
}

func TestSaveElsewhere(t *testing.T) {
	pkg, cache := t.TempDir(), t.TempDir()
	// A file in the folder's place: permissions do not stop every user.
	if err := os.WriteFile(filepath.Join(pkg, "testdata"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := transfer()
	path, err := Save(pkg, cache, s)
	if !errors.Is(err, ErrElsewhere) || !strings.HasPrefix(path, cache) {
		t.Fatalf("%s, %v", path, err)
	}
	if got, err := Load(path); err != nil || cmp.Diff(s, got) != "" {
		t.Errorf("%v", err)
	}
}

func TestSame(t *testing.T) {
	a, b := transfer(), transfer()
	b.Steps[3].Pos, b.Failure = "elsewhere.go:1:1", nil
	if !Same(a, b) {
		t.Error("positions are not decisions")
	}
	b.Steps[3].Choice = 0
	if Same(a, b) {
		t.Error("another choice is another schedule")
	}
}
