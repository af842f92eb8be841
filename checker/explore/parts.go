package explore

import (
	"encoding/binary"
	"errors"

	"gocheck.dev/checker"
)

// readers read the work of a part, by its kind.
var readers = [...]func(d *partReader, p *part) work{
	workNodes: readNodes, workSamples: readSamples, workSearch: readSearch, workJoins: readJoins,
}

// DecodePart is the part that was encoded. Data that cannot be one are an error;
// whether they are what was encoded, a checksum has to tell.
func DecodePart(data []byte) (checker.Part, error) {
	d := &partReader{b: data}
	if v, n := binary.Uvarint(d.b); n <= 0 || v != partVersion {
		return nil, errors.New("decoding a part: not of this version")
	} else {
		d.b = d.b[n:]
	}
	p := &part{}
	read := readers[d.num(0, len(readers)-1)]
	d.program(p)
	p.work = read(d, p)
	if err := d.over(); err != nil {
		return nil, err
	}
	return p, nil
}

// ProbesFail says whether one of the probes that the sequential exploration makes
// beside its first so many executions fails: then that has ended there, whatever
// its parts have come to.
func ProbesFail(p checker.Program, o checker.Options, executions int64) bool {
	a := algorithmOf(o)
	if a.Samples {
		return false // there are none
	}
	o.KeepGoing, o.Between, o.OnExecution = true, nil, nil
	x := &exploration{p: p, o: o}
	if o.OnRestart != nil && executions >= probesFrom && a.folds {
		x.by = x.learn() // probes come after so many executions that it was tried
	}
	x.begin()
	e := newEstimator(x, false)
	e.count = float64(min(executions, maxKnown))
	e.probe()
	return len(e.found) > 0
}

// Keepable says whether what is left of an exploration by the options can be kept: without what
// counts over all executions in their order.
func Keepable(o *checker.Options) bool { return hasParts(o, numbered|subtrees|questions) }

// Divisible says whether an exploration by the options can be divided from its beginning, into
// parts that add up to what one process finds. (closure is divided in another way: see Split.)
func Divisible(o *checker.Options) bool { return hasParts(o, numbered|subtrees) }

// hasParts says whether an exploration by the options has parts of one of these kinds.
func hasParts(o *checker.Options, kinds parts) bool {
	a := algorithmOf(*o)
	if o.Executions > 0 { // samples have numbers, by which they are bounded
		kinds &= numbered
	}
	return !o.CountRedundant && a.parts&kinds != 0
}
