//go:build unix

package worker

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"gocheck.dev/internal/files"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/strangers"
	"gocheck.dev/internal/wire"
)

var (
	strangersN    = flag.Int("strangers", longtest.N(300, 4000), "checkpoints that TestStrangers makes")
	strangersSeed = flag.Uint64("strangers.seed", 1, "the first one's seed; the others' follow")
)

// sealed is a checkpoint with this content, whose checksum is right.
func sealed(content []byte) []byte {
	return fmt.Appendf(nil, "%s%x\n%s", savedHead, sha256.Sum256(content), content)
}

// half is an exploration of which something is saved in every way.
func half(program, part string, hash []byte) map[string]*savedPackage {
	start := func(test string) wire.Message { return wire.Message{Type: "start", Test: test} }
	sum := wire.Sum{
		Executions: 3, Events: 30, Way: wire.Way{Algorithm: "revisit"}, Failures: []wire.Found{{Kind: "panic", Message: "m", Pos: "x.go:1:1", Execution: 2, Data: []byte("x")}}, Failing: 1,
		Tally: wire.Tally{Outcomes: []wire.Outcome{{Observed: []string{"a"}, Executions: 3}}}, Cycles: []wire.Cycle{{Key: []int{1, 2}, Warning: wire.Warning{Kind: "k", Details: []string{"d"}}}},
	}
	return map[string]*savedPackage{"example.com/p": {Program: program, Tests: map[string]*savedTest{
		"A": {Over: true, Log: []wire.Message{start("A"), {Type: "output", Test: "A", Output: "\x1b[31mred\n"}, {Type: "failure", Test: "A", Failure: &wire.Failure{Kind: "panic", Output: "\x1b[31m"}}, {Type: "result", Test: "A", Result: &wire.Result{Verdict: "fail", Failing: 1}}}},
		"B": {Log: []wire.Message{start("B")}, Pieces: []savedPiece{{Over: true, Sum: sum}, {Part: []byte("part")}, {Part: hash, File: part}}},
		"C": {Log: []wire.Message{start("C")}, Whole: true},
		"D": {Log: []wire.Message{start("D")}, Pieces: []savedPiece{{Part: []byte("part"), Sum: sum}, {Ended: true, Over: true}}},
	}}}
}

// TestStrangers goes on with damaged checkpoints whose checksums are right: they are
// refused, or gone on with; nothing raw is said of them, no other file is opened or
// removed.
func TestStrangers(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path, part := filepath.Join(dir, "ck"), "ck"+filesOf+"1"
	mine := filepath.Join(dir, "mine")
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	words := append(strangers.Words(dir), "A", "B", "C", part, "mine", "ck", "ck"+filesOf+"pipe", "ck"+filesOf+"zero", "result", "failure", "output", "revisit", "closure", "time", "failure", "divided")
	job := job(t, "A B C D E")
	job.Config.Algorithm = "revisit"
	var opened []string
	files.Opened = func(path string) { opened = append(opened, path) }
	t.Cleanup(func() { files.Opened = nil })
	refused, gone := 0, 0
	for i := range *strangersN {
		seed := *strangersSeed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 2))
		// What gocheck removes, because nothing names it, comes again.
		sum := sha256.Sum256([]byte("part"))
		if err := os.WriteFile(filepath.Join(dir, part), []byte("part"), 0o666); err != nil {
			t.Fatal(err)
		}
		_ = syscall.Mkfifo(filepath.Join(dir, "ck"+filesOf+"pipe"), 0o666)
		_ = os.Symlink("/dev/zero", filepath.Join(dir, "ck"+filesOf+"zero"))
		fresh := &Checkpoint{path: path, dir: dir, content: map[string]*savedPackage{}, open: map[string]bool{}}
		own, err := fresh.Package("example.com/p", mine, job.Config)
		if err != nil {
			t.Fatal(err)
		}
		content, err := json.Marshal(half(own.program, part, sum[:]))
		if err != nil {
			t.Fatal(err)
		}
		text := sealed(strangers.JSON(r, content, words))
		if r.IntN(20) == 0 {
			text = strangers.Text(r, sealed(content), words)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		opened = nil
		c, err := OpenCheckpoint(path, time.Hour)
		if err == nil {
			var saved *Saved
			if saved, err = c.Package("example.com/p", mine, job.Config); err == nil && i%10 == 0 {
				gone++
				goOn(t, seed, job, saved)
			}
		}
		if err != nil {
			refused++
		}
		for _, file := range opened {
			if filepath.Dir(file) != dir || !strings.HasPrefix(filepath.Base(file), "ck") || strings.HasSuffix(file, "pipe") || strings.HasSuffix(file, "zero") {
				t.Fatalf("seed %d: %s is opened", seed, file)
			}
		}
		if _, err := os.Stat(mine); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if *strangersN >= 300 && (refused < 10 || gone < 10) {
		t.Errorf("%d refused, %d gone on with", refused, gone)
	}
}

// TestForeignPart: a file is not taken for a part, to be removed one day, because a
// checkpoint has its hash.
func TestForeignPart(t *testing.T) {
	dir := t.TempDir()
	path, text := filepath.Join(dir, "ck"), []byte("part")
	sum := sha256.Sum256(text)
	for name, want := range map[string]bool{"ck" + filesOf + "1": true, "mine": false, "ck": false, "ck" + filesOf + "1/../mine": false, "../" + filepath.Base(dir) + "/mine": false} {
		if filepath.Base(name) == name && name != "ck" {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		content, err := json.Marshal(half("p", name, sum[:]))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, sealed(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCheckpoint(path, time.Hour); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// goOn goes on with what has been accepted.
func goOn(t *testing.T, seed uint64, job Job, saved *Saved) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cores := NewCores(1)
	cores.Acquire(ctx)
	_, err := Share(ctx, job, cores, saved, func(m wire.Message) {
		said := m.Output
		if m.Failure != nil {
			said += m.Failure.Output
		}
		if i := strings.IndexFunc(said, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }); i >= 0 {
			t.Errorf("seed %d: it says %q", seed, said)
		}
	})
	if ctx.Err() != nil {
		t.Fatalf("seed %d: it comes to no end: %v", seed, err)
	}
}
