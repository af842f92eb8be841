package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// TestDebugSteps: of a step in a library the debugger says where the program calls it.
func TestDebugSteps(t *testing.T) {
	init, remove, err := scriptFor(&wire.Schedule{Steps: []wire.Step{
		{Task: "main", Op: "begin", Pos: "b_test.go:3:6"},
		{Task: "main", Op: "lock", Object: "db.mu", Pos: "$GOROOT/src/database/sql/sql.go:996:2", From: "b_test.go:5"},
	}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	text, err := os.ReadFile(filepath.Join(filepath.Dir(init), "gocheck.star"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`PLACES = ["b_test.go:3","sql.go:996"]`, `starts at b_test.go:3"`, `lock db.mu at $GOROOT/src/database/sql/sql.go:996, called at b_test.go:5"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the script does not say %s:\n%.600s", want, text)
		}
	}
}
