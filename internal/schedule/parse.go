package schedule

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// An Error is a damaged schedule: what is wrong in which line.
type Error struct {
	File    string
	Line    int
	Message string
	Next    string // what to do
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d: %s", printable.Line(e.File), e.Line, e.Message)
	if e.Next != "" {
		text += "; " + e.Next
	}
	return text
}

// Parse reads a schedule. It is strict, because a file that is half understood
// would replay something else than what it records: the error is an *Error
// with the line. The name is used in errors only.
func Parse(name string, data []byte) (*wire.Schedule, error) {
	p := parser{file: name, s: &wire.Schedule{}}
	if err := p.parse(data); err != nil {
		return nil, err
	}
	return p.s, nil
}

type parser struct {
	file  string
	line  int
	rest  string // of the line
	s     *wire.Schedule
	seen  map[string]bool // directives that occur once
	ended bool

	blocked       []string // after the step before
	frees, blocks []string // what the line says of it, see nowBlocked
	names         int      // in all lists of who is blocked
}

// errorf says what is wrong with a file that is a schedule, or was.
func (p *parser) errorf(format string, args ...any) error {
	run := ""
	if testName.MatchString(p.s.Test) {
		run = " -run '^" + p.s.Test + "$'"
	}
	return &Error{
		File: p.file, Line: p.line, Message: fmt.Sprintf(format, args...),
		Next: "get the file again, or delete it: gocheck" + run + " finds the failure anew",
	}
}

// other is about a file that is none of this version.
func (p *parser) other(message, next string) error {
	return &Error{File: p.file, Line: p.line, Message: message, Next: next}
}

