package instrument

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"
)

var (
	corpusDir      = flag.String("corpus.dir", "", "directory of a module for TestCorpus")
	corpusPatterns = flag.String("corpus", "", "packages that TestCorpus rewrites and compiles")
	corpusOut      = flag.String("corpus.out", "", "directory for TestCorpus to write the rewritten source to")
)

// TestCorpus rewrites and compiles whatever it is pointed at:
//
//	go test ./instrument -run TestCorpus -corpus.dir /some/module -corpus ./...
func TestCorpus(t *testing.T) {
	if *corpusPatterns == "" {
		t.Skip("no -corpus")
	}
	cfg := Config{Dir: *corpusDir, Patterns: strings.Fields(*corpusPatterns), Cache: t.TempDir(), Log: os.Stderr}
	if *corpusOut != "" {
		if _, err := WriteSource(context.Background(), cfg, *corpusOut); err != nil {
			t.Fatal(err)
		}
	}
	bins, err := Build(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bins {
		if b.Err != nil {
			t.Errorf("%s: %v", b.ImportPath, b.Err)
			continue
		}
		t.Logf("%s: %d tests, %d diagnostics", b.ImportPath, len(b.Tests), len(b.Unsupported))
		for _, d := range b.Unsupported {
			t.Logf("\t%s: %s", d.Pos, d.Message)
		}
	}
}
