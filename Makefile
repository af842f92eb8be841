# What one does with this repository. `make` alone builds the command.

GO ?= go

# Where to stop: programs a kind, of random programs against the oracle.
PROGRAMS ?= 20000
SEED ?= 1

.PHONY: build test bench lint ci campaign soak fuzz examples

build:
	$(GO) build -o bin/gocheck ./cmd/gocheck

test:
	$(GO) test ./...

# The README's first command: finds the bugs that the examples have, so it
# "fails".
examples:
	-$(GO) run ./cmd/gocheck ./testdata/examples/...

bench:
	$(GO) test -run '^$$' -bench . -benchmem . ./checker/... ./runtime

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	$(GO) vet ./...
	staticcheck ./...

ci:
	.ci/run

# The oracle against the algorithms on many random programs of every kind; the
# tests do the same on a few. Another SEED makes other programs.
campaign:
	$(GO) test ./checker -run '^TestCampaign$$' -timeout 0 -campaign $(PROGRAMS) -campaign.seed $(SEED)

# The same without end, each round with new programs, until a difference is
# found.
soak:
	seed=$(SEED); while $(GO) test ./checker -run '^TestCampaign$$' -timeout 0 -campaign $(PROGRAMS) -campaign.seed $$seed; do \
		seed=$$((seed + $(PROGRAMS))); done

fuzz:
	$(GO) test ./internal/schedule -run '^$$' -fuzz FuzzParse -fuzztime 60s
