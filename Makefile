# What one does with this repository. `make` alone builds the command.

GO ?= go

# Where to stop: programs a kind, of random programs against the oracle.
PROGRAMS ?= 20000
SEED ?= 1

# How many files of strangers: docs/security.md.
FILES ?= 10000

# How long to soak, and how many states a program may have there.
HOURS ?= 8
STATES ?= 2500

.PHONY: 386 arm64 riscv64 platforms build test test-long bench road profile tables r4 bugs found repro linear search litmus packages gotest native library races r4app browser stdtables lint ci campaign soak fuzz examples

build:
	$(GO) build -o bin/gocheck ./cmd/gocheck

test:
	$(GO) test ./...

# Those that take longer as well, as CI does: docs/design/testing.md.
test-long:
	GOCHECK_LONG=1 $(GO) test -timeout 30m ./...

# The README's first command: finds the bugs that the examples have, so it
# "fails".
examples:
	-$(GO) run ./cmd/gocheck ./testdata/examples/...

# What BENCH selects, COUNT times each: the input of benchstat. A benchmark runs
# as often as fits into BENCHTIME. docs/measured/performance.md has what came of it.
BENCH ?= .
COUNT ?= 1
BENCHTIME ?= 1s

bench:
	$(GO) test -run '^$$' -timeout 0 -bench '$(BENCH)' -benchtime $(BENCHTIME) -count $(COUNT) -benchmem . ./checker/... ./runtime ./internal/bench

# One worker of an embedded cluster beside one process: docs/measured/performance.md.
road:
	cd cmd/gocheck-cluster && $(GO) test -run '^$$' -timeout 0 -bench Road -benchtime 5x .

# What the compiler is told of the runtime and the checker in test binaries, from a
# benchmark with a program of each kind. To be made anew when their hot paths change.
profile:
	$(GO) test ./runtime -trimpath -run '^$$' -bench '^BenchmarkExplore$$' -benchtime 4s -o /tmp/gocheck-profile.test -cpuprofile /tmp/gocheck-hot.pprof
	mv /tmp/gocheck-hot.pprof runtime/hot.pprof
	rm /tmp/gocheck-profile.test

# The papers' tables with ours beside them: docs/measured/tables.md. `go run
# ./internal/tables -h` has the bounds.
tables:
	$(GO) run ./internal/tables

# What R4 finds in testdata/r4, how soon, and how far a minute goes:
# docs/design/conflicts.md.
r4:
	$(GO) run ./internal/tables -r4 -budget 1m

# R4 on a program for the terminal and the libraries that it is made of, which come
# through the Go module proxy: docs/design/conflicts.md. It "fails": the libraries have
# faults. Packages that only lay out text are left as they are: instrument.txt.
r4app: build
	-cd testdata/r4app && ../../bin/gocheck -algo=r4 -reversals 1 -budget 1m -keep-going -minimize=off -save=false -v \
		-instrument="$$(cat instrument.txt)" .

# The pages of gocheck show -html in a real browser, and the screenshots of the
# docs.
browser:
	cd internal/page/browser && GOCHECK_BROWSER=required $(GO) test ./... -screenshots ../../../docs/screenshots

# What gocheck explores against what Go permits and does: docs/measured/litmus.md.
litmus:
	$(GO) run ./internal/litmus

# The test suites of well-known packages, from the module proxy:
# docs/measured/packages.md. `go run ./internal/packages -h` has the bounds.
packages:
	$(GO) run ./internal/packages

# Go's own test programs and the tests of its standard packages, natively and by
# gocheck: docs/measured/gotest.md. It takes most of an hour. `go run ./internal/gotest -h`
# has the bounds.
gotest:
	$(GO) run ./internal/gotest

# Small programs that go test -race fails, and correct twins of them: docs/measured/native.md.
native:
	$(GO) run ./internal/native

# The words of testdata/library against go test -race, which takes some minutes.
library:
	$(GO) run ./internal/native -library

# Random programs of two tasks against go test -race: RACES of them.
RACES ?= 10000

races:
	$(GO) test ./internal/racegen -run '^TestPrograms$$' -timeout 0 -v -programs $(RACES) -seed $(SEED)

# What functions of the standard library access of their arguments, from the installed
# one: docs/stdlib.md. For each version of Go that is moved to.
stdtables:
	$(GO) run ./internal/stdtables

# Real bugs in real packages, and how often go test -race finds them:
# docs/measured/bugs.md. The packages come through the Go module proxy.
bugs:
	$(GO) run ./internal/bugs

# Bugs of current releases of published modules, and how often go test -race sees them:
# docs/measured/found.md.
found:
	$(GO) run ./internal/found

# Native reproductions of what fails in testdata, and how often they fail:
# docs/measured/repro.md. It takes an hour.
repro:
	$(GO) run ./internal/reproduced

# Data structures of published modules by package linear: docs/measured/linear.md. It
# "fails": some have faults.
linear: build
	-cd testdata/published && ../../bin/gocheck -save=false -v -budget 10s ./...

# How soon each searcher finds the bugs of testdata/search: docs/measured/search.md.
# `go run ./internal/search -h` has the bounds.
search:
	$(GO) run ./internal/search

# For which platforms all compiles: docs/measured/platforms.md. The core of the tests and the
# examples on other processors than this one, which takes minutes: weekly. Emulators
# are Debian's qemu-user-static.
platforms:
	$(GO) run ./internal/platforms

386 arm64 riscv64:
	$(GO) run ./internal/platforms -run linux/$@

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	$(GO) vet ./...
	staticcheck ./...

ci:
	.ci/run

# The oracle against the algorithms on many random programs of every kind; the
# tests do the same on a few. Another SEED makes other programs.
campaign:
	$(GO) test ./checker/explore -run '^TestCampaign$$' -timeout 0 -campaign $(PROGRAMS) -campaign.seed $(SEED)

# All algorithms against the oracle, for hours, with what was covered each
# minute; at the first difference it ends with the smallest program.
soak:
	$(GO) test ./checker/explore -run '^TestSoak$$' -timeout 0 -v -soak $(HOURS)h -campaign.seed $(SEED) -campaign.limit $(STATES)

# What strangers send: so many damaged schedules, traces and directives, and as many
# checkpoints; another SEED makes others. Then a minute of the fuzzer that looks where
# the code goes. docs/security.md.
fuzz:
	$(GO) test ./internal/cli ./internal/worker -run '^TestStrangers$$' -timeout 0 -strangers $(FILES) -strangers.seed $(SEED)
	$(GO) test ./internal/schedule -run '^$$' -fuzz FuzzParse -fuzztime 60s