// testName matches names that a shell and -run take as they are.
var testName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// short cuts a text of the file, for a message.
func short(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func (p *parser) parse(data []byte) error {
	p.seen = map[string]bool{}
	p.line = 1
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // an editor's
	first, rest, complete := bytes.Cut(data, []byte("\n"))
	if err := p.first(trimCR(string(first))); err != nil {
		return err
	}
	for complete {
		var text []byte
		text, rest, complete = bytes.Cut(rest, []byte("\n"))
		if !complete && len(text) == 0 {
			break
		}
		p.line++
		if !utf8.Valid(text) {
			return p.errorf("not UTF-8 text: the file is damaged")
		}
		p.rest = trimCR(string(text))
		if p.rest == "" || strings.HasPrefix(p.rest, "#") {
			continue
		}
		if p.ended {
			return p.errorf("text after the line \"end\"")
		}
		if err := p.directive(); err != nil {
			return err
		}
	}
	if !p.ended {
		p.line++
		return p.errorf("the line \"end\" is missing: the file is truncated")
	}
	return nil
}

// trimCR forgives what version control does to line ends on some systems.
func trimCR(s string) string { return strings.TrimSuffix(s, "\r") }

func (p *parser) first(text string) error {
	switch version, ok := strings.CutPrefix(text, magic); {
	case text == header:
		return nil
	case ok:
		return p.other(fmt.Sprintf("a schedule of version %q: this gocheck reads v1", short(version)), "a newer one has written it, or the line is damaged")
	case text == "":
		return p.other("not a saved schedule: its first line is empty", "gocheck saves them below "+Folder)
	default:
		return p.other(fmt.Sprintf("not a saved schedule: the first line must be %q", header), "gocheck saves them below "+Folder)
	}
}

func (p *parser) directive() error {
	name, err := p.readWord()
	if err != nil {
		return err
	}
	switch name {
	case "package", "test", "failure", "preemptions", "passing", "otherwise", "every", "end":
		if p.seen[name] {
			return p.errorf("a second line %q", name)
		}
		p.seen[name] = true
	}
	switch name {
	case "package":
		err = p.words(&p.s.Package)
	case "test":
		err = p.words(&p.s.Test)
	case "option":
		err = p.option()
	case "failure":
		f := &wire.Failure{}
		p.s.Failure = f
		err = p.words(&f.Kind, &f.Pos, &f.Message)
	case "detail":
		err = p.detail()
	case "preemptions":
		err = p.preemptions()
	case "step":
		p.s.Steps, err = p.step(p.s.Steps)
	case "passing":
		err = p.passing()
	case "and", "otherwise", "pass":
		if p.s.Passing == nil {
			return p.errorf("a line %q without a line \"passing\" before it", name)
		}
		switch name {
		case "and":
			err = p.pair()
		case "otherwise":
			err = p.words(&p.s.Passing.Fails)
		default:
			p.s.Passing.Steps, err = p.step(p.s.Passing.Steps)
		}
	case "every":
		var what string
		if err = p.words(&what); err == nil && what != "fails" {
			return p.errorf("want \"every fails\", not %q", short(what))
		}
		p.s.Every = true
	case "end":
		err = p.end()
	case "<<<<<<<", "|||||||", "=======", ">>>>>>>":
		return p.errorf("a mark of version control, which could not merge two schedules: one of them is to stay")
	default:
		return p.errorf("unknown line %q: want package, test, option, failure, detail, preemptions, step, passing, and, otherwise, pass, every or end", short(name))
	}
	if err != nil {
		return err
	}
	if p.rest != "" {
		return p.errorf("unexpected %q at the end of the line", short(p.rest))
	}
	return nil
}

func (p *parser) option() error {
	var key, value string
	if err := p.words(&key, &value); err != nil {
		return err
	}
	if _, ok := p.s.Options[key]; ok {
		return p.errorf("a second option %q", short(key))
	}
	if p.s.Options == nil {
		p.s.Options = map[string]string{}
	}
	p.s.Options[key] = value
	return nil
}

func (p *parser) detail() error {
	if p.s.Failure == nil {
		return p.errorf("a line \"detail\" without a line \"failure\" before it")
	}
	var d string
	if err := p.words(&d); err != nil {
		return err
	}
	p.s.Failure.Details = append(p.s.Failure.Details, d)
	return nil
}

func (p *parser) preemptions() error {
	n, err := p.count("preemptions")
	if err == nil {
		p.s.Preemptions = &n
	}
	return err
}

// count reads a number of things.
func (p *parser) count(of string) (int, error) {
	var count string
	if err := p.words(&count); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 {
		return 0, p.errorf("%q is no number of %s", short(count), of)
	}
	return n, nil
}

func (p *parser) end() error {
	n, err := p.count("steps")
	if err != nil {
		return err
	}
	if q := p.s.Passing; q != nil {
		for _, pair := range q.Pairs {
			if pair.First >= len(p.s.Steps) || pair.Second >= len(q.Steps) {
				return p.errorf("\"passing\" names steps that are not there: the file is damaged")
			}
		}
	}
	if n != len(p.s.Steps) {
		return p.errorf("%d steps, but \"end\" says %d: the file is damaged", len(p.s.Steps), n)
	}
	// The two without which nothing can be replayed. Everything else may be
	// empty: the schedule of a test that fails at once has no step.
	if !p.seen["package"] || p.s.Package == "" {
		return p.errorf("the line \"package\" is missing")
	}
	if !p.seen["test"] || p.s.Test == "" {
		return p.errorf("the line \"test\" is missing")
	}
	p.ended = true
	return nil
}

// passing reads the head of the execution that passes: the first pair, and how
// many steps are those of the failing one.
func (p *parser) passing() error {
	p.s.Passing, p.blocked = &wire.Passing{}, nil
	if err := p.pair(); err != nil {
		return err
	}
	shared, err := p.stepNumber()
	if err != nil {
		return err
	}
	if shared > len(p.s.Steps) {
		return p.errorf("there are no %d steps before the line \"passing\"", shared)
	}
	p.s.Passing.Steps = slices.Clone(p.s.Steps[:shared])
	return nil
}

// pair reads what kind of difference it is, and of which two steps.
func (p *parser) pair() error {
	var what string
	if err := p.words(&what); err != nil {
		return err
	}
	if what != "order" && what != "choice" {
		return p.errorf("%q is no difference: want order or choice", short(what))
	}
	first, err := p.stepNumber()
	if err != nil {
		return err
	}
	second, err := p.stepNumber()
	if err != nil {
		return err
	}
	p.s.Passing.Pairs = append(p.s.Passing.Pairs, wire.Pair{First: first, Second: second, Choice: what == "choice"})
	return nil
}

func (p *parser) stepNumber() (int, error) {
	w, err := p.readWord()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 {
		return 0, p.errorf("%q is no number of a step", short(w))
	}
	return n, nil
}

// step reads a step and appends it.
func (p *parser) step(all []wire.Step) ([]wire.Step, error) {
	var s wire.Step
	if err := p.words(&s.Task, &s.Op, &s.Object, &s.Pos); err != nil {
		return nil, err
	}
	if s.Task == "" || s.Op == "" {
		return nil, p.errorf("a step needs a task and an operation")
	}
	seen := map[string]bool{}
	for p.rest != "" {
		if p.rest[0] == ' ' {
			p.rest = p.rest[1:]
			continue
		}
		key, value, ok := strings.Cut(p.rest, "=")
		if !ok || strings.ContainsAny(key, " \"") {
			return nil, p.errorf("want key=value, not %q", short(p.rest))
		}
		if seen[key] {
			return nil, p.errorf("a second %s= in one step", key)
		}
		seen[key] = true
		p.rest = value
		if err := p.attribute(&s, key); err != nil {
			return nil, err
		}
	}
	if err := p.nowBlocked(&s, seen); err != nil {
		return nil, err
	}
	return append(all, s), nil
}

func (p *parser) attribute(s *wire.Step, key string) error {
	if key == "blocked" && (p.rest == "" || p.rest[0] == ' ') {
		return nil // nobody
	}
	value, err := p.readWord()
	if err != nil {
		return err
	}
	switch key {
	case "choice":
		s.Choice, err = p.number(key, value)
	case "partner":
		s.Partner = value
	case "partnerchoice":
		s.PartnerChoice, err = p.number(key, value)
	case "created":
		s.Created = value
	case "value":
		s.Value = value
	case "says", "aside":
		s.Says, s.Aside = value, key == "aside"
	case "saying", "asking":
		err = p.ofWaits(s, key, value)
	case "from":
		s.From = value
	case "blocked":
		s.Blocked, err = p.list(value)
	case "frees":
		p.frees, err = p.list(value)
	case "blocks":
		p.blocks, err = p.list(value)
	case "failed":
		s.Failed = value
	case "runs":
		s.Runs = value
	case "held":
		s.Held, err = p.accesses(key, value)
	case "waits":
		s.Waits, err = p.accesses(key, value)
	case "racing":
		s.Racing, err = p.accesses(key, value)
	default:
		return p.errorf("unknown key %q: want choice, partner, partnerchoice, from, created, runs, value, says, aside, blocked, frees, blocks, failed, held, waits, saying, asking or racing", short(key))
	}
	if err != nil {
		return err
	}
	if p.rest != "" && p.rest[0] != ' ' {
		return p.errorf("unexpected %q after %s=", short(p.rest), key)
	}
	return nil
}
