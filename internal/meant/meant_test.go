package meant

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Each flag of which the go command's own help tells has an answer, or is a flag here as well.
func TestGoFlags(t *testing.T) {
	same := "json p run short skip tags v count o"
	for _, topic := range []string{"testflag", "build"} {
		text, err := exec.Command("go", "help", topic).Output()
		if err != nil {
			t.Fatal(err)
		}
		flags := regexp.MustCompile(`(?m)^\t-([a-zA-Z]+)(?: |$)`).FindAllSubmatch(text, -1)
		if len(flags) < 20 {
			t.Errorf("%s: %d flags", topic, len(flags))
		}
		for _, m := range flags {
			name := string(m[1])
			if here := regexp.MustCompile(`\b` + name + `\b`).MatchString(same); here == (GoFlag(name) != "") {
				t.Errorf("go help %s: -%s: %q", topic, name, GoFlag(name))
			}
		}
	}
}

// Each command that the go command's own help lists has an answer, unless it is a command here,
// or a package of the standard library, or has nothing to do with tests.
func TestCommands(t *testing.T) {
	const other = " bug fix fmt generate mod work telemetry tool version "
	text, err := exec.Command("go", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^\t([a-z]+)  `).FindAllSubmatch(text[:bytes.Index(text, []byte("topics:"))], -1)
	if len(commands) < 15 {
		t.Errorf("%d commands", len(commands))
	}
	for _, m := range commands {
		name := string(m[1])
		if elsewhere := strings.Contains(other, " "+name+" "); elsewhere == (Command(name) != "") {
			t.Errorf("go %s: %q", name, Command(name))
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"closure", "dfs", "auto", "pos", "pct"}
	for in, want := range map[string]string{"closur": "closure", "Closure": "closure", "dsf": "dfs", "fsd": "", "df": "dfs", "xyz": "", "posi": "pos"} {
		if got := Nearest(in, names); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What begins one candidate only is meant as that one.
func TestBeginning(t *testing.T) {
	of := []string{"revisit", "random", "r4", "dpor", "dpor-nosleep"}
	for s, want := range map[string]string{"rev": "revisit", "Ra": "random", "ran": "random", "dpo": "dpor", "dpor-": "dpor-nosleep", "x": ""} {
		if got := Nearest(s, of); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	for s, want := range map[string]float64{"1e6": 1e6, "10k": 1e4, "10,000": 1e4, "2M": 2e6, "k": 0, "ten": 0, "2.5": 2.5} {
		if got := Number(s); got != want {
			t.Errorf("number %q: %v, want %v", s, got, want)
		}
	}
	for s, want := range map[string]string{"30": "30s", "5 mins": "5m", "1 day": "24h", "1h30": "1h30m", "soon": "", "1h30x": ""} {
		if got := Duration(s); got != want {
			t.Errorf("duration %q: %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{"no": "off", "TRUE": "on", "perhaps": ""} {
		if got := SameAnswer(s, []string{"on", "off"}); got != want {
			t.Errorf("answer %q: %q, want %q", s, got, want)
		}
	}
}
