package instrument

// rewrite stands in until rewrite.go has it; delete this file then.
func rewrite(_ *program, _ *unit) (*rewritten, error) { return &rewritten{}, nil }
