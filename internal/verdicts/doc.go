// Package verdicts runs the command gocheck on a module and reads its verdicts, and asks
// go test -race about one. The commands
// that hold gocheck to what Go itself does (internal/gotest, internal/native) compare them with
// native runs. internal/packages has a way of running gocheck of its own, and reads by Read.
package verdicts
