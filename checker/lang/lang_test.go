package lang

import (
	"testing"

	"gocheck.dev/checker"
)

// first runs the first enabled decision always.
type first struct {
	buf   []checker.Decision
	kinds []checker.Kind
}

func (f *first) Next(st checker.State) (checker.Decision, bool) {
	for _, t := range st.Tasks() {
		f.buf = st.Decisions(t, f.buf[:0])
		if len(f.buf) > 0 {
			return f.buf[0], true
		}
	}
	panic("asked for a decision with nothing enabled")
}

func (f *first) Did(_ checker.State, ev *checker.Event) { f.kinds = append(f.kinds, ev.Kind) }

// TestPrintParse demands that a program prints as it was written, and runs.
func TestPrintParse(t *testing.T) {
	for _, text := range []string{
		"fifo h0; chan c0=1; t0: post(m2,h0) wy rx; m2: wz2 y++ if==0{ rx}",
		"t0: cwait(q0,l0) lock(k0) unlock(k0) rlock(k1) tryrlock(k0)>3; t1: select{ send(c0,1){ rx>2} recv(c1)>2{ wx$2} nil{} default{ ry}}",
		"coarse; var x=3 a[4]=1; t0: $1=$0+3 w(a[$1],$2) r(a[2])>1 Rx Wx5 loop3{ if$1<2{ break}else{ exit}} assert$2!=1",
		"t0: once(o0){ sleep(5)} after(T0,5,f) tstop(T0)>1 treset(T0,2) ticker(T1,2) go(f) join(0); t1: wgadd(g0,2) done(g0) wait(g0) choose(3)>1 yield; f: cas(x,0,1) await(x)",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.String(); got != text {
			t.Errorf("printed\n%s\nparsed from\n%s", got, text)
		}
		p.Run(&first{})
	}
}

// TestFlagsBeginUnset: what is awaited has to be 0 at first.
func TestFlagsBeginUnset(t *testing.T) {
	for _, text := range []string{"var x=1; t0: await(x)", "var x=1; t0: select{await(x){} default{}}"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
