package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/schedule"
)

// TestLarge shows schedules that are large in one respect each: a word, many words, many
// steps, tasks, files, whatever there is. What takes quadratic time does not come to an
// end here.
func TestLarge(t *testing.T) {
	a, stdout, stderr := fakeApp(t)
	page := filepath.Join(a.Dir, "page.html")
	size := longtest.N(20_000, 200_000)
	look := func(what, text string) {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(a.Dir, "s")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"show"}, {"show", "-v", "-color=always"}, {"show", "-html", page}} {
				for _, a.Width = range []int{20, 100} {
					stdout.Reset()
					stderr.Reset()
					if status := a.Run(t.Context(), append(args, path)); status != exitOK {
						t.Errorf("%q: status %d: %.500s", args, status, stderr)
					}
					if n := stdout.Len(); n > 200*size {
						t.Errorf("%q: %d bytes of %d", args, n, len(text))
					}
				}
			}
			if info, err := os.Stat(page); err != nil || info.Size() > 200*int64(size) {
				t.Errorf("a page: %v, of %d bytes", err, info.Size())
			}
		})
	}

	// One word in each field.
	for _, word := range []string{"x", "世", "a ", "\x1b", "a/", "x\n"} {
		long := strings.Repeat(word, size/len(word))
		s := full()
		each(s, nil, false, func(field string) {
			if field == "everything" {
				look(fmt.Sprintf("%q everywhere", word), strings.ReplaceAll(string(schedule.Format(s)), strconv.Quote(evil), strconv.Quote(long[:len(long)/50])))
			}
		})
		for _, field := range []string{"package", "test", "option a", "failure race x.go:1:1", "detail", "step main lock", "step main lock mu"} {
			text := "gocheck schedule v1\n"
			for _, line := range []string{"package p", "test T", "failure race x.go:1:1 m"} {
				if name, _, _ := strings.Cut(line, " "); !strings.HasPrefix(field, name) {
					text += line + "\n"
				}
			}
			word := strconv.Quote(long)
			step := "step main begin - x.go:1:1\n"
			switch {
			case strings.HasPrefix(field, "step main lock mu"):
				step += field + " " + word + "\n"
			case strings.HasPrefix(field, "step"):
				step += field + " " + word + " x.go:1:1\n"
			default:
				text += field + " " + word + "\n"
			}
			look(fmt.Sprintf("%q in %s", word[:4], field), text+step+fmt.Sprintf("end %d\n", strings.Count(step, "\n")))
		}
	}

	// Many of everything.
	const head = "gocheck schedule v1\npackage p\ntest T\n"
	const failure = "failure deadlock x.go:1:1 m\n"
	many := func(bytes int, f func(i int) string) (string, int) {
		var b strings.Builder
		n := 0
		for ; b.Len() < bytes; n++ {
			b.WriteString(f(n))
		}
		return b.String(), n
	}
	steps := func(what string, f func(i int) string) {
		text, _ := many(size, f)
		n := strings.Count(text, "\nstep ") + 1
		look(what, head+failure+text+fmt.Sprintf("end %d\n", n))
		look(what+", passing", head+failure+text+fmt.Sprintf("passing order %d 0 %d\npass main lock mu x.go:1:1\nend %d\n", n-1, n/2, n))
	}
	steps("steps", func(int) string { return "step main lock mu x.go:1:1\n" })
	steps("tasks", func(i int) string { return fmt.Sprintf("step main/%d begin - x.go:1:1 created=x.go:2:1\n", i) })
	steps("tasks from one place", func(i int) string {
		return fmt.Sprintf("step main spawn - x.go:2:1\nstep main/%d begin - x.go:1:1 created=x.go:2:1\n", i)
	})
	steps("two tasks in turns", func(i int) string {
		return fmt.Sprintf("step main/%d write v%d x.go:%d:1 value=%d\n", i%2, i, i, i)
	})
	steps("files", func(i int) string { return fmt.Sprintf("step main/%d write v f%d.go:1:1\n", i%3, i) })
	steps("libraries", func(i int) string { return fmt.Sprintf("step main write v $GOMODCACHE/l%d/x.go:1:1\n", i) })
	steps("handlers", func(i int) string { return fmt.Sprintf("step m%d begin h%d x.go:1:1\n", i, i) })
	steps("events", func(i int) string { return fmt.Sprintf("step m%d begin h x.go:1:1\nstep m%d lock mu x.go:1:1\n", i, i) })
	steps("events under way", func(i int) string {
		return fmt.Sprintf("step m%d begin h%d x.go:1:1\nstep m%d lock mu x.go:1:1\n", i, i%3, i/2)
	})
	steps("adds, then waits", func(i int) string {
		return fmt.Sprintf("step main/%d %s wg x.go:1:1\n", i%7, []string{"add", "wait"}[min(1, i*60/size)])
	})
	steps("reads and writes", func(i int) string {
		return fmt.Sprintf("step main/%d %s x x.go:1:1\n", i%7, []string{"read", "read", "write"}[i%3])
	})
	steps("failures", func(i int) string { return fmt.Sprintf("step main/%d lock mu x.go:1:1 failed=main/%d\n", i%5, i%5) })
	steps("races", func(i int) string {
		return fmt.Sprintf("step main/%d lock mu x.go:1:1 racing=main/%d,read,x,x.go:%d:1\n", i%5, i%5, i)
	})
	steps("waits", func(i int) string {
		return fmt.Sprintf("step main/%d lock mu x.go:1:1 waits=main/%d,lock,mu,x.go:1:1\n", i, i/2)
	})
	steps("blocked in turns", func(i int) string {
		return fmt.Sprintf("step main/%d lock mu x.go:1:1 blocked=main/%d,main/%d\n", i, i/2, i/3)
	})
	blocked, n := many(size/2, func(i int) string { return fmt.Sprintf(",main/%d", i) })
	look("many blocked for long", head+failure+"step main lock mu x.go:1:1 blocked="+blocked[1:]+"\n"+strings.Repeat("step main lock mu x.go:1:1\n", n/4)+fmt.Sprintf("end %d\n", n/4+1))
	accesses, _ := many(size, func(i int) string { return fmt.Sprintf(",main/%d,lock,mu,x.go:1:1", i%100) })
	look("one step with all", head+failure+"step main/1 lock mu x.go:1:1 racing="+accesses[1:]+" waits="+accesses[1:]+"\nend 1\n")
	details, _ := many(size, func(i int) string { return fmt.Sprintf("detail \"f%d at x.go:%d\"\n", i, i) })
	races, n := many(size, func(i int) string { return fmt.Sprintf("step main lock mu x.go:1:1 racing=main,read,x,x.go:%d:1\n", i) })
	look("details of races", head+failure+details+races+fmt.Sprintf("end %d\n", n))
	pairs, n := many(size, func(i int) string { return fmt.Sprintf("and order %d %d\n", i, i) })
	look("pairs", head+failure+strings.Repeat("step main lock mu x.go:1:1\n", n)+fmt.Sprintf("passing order 0 0 %d\n", n)+pairs+fmt.Sprintf("end %d\n", n))
	options, _ := many(size, func(i int) string { return fmt.Sprintf("option a%d b\n", i) })
	look("options", head+options+"end 0\n")
	look("nothing", head+"end 0\n")
}
