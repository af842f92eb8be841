package explore

import (
	"encoding/binary"
	"errors"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/internal/sample"
)

// readers read the work of a part, by its kind.
var readers = [...]func(d *engine.PartReader, p *engine.Part) engine.Work{
	engine.WorkNodes: revisit.ReadNodes, engine.WorkSamples: sample.ReadSamples, engine.WorkSearch: closure.ReadSearch, engine.WorkJoins: closure.ReadJoins,
}

// DecodePart is the part that was encoded. Data that cannot be one are an error;
// whether they are what was encoded, a checksum has to tell.
func DecodePart(data []byte) (checker.Part, error) {
	d := &engine.PartReader{Data: data}
	if v, n := binary.Uvarint(d.Data); n <= 0 || v != engine.PartVersion {
		return nil, errors.New("decoding a part: not of this version")
	} else {
		d.Data = d.Data[n:]
	}
	p := &engine.Part{}
	read := readers[d.Num(0, len(readers)-1)]
	d.Program(p)
	p.Work = read(d, p)
	if err := d.Over(); err != nil {
		return nil, err
	}
	return p, nil
}

// ProbesFail says whether one of the executions fails that the sequential exploration makes
// beside its first so many executions, of so many events, by its estimator or by searchers: then
// that has ended there, whatever its parts have come to.
func ProbesFail(p checker.Program, o checker.Options, executions, events int64) bool {
	a := algorithmOf(o)
	if a.Samples {
		return false // there are none
	}
	o.KeepGoing, o.Between, o.OnExecution, o.OnSampled = true, nil, nil, nil
	x := &engine.Exploration{Program: p, Options: o}
	if o.OnRestart != nil && executions >= engine.ProbesFrom && a.Folds {
		x.Folding = x.Learn() // probes come after so many executions that it was tried
	}
	x.Begin()
	e := engine.NewEstimator(x, false)
	e.Count = float64(min(executions, engine.MaxKnown))
	e.Probe()
	if a.Besides != nil {
		a.Besides(x).Catch(executions, events)
	}
	return len(x.Aside) > 0
}

// Keepable says whether what is left of an exploration by the options can be kept: without what
// counts over all executions in their order.
func Keepable(o *checker.Options) bool {
	return hasParts(o, engine.Numbered|engine.Subtrees|engine.Questions)
}

// Divisible says whether an exploration by the options can be divided from its beginning, into
// parts that add up to what one process finds. (closure is divided in another way: see Split.)
func Divisible(o *checker.Options) bool { return hasParts(o, engine.Numbered|engine.Subtrees) }

// hasParts says whether an exploration by the options has parts of one of these kinds.
func hasParts(o *checker.Options, kinds engine.Parts) bool {
	a := algorithmOf(*o)
	if o.Executions > 0 { // samples have numbers, by which they are bounded
		kinds &= engine.Numbered
	}
	return !o.CountRedundant && a.Parts&kinds != 0
}
