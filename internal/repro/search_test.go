package repro

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// A set of gates that fails in each of ten trials, and not in all that come after them, gets what
// it lacks, and no more.
func TestSurer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script for sh")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	text := `#!/bin/sh
echo >>` + dir + `/runs
case ,$GATES, in
*,A,*B,*) echo "panic: so" ;;
*,A,*) if [ $(wc -l <` + dir + `/runs) -gt 30 ]; then echo ok; else echo "panic: so"; fi ;;
*) echo ok ;;
esac
`
	if err := os.WriteFile(program, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	r := &repro{Config: Config{Schedule: &wire.Schedule{Test: "TestX", Failure: &wire.Failure{Kind: "panic", Message: "panic: so"}}, Say: func(string) {}}}
	s := &trials{r: r, b: &binary{r: r, path: program, dir: dir}, ctx: t.Context(), until: time.Now().Add(time.Hour), times: tried}
	all := []gate{{name: "A"}, {name: "C"}, {name: "B"}, {name: "D"}}
	least := s.fewer(nil, all)
	if got := namesOf(least); got != "A" {
		t.Fatalf("ten trials each leave %s", got)
	}
	if got := namesOf(s.surer(least, all)); got != "AB" {
		t.Errorf("many trials leave %s, not AB", got)
	}
	if more := s.surer([]gate{all[0], all[2]}, all); more != nil {
		t.Errorf("what fails in all runs gets more: %s", namesOf(more))
	}
	s.until = time.Now()
	if more := s.surer(least, all); more != nil {
		t.Errorf("when the time is over there are many: %s", namesOf(more))
	}
}

func namesOf(gates []gate) (names string) {
	for _, g := range gates {
		names += g.name
	}
	return names
}
