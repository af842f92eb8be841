package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/schedule"
)

// Arguments and answers of the tools. The tags say what they are to the assistant.
type (
	exploreIn struct {
		Packages    []string `json:"packages,omitempty" jsonschema:"packages of this module, like ./queue or ./...; default ./..."`
		Run         string   `json:"run,omitempty" jsonschema:"only tests whose names match this regular expression, as in go test"`
		Seconds     float64  `json:"seconds,omitempty" jsonschema:"time for each test; default 10"`
		Races       string   `json:"races,omitempty" jsonschema:"report (default): a data race is a failure; explore: what races lead to; off"`
		Preemptions *int     `json:"preemptions,omitempty" jsonschema:"only schedules with at most so many preemptions, for a test that is too large"`
		KeepGoing   bool     `json:"keepGoing,omitempty" jsonschema:"look for further failures of a test after the first"`
		Save        bool     `json:"save,omitempty" jsonschema:"save failing schedules below testdata/gocheck, to be replayed"`
	}
	exploreOut struct {
		Tests []test `json:"tests"`
	}
	test struct {
		Package    string    `json:"package"`
		Test       string    `json:"test"`
		Verdict    string    `json:"verdict"`
		Exhaustive bool      `json:"exhaustive"`
		Executions int64     `json:"executions"`
		Bound      string    `json:"bound,omitempty"`
		Failures   []failure `json:"failures,omitempty"`
	}
	failure struct {
		Kind       string `json:"kind"`
		Message    string `json:"message"`
		Pos        string `json:"pos"`
		Difference string `json:"difference,omitempty" jsonschema:"what makes it pass"`
		Schedule   string `json:"schedule,omitempty" jsonschema:"for replay and show"`
	}
	scheduleArg struct {
		Schedule string `json:"schedule" jsonschema:"the path of a saved schedule, or one as a line (gocheck.v1.…)"`
	}
	replayOut struct {
		Fails bool   `json:"fails"`
		Tests []test `json:"tests"`
	}
	schedulesOut struct {
		Schedules []saved `json:"schedules"`
	}
	saved struct {
		Path    string `json:"path"`
		Package string `json:"package"`
		Test    string `json:"test"`
		Kind    string `json:"kind,omitempty"`
		Message string `json:"message,omitempty"`
		Pos     string `json:"pos,omitempty"`
		Damaged string `json:"damaged,omitempty"`
	}
	topicArg struct {
		Topic string `json:"topic,omitempty" jsonschema:"verdicts, kinds, bounds, races, time, …"`
	}
)

func (s *Server) explore(ctx context.Context, _ *mcp.CallToolRequest, in exploreIn) (*mcp.CallToolResult, exploreOut, error) {
	patterns, err := s.packages(in.Packages)
	if err != nil {
		return nil, exploreOut{}, err
	}
	seconds := in.Seconds
	if seconds <= 0 {
		seconds = 10
	}
	args := []string{
		"-json", "-progress=off", "-budget=" + time.Duration(seconds*float64(time.Second)).String(),
		"-save=" + strconv.FormatBool(in.Save), "-keep-going=" + strconv.FormatBool(in.KeepGoing),
	}
	if in.Run != "" {
		args = append(args, "-run="+in.Run)
	}
	if in.Races != "" {
		args = append(args, "-races="+in.Races)
	}
	if in.Preemptions != nil {
		args = append(args, "-preemptions="+strconv.Itoa(*in.Preemptions))
	}
	ran := s.run(ctx, append(args, patterns...)...)
	text, tests := read(ran.Stdout)
	return answer(ran.Stderr+text, ran.Status == 2), exploreOut{tests}, nil
}

func (s *Server) replay(ctx context.Context, _ *mcp.CallToolRequest, in scheduleArg) (*mcp.CallToolResult, replayOut, error) {
	path, err := s.scheduleIn(in.Schedule)
	if err != nil {
		return nil, replayOut{}, err
	}
	ran := s.run(ctx, "replay", "-json", "-progress=off", path)
	text, tests := read(ran.Stdout)
	return answer(ran.Stderr+text, ran.Status == 2), replayOut{ran.Status == 1, tests}, nil
}

func (s *Server) show(ctx context.Context, _ *mcp.CallToolRequest, in scheduleArg) (*mcp.CallToolResult, any, error) {
	path, err := s.scheduleIn(in.Schedule)
	if err != nil {
		return nil, nil, err
	}
	ran := s.run(ctx, "show", path)
	return answer(ran.Stdout+ran.Stderr, ran.Status != 0), nil, nil
}

func (s *Server) schedules(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, schedulesOut, error) {
	out := schedulesOut{Schedules: []saved{}}
	for _, path := range s.Saved() {
		x := saved{Path: filepath.ToSlash(path)}
		full := path
		if !filepath.IsAbs(full) {
			full = filepath.Join(s.Root, full)
		}
		if sch, err := schedule.Load(full); err != nil {
			x.Damaged = printable.Line(err.Error())
		} else {
			x.Package, x.Test = sch.Package, sch.Test
			if f := sch.Failure; f != nil {
				x.Kind, x.Message, x.Pos = f.Kind, printable.Text(f.Message), f.Pos
			}
		}
		out.Schedules = append(out.Schedules, x)
	}
	return nil, out, nil // the SDK writes it as text, too
}

var word = regexp.MustCompile(`^[a-zA-Z0-9]+$`)

func (s *Server) explain(ctx context.Context, _ *mcp.CallToolRequest, in topicArg) (*mcp.CallToolResult, any, error) {
	if in.Topic == "" {
		return answer("topics: "+strings.Join(s.Topics, ", "), false), nil, nil
	}
	var ran Ran
	if word.MatchString(in.Topic) {
		ran = s.run(ctx, "help", in.Topic) // a topic, or a word that one of them explains
	}
	if ran.Stdout == "" {
		return nil, nil, fmt.Errorf("no topic %q; there are %s", printable.Line(in.Topic), strings.Join(s.Topics, ", "))
	}
	return answer(ran.Stdout, false), nil, nil
}

// read takes the output of -json apart: what a person would read, and the results.
func read(output string) (text string, tests []test) {
	var b strings.Builder
	tests = []test{}
	failures := map[string][]failure{}
	for line := range strings.Lines(output) {
		var e struct {
			Action, Package, Test, Output, Verdict, Bound string
			Exhaustive                                    bool
			Executions                                    int64
			Kind, Message, Pos, Difference, Schedule      string
		}
		if json.Unmarshal([]byte(line), &e) != nil {
			b.WriteString(line)
			continue
		}
		of := e.Package + "." + e.Test
		switch e.Action {
		case "output":
			if !strings.HasPrefix(e.Output, "=== RUN ") {
				b.WriteString(e.Output)
			}
		case "failure":
			failures[of] = append(failures[of], failure{e.Kind, e.Message, e.Pos, e.Difference, e.Schedule})
		case "result":
			tests = append(tests, test{e.Package, e.Test, e.Verdict, e.Exhaustive, e.Executions, e.Bound, failures[of]})
		}
	}
	return b.String(), tests
}
