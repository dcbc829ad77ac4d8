# sqlq. `make help` lists the targets.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help
help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

.PHONY: demo
demo: ## run the demo on a local server with the sample data
	$(GO) run ./cmd/sqlq demo

.PHONY: build
build: ## build the command into bin/
	$(GO) build -o bin/sqlq ./cmd/sqlq

.PHONY: test
test: ## all tests, on every server version and locale
	SQLQ_FULL=1 $(GO) test -count=1 -timeout 30m ./...

.PHONY: golden
golden: ## rewrite the golden archives
	$(GO) test -p 1 ./translate/query ./translate/sqlgen -update

.PHONY: vet
vet: ## go vet and formatting
	$(GO) vet ./...
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run: gofmt -w ."; exit 1; }

.PHONY: lint
lint: ## staticcheck
	$(GO) run $(STATICCHECK) ./...

.PHONY: race
race: ## the tests under the race detector, without the long matrix
	$(GO) test -race -short ./...

.PHONY: bench
bench: ## one iteration of every benchmark, to see that they run
	$(GO) test -run '^$$' -bench . -benchtime 1x ./...

.PHONY: measure
measure: ## measure load and queries beside what a user would write
	$(GO) run ./bench

.PHONY: fuzz
fuzz: ## fuzz each target for a minute
	$(GO) test ./translate/syntax -run '^$$' -fuzz FuzzParse -fuzztime 1m
	$(GO) test ./translate/query -run '^$$' -fuzz FuzzCanonical -fuzztime 1m
	$(GO) test ./packer -run '^$$' -fuzz FuzzCanonicalJSON -fuzztime 1m -fuzzminimizetime 10x
