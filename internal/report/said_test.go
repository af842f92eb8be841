package report

import "testing"

func TestSaid(t *testing.T) {
	for in, want := range map[string]string{
		"no balance": "no balance",
		"Error Trace:\tx_test.go:72\n        \t            \ty.go:7\n        \tError:      \tNot equal: \n        \t            \texpected: 1\n        \t            \tactual  : 2\n        \tTest:       \tTestX/first\n        \tMessages:   \tthe first one": "Not equal:\n    expected: 1\n    actual  : 2\n    the first one",
		"Error Trace:\tx_test.go:72\n        \tError:      \tShould be true\n        \tTest:       \tTestX":                                                                                                                                                     "Should be true",
		"\n\tError Trace:\tx_test.go:72\n\tError:      \tNot equal: \n\t            \texpected: 1\n\t            \tactual  : 2\n\tTest:       \tTestX\n\tMessages:   \tone":                                                                                     "Not equal:\n    expected: 1\n    actual  : 2\n    one",
		"Error Trace:\tx_test.go:72": "Error Trace:\tx_test.go:72",
	} {
		if got := Said(in); got != want {
			t.Errorf("%q is said as\n%q, want\n%q", in, got, want)
		}
	}
}
